import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { announceUser } from "$/public/external/voice_report/ui/shell/browser/tabs/arrivals.js";
import { logOut, questionBefore } from "$/public/external/voice_report/ui/shell/browser/log_out.js";
import { closeWhenSignedOut } from "$/public/external/voice_report/ui/shell/browser/tabs/signed_out.js";
import { atRest } from "$/public/external/voice_report/ui/offline/at_rest.js";
import { watchInstalling } from "$/public/external/voice_report/ui/shell/browser/installing.js";
import { rememberPage } from "$/public/external/voice_report/ui/shell/browser/last_page.js";

if (typeof window !== "undefined") watchInstalling();

/* Comes after everything that the page needs, and no page needs it. */
const prepareOffline = (user, initials) =>
  import("$/public/external/voice_report/ui/offline/prepare.js")
    .then(({ prepare }) => prepare({ user, initials }))
    .catch(() => {});

/* Recording for the former user stops as soon as another user is known to be here (security.md S86). */
const forgetOthers = (user) =>
  import("$/public/external/voice_report/ui/islands/recorder/device/person.js")
    .then(({ forgetOthers }) => forgetOthers(user))
    .catch(() => {});

/* The menu under the user's name, on wide screens. Until its module has loaded, the name links to the account page. */
export function UserMenu({ name, initials, accountHref, userKey, offlinePage }) {
  const [leave, question] = useWayOut(userKey);
  const [Menu, setMenu] = useState(null);
  const { pathname, search } = useLocation();
  useEffect(() => closeWhenSignedOut(userKey), [userKey]);
  useEffect(() => announceUser(userKey), [userKey]);
  useEffect(() => void (userKey && forgetOthers(userKey)), [userKey]);
  useEffect(() => rememberPage(name), [name, pathname, search]);
  useEffect(() => (offlinePage && userKey ? atRest(() => prepareOffline(userKey, initials)) : undefined), [offlinePage, userKey, initials]);
  useEffect(() => {
    const wide = matchMedia("(min-width: 960px)");
    const bring = () =>
      wide.matches &&
      import("$/public/external/voice_report/ui/shell/browser/user_menu.jsx").then((part) => setMenu(() => part.Menu));
    bring();
    wide.addEventListener("change", bring);
    return () => wide.removeEventListener("change", bring);
  }, []);
  const face = (
    <>
      <span className="initials" aria-hidden="true">
        {initials}
      </span>
      <span className="user-name">{name}</span>
      <Icon name="down" />
    </>
  );
  return (
    <>
      {Menu ? (
        <Menu face={face} accountHref={accountHref} leave={leave} />
      ) : (
        <Link to={accountHref} className="user-button wide">
          {face}
        </Link>
      )}
      {question}
    </>
  );
}

/* The sign-out item of the side menu. */
export function LogOutItem({ userKey }) {
  const [leave, question] = useWayOut(userKey);
  return (
    <>
      <button type="button" className="item" onClick={leave}>
        <Icon name="logout" />
        Uitloggen
      </button>
      {question}
    </>
  );
}

/* Signing out deletes the data on this device, so ask for confirmation when there is unsent audio. */
function useWayOut(userKey) {
  const [asking, setAsking] = useState("");
  const leave = async () => {
    const words = await questionBefore(userKey);
    if (words) setAsking(words);
    else logOut(userKey);
  };
  const question = (
    <Dialog
      open={asking !== ""}
      alert
      title="Toch uitloggen?"
      text={asking}
      onClose={() => setAsking("")}
    >
      <div className="row">
        <button type="button" className="button secondary" onClick={() => setAsking("")}>
          Annuleren
        </button>
        <button type="button" className="button danger" onClick={() => logOut(userKey)}>
          Uitloggen
        </button>
      </div>
    </Dialog>
  );
  return [leave, question];
}
