/* A certified OpenID provider that no one here wrote (npm: oidc-provider), over TLS on loopback. Everybody may sign in:
   the address that is typed as user name is the account. */
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import Provider from "oidc-provider";

const { PORT, CERTIFICATE, APP_URL, CLIENT_ID, CLIENT_SECRET } = process.env;
const issuer = `https://localhost:${PORT}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${APP_URL}/api/auth/single-sign-on/callback`],
      post_logout_redirect_uris: [`${APP_URL}/login`],
      grant_types: ["authorization_code"],
      response_types: ["code"],
      backchannel_logout_uri: `${APP_URL}/api/auth/single-sign-on/back-channel-logout`,
      backchannel_logout_session_required: true,
    },
  ],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name"], acr: null, sid: null, auth_time: null, iss: null },
  features: { backchannelLogout: { enabled: true } },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: id, email_verified: true, given_name: "Sanne", family_name: "de Wit" }),
  }),
  cookies: { keys: ["only-for-tests"] },
  pkce: { required: () => true },
});

createServer({ key: readFileSync(CERTIFICATE), cert: readFileSync(CERTIFICATE) }, provider.callback()).listen(
  Number(PORT),
  "127.0.0.1",
  () => console.log("ready"),
);

// The tests hold the other end: when their process is killed it closes, and nothing else would end this one.
process.stdin.resume().on("end", () => process.exit());
