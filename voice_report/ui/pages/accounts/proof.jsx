import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { selectCode } from "$/public/external/voice_report/ui/islands/sign_in/factors/code_field.jsx";
import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";
import { makePasskey } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey.js";
import { callWithStepUp } from "$/public/external/voice_report/ui/islands/sign_in/factors/step_up.jsx";
import { missing } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import {
  DialogButtons,
  FormError,
  PasswordField,
  SecondStepField,
  TextField,
  useForm,
} from "$/public/external/voice_report/ui/islands/sign_in/form.jsx";

const FAILED = "Dit is niet gelukt. Probeer het opnieuw.";
const FACTOR = "/api/account/second-factor";
const KEYS = "/api/account/passkeys";
const CHANGES = {
  begin: {
    title: "Even bevestigen dat jij het bent",
    text: "Daarna scan je een vierkant met je telefoon.",
    words: "Verder",
    path: () => `${FACTOR}/begin`,
  },
  remove: {
    title: "Verificatie-app uitzetten?",
    text: "Je logt dan in met alleen je wachtwoord. Je herstelcodes vervallen.",
    besideKeys: "Je logt dan in met je toegangssleutel, of met een herstelcode.",
    words: "Uitzetten",
    path: () => `${FACTOR}/remove`,
    isDanger: true,
  },
  "recovery-codes": {
    title: "Nieuwe herstelcodes maken?",
    text: "Je oude codes werken daarna niet meer.",
    words: "Codes maken",
    path: () => `${FACTOR}/recovery-codes`,
  },
  "add-passkey": {
    title: "Toegangssleutel maken",
    text: "Je toestel vraagt zo om je vinger, je gezicht of je pincode.",
    words: "Verder",
    path: () => `${KEYS}/options`,
    isNamed: true,
  },
  "remove-passkey": {
    title: "Toegangssleutel verwijderen?",
    words: "Verwijderen",
    path: ({ id }) => `${KEYS}/${id}/remove`,
    isDanger: true,
  },
};

/* Asks for the password, and a code or a passkey if there is a second factor, and then makes the change: a key of CHANGES,
   '' for none, `about` a passkey. `device` is the name a new passkey begins with. `onDone` gets the server's answer. */
export function Proof({ change, about, factor, device, onClose, onDone }) {
  const { title, text, besideKeys } = CHANGES[change] ?? {};
  const explained = about ? removing(about, factor) : (factor.passkeys && besideKeys) || text;
  return (
    <Dialog open={Boolean(change)} title={title} text={explained} onClose={onClose}>
      {change && (
        <ProofForm change={change} about={about} factor={factor} device={device} onClose={onClose} onDone={onDone} />
      )}
    </Dialog>
  );
}

function removing({ name }, { setUpAt, passkeys }) {
  const isLast = !setUpAt && passkeys === 1;
  const then = isLast ? " Je logt dan in met alleen je wachtwoord. Je herstelcodes vervallen." : "";
  return `“${name}” werkt daarna niet meer.${then}`;
}

function ProofForm({ change, about, factor, device, onClose, onDone }) {
  const { words, path, isNamed, isDanger } = CHANGES[change];
  const hasKey = Boolean(factor.passkeys);
  const needsCode = factor.byProvider ? hasKey || Boolean(factor.setUpAt) : Boolean(factor.setUpAt) && !hasKey;
  const check = ({ name, currentPassword, code }) => ({
    name: isNamed && missing("Naam", name.trim()),
    currentPassword: missing("Huidig wachtwoord", currentPassword),
    code: needsCode && missing("Code", code.trim()),
  });
  const ask = (proof) => callWithStepUp("POST", path(about ?? {}), { json: proof, fallback: FAILED });
  const send = async ({ name, ...proof }, form) => {
    const { answer, error, code } = await ask(proof);
    if (answer) return isNamed ? make(answer.options, name) : onDone(answer);
    if (code === "wrong_code") selectCode(form);
    return error;
  };
  const make = async (options, name) => {
    const { credential, error } = await makePasskey(options);
    if (!credential) return error;
    const added = await call("POST", KEYS, { json: { credential, name }, fallback: FAILED });
    return added.answer ? onDone(added.answer) : added.error;
  };
  const state = useForm(check, send);
  return (
    <form {...state.form}>
      <FormError state={state} />
      {isNamed && (
        <TextField
          label="Naam"
          name="name"
          hint="Zo herken je hem later."
          defaultValue={device}
          maxLength={50}
          error={state.problems.name}
        />
      )}
      <PasswordField
        label="Huidig wachtwoord"
        id="field-proof-currentPassword"
        name="currentPassword"
        required
        error={state.problems.currentPassword}
      />
      {needsCode && <SecondStepField error={state.problems.code} />}
      <DialogButtons state={state} words={words} look={isDanger ? "danger" : "primary"} onClose={onClose} />
    </form>
  );
}
