import * as Menu from "@radix-ui/react-dropdown-menu";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Dialog } from "$/public/external/voice_report/ui/components/dialog/dialog.jsx";
import { Icon } from "$/public/external/voice_report/ui/components/icon/icon.jsx";
import { closeWhenSignedOut, hasUnsentSound, logOut } from "$/public/external/voice_report/ui/components/session_menu/log_out.js";

/* The menu under one's own name, on wide screens. */
export function UserMenu({ name, initials, accountHref, userKey }) {
  const [leave, question] = useWayOut(userKey);
  useEffect(() => closeWhenSignedOut(userKey), [userKey]);
  return (
    <>
      <Menu.Root modal={false}>
        <Menu.Trigger className="user-button wide">
          <span className="initials" aria-hidden="true">
            {initials}
          </span>
          <span className="user-name">{name}</span>
          <Icon name="down" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content className="menu" align="end" sideOffset={8} collisionPadding={12}>
            <Menu.Label className="menu-title">Mijn Account</Menu.Label>
            <Menu.Item className="menu-item" asChild>
              <Link to={accountHref}>
                <Icon name="settings" />
                Accountinstellingen
              </Link>
            </Menu.Item>
            <Menu.Item className="menu-item" onSelect={leave} asChild>
              <button type="button">
                <Icon name="logout" />
                Uitloggen
              </button>
            </Menu.Item>
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {question}
    </>
  );
}

/* The same way out, in the side menu. */
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

/* Signing out takes away what this device keeps, so it asks when there is sound nobody has heard yet. */
function useWayOut(userKey) {
  const [asking, setAsking] = useState(false);
  const leave = async () => ((await hasUnsentSound(userKey)) ? setAsking(true) : logOut(userKey));
  const question = (
    <Dialog
      open={asking}
      alert
      title="Toch uitloggen?"
      text="Er staat nog een niet-verzonden opname op dit toestel. Als je uitlogt, wordt die verwijderd."
      onClose={() => setAsking(false)}
    >
      <div className="row">
        <button type="button" className="button secondary" onClick={() => setAsking(false)}>
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
