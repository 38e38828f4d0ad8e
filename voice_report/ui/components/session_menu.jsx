import * as Menu from "@radix-ui/react-dropdown-menu";
import { Link } from "react-router";
import { Icon } from "$/public/external/voice_report/ui/components/icon/icon.jsx";
import { logOut } from "$/public/external/voice_report/ui/components/session_menu/log_out.js";

/* The menu under one's own name, on wide screens. */
export function UserMenu({ name, initials, accountHref }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="user-button wide" aria-label={`${name}, menu`}>
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
          <Menu.Item className="menu-item" onSelect={logOut} asChild>
            <button type="button">
              <Icon name="logout" />
              Uitloggen
            </button>
          </Menu.Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

/* The same way out, in the side menu. */
export function LogOutItem() {
  return (
    <button type="button" className="item" onClick={logOut}>
      <Icon name="logout" />
      Uitloggen
    </button>
  );
}
