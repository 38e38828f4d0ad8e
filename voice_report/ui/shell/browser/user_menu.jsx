import * as Primitive from "@radix-ui/react-dropdown-menu";
import { Link } from "react-router";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { showShortcuts } from "$/public/external/voice_report/ui/shell/browser/shortcuts.jsx";

export function Menu({ face, accountHref, leave }) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger className="user-button wide">{face}</Primitive.Trigger>
      <Primitive.Content className="menu" align="end" sideOffset={8} collisionPadding={12}>
        <Primitive.Label className="menu-title">Mijn Account</Primitive.Label>
        <Primitive.Item className="menu-item" asChild>
          <Link to={accountHref}>
            <Icon name="settings" />
            Accountinstellingen
          </Link>
        </Primitive.Item>
        <Primitive.Item className="menu-item" onSelect={showShortcuts} asChild>
          <button type="button">
            <Icon name="keyboard" />
            Sneltoetsen
          </button>
        </Primitive.Item>
        <Primitive.Item className="menu-item" onSelect={leave} asChild>
          <button type="button">
            <Icon name="logout" />
            Uitloggen
          </button>
        </Primitive.Item>
      </Primitive.Content>
    </Primitive.Root>
  );
}
