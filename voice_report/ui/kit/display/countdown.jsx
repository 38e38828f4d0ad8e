import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

/* Counts down in the browser, starting when it is shown, and then opens the next page; `isFullLoad`: with its scripts. */
export function Countdown({ seconds, to, before, after, isFullLoad = false, className = "soft num" }) {
  const [left, setLeft] = useState(seconds);
  const navigate = useNavigate();

  useEffect(() => {
    if (left <= 0) {
      if (isFullLoad) window.location.assign(to);
      else navigate(to, { replace: true });
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, navigate, to]);

  return (
    <p className={className} role="timer">
      {before} {left} {left === 1 ? "seconde" : "seconden"} {after}
    </p>
  );
}
