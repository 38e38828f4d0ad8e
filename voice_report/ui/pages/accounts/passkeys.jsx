import { useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";
import { DialogButtons, FormError, TextField, useForm } from "$/public/external/voice_report/ui/kit/form/form.jsx";
import { Card } from "$/public/external/voice_report/ui/kit/display/card.jsx";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx";
import { missing } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import { day, lately, PHONES } from "$/public/external/voice_report/ui/islands/sign_in/moments.js";

/* The user's passkeys. `onAsk` gets the change that needs a proof, and the passkey it is about. */
export function Passkeys({ passkeys, onAsk, onChanged }) {
  const [renamed, setRenamed] = useState(null);
  const close = (changed) => {
    setRenamed(null);
    if (changed === true) onChanged();
  };
  return (
    <Card
      id="passkeys"
      title="Toegangssleutels"
      text="Inloggen met je vinger, je gezicht of de pincode van je toestel."
    >
      {passkeys.length > 0 && (
        <ul className="list">
          {passkeys.map((key) => (
            <Passkey key={key.id} passkey={key} onAsk={onAsk} onRename={() => setRenamed(key)} />
          ))}
        </ul>
      )}
      <button type="button" className="button primary wrap" onClick={() => onAsk("add-passkey")}>
        <Icon name="plus" />
        Toegangssleutel toevoegen
      </button>
      <Dialog open={Boolean(renamed)} title="Toegangssleutel hernoemen" onClose={close}>
        {renamed && <Rename passkey={renamed} onClose={close} />}
      </Dialog>
    </Card>
  );
}

function Passkey({ passkey, onAsk, onRename }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="thing">
      <span className="round petrol">
        <Icon name={PHONES.test(name) ? "phone" : "laptop"} />
      </span>
      <div className="text">
        <b id={`passkey-${id}`}>{name}</b>
        <p className="quiet num">
          Gemaakt op {day(createdAt)}, {lastUsedAt ? `gebruikt ${lately(lastUsedAt)}` : "nog niet gebruikt"}
        </p>
      </div>
      <div className="ends">
        <button type="button" className="icon-button" aria-label={`Toegangssleutel ${name} hernoemen`} onClick={onRename}>
          <Icon name="pencil" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`Toegangssleutel ${name} verwijderen`}
          onClick={() => onAsk("remove-passkey", passkey)}
        >
          <Icon name="trash" />
        </button>
      </div>
    </li>
  );
}

function Rename({ passkey, onClose }) {
  const check = ({ name }) => ({ name: missing("Naam", name.trim()) });
  const send = async (fields) => {
    const options = { json: fields, fallback: "Hernoemen is niet gelukt. Probeer het opnieuw." };
    const { error } = await call("PATCH", `/api/account/passkeys/${passkey.id}`, options);
    if (error) return error;
    showToast("Naam gewijzigd");
    onClose(true);
    return "";
  };
  const state = useForm(check, send);
  return (
    <form {...state.form}>
      <FormError state={state} />
      <TextField label="Naam" name="name" defaultValue={passkey.name} maxLength={50} error={state.problems.name} />
      <DialogButtons state={state} words="Opslaan" onClose={onClose} />
    </form>
  );
}
