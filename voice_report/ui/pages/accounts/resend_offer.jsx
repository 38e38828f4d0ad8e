import { useEffect, useRef, useState } from "react";
import { Resend } from "$/public/external/voice_report/ui/pages/accounts/auth_shell.jsx";

/* In the sign-in form: a user who is refused because of an unverified email address can request the mail again. */
export function ResendOffer() {
  const place = useRef(null);
  const [email, setEmail] = useState("");
  useEffect(() => {
    const form = place.current.closest("form");
    const listen = ({ detail }) => setEmail(detail === "email_not_verified" ? form.elements.email.value.trim() : "");
    form.addEventListener("refused", listen);
    return () => form.removeEventListener("refused", listen);
  }, []);
  return (
    <div ref={place} className={email ? "stack-small" : "nothing"}>
      {email && <Resend key={email} email={email} />}
    </div>
  );
}
