import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { Card } from "$/public/external/voice_report/ui/kit/display/card.jsx";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx";
import { day, PHONES, when } from "$/public/external/voice_report/ui/islands/sign_in/moments.js";

const OPENED_BY = {
  password: "met wachtwoord",
  remembered: "met wachtwoord, onthouden toestel",
  code: "met wachtwoord en code",
  recovery_code: "met wachtwoord en herstelcode",
  second_passkey: "met wachtwoord en toegangssleutel",
  passkey: "met toegangssleutel",
};

const how = ({ openedBy, organization }) =>
  organization ? `via ${organization}` : (OPENED_BY[openedBy] ?? "met tweede stap");

/* A device in a list, with the button at its end. */
function Device({ device, children, action, onPress }) {
  const id = `device-${device.id}`;
  return (
    <li className="thing">
      <span className="round">
        <Icon name={PHONES.test(device.name) ? "phone" : "laptop"} />
      </span>
      <div className="text">
        <span className="named">
          <b id={id}>{device.name}</b>
          {device.current && <span className="badge green">Dit apparaat</span>}
        </span>
        <p className="quiet num">{children}</p>
      </div>
      {!device.current && (
        <button type="button" className="button plain small" aria-describedby={id} onClick={onPress}>
          {action}
        </button>
      )}
    </li>
  );
}

/* The devices on which no code is needed after the password. */
export function Remembered({ devices, onChanged }) {
  const forget = async ({ id }) => {
    const { error } = await call("DELETE", `/api/account/remembered-devices/${id}`, { fallback: "Kon toestel niet vergeten." });
    if (error) showToast("Fout", error, true);
    onChanged();
  };
  return (
    <Card id="remembered" title="Onthouden toestellen" text="Hier log je in zonder code.">
      <ul className="list">
        {devices.map((device) => (
          <Device key={device.id} device={device} action="Vergeten" onPress={() => forget(device)}>
            Ingelogd op {when(device.lastSeenAt)}, onthouden tot {day(device.rememberedUntil)}
          </Device>
        ))}
      </ul>
    </Card>
  );
}

/* The browsers that are signed in. */
export function Devices({ devices, onChanged }) {
  const signOut = async (path) => {
    const { error } = await call("DELETE", path, { fallback: "Kon apparaat niet afmelden." });
    if (error) showToast("Fout", error, true);
    onChanged();
  };
  return (
    <Card id="devices" title="Aangemelde apparaten" className="card pad later">
      <ul className="list">
        {devices.map((device) => (
          <Device
            key={device.id}
            device={device}
            action="Afmelden"
            onPress={() => signOut(`/api/account/devices/${device.id}`)}
          >
            {device.current ? "Nu" : when(device.lastSeenAt)}, {how(device)}
          </Device>
        ))}
      </ul>
      {devices.length > 2 && (
        <div className="tail">
          <button type="button" className="button plain small" onClick={() => signOut("/api/account/devices")}>
            Alle andere apparaten afmelden
          </button>
        </div>
      )}
    </Card>
  );
}
