import * as Primitive from "@radix-ui/react-dropdown-menu";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

const KINDS = [
  ["txt", "Tekst", ["Zonder opmaak, opent overal", "Met wat er gezegd is erbij"]],
  ["docx", "Word", ["Om verder in te werken"]],
  ["pdf", "PDF", ["Om te bewaren of af te drukken"]],
];

/* 'Downloaden': the button, and the kinds of file that a report, or the `whole` archive of a client, can be downloaded as. */
export function DownloadMenu({ what, whole, className, onChoose }) {
  const label = whole ? "Alles in één bestand" : "Downloaden";
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger className={`${className} download-button`} aria-label={what ? `${label}: ${what}` : undefined}>
        <Icon name="download" />
        {label}
        <Icon name="down" />
      </Primitive.Trigger>
      <Primitive.Content className="menu download-menu" align={whole ? "start" : "end"} sideOffset={6} collisionPadding={12}>
        {KINDS.map(([format, name, meanings]) => (
          <Primitive.Item key={format} className="menu-item" onSelect={() => onChoose(format)} asChild>
            <button type="button">
              <span>
                <b>{name}</b>
                <small>{meanings[whole ? meanings.length - 1 : 0]}</small>
              </span>
              <Icon name="download" />
            </button>
          </Primitive.Item>
        ))}
        <p className="menu-foot">Wie wat downloadt, staat in het logboek.</p>
      </Primitive.Content>
    </Primitive.Root>
  );
}
