import type { Emulator } from "../../emulator.ts";

/** What a client needs to ask an emulator. */
export interface Access {
  readonly url: string;
  readonly companyId: string;
  readonly key: string;
  readonly authScheme?: string | undefined;
  /** What it must trust, where the emulator speaks https. */
  readonly caFile?: string | undefined;
}

/** What a client of this emulator's needs: the key that may do everything, if there is one. */
export const accessOf = (
  { url, companyId, keys }: Emulator,
  authScheme?: string,
  caFile?: string,
): Access => ({
  url,
  companyId,
  key: keys["full"] ?? Object.values(keys)[0] ?? "",
  authScheme,
  caFile,
});

/** What a command finds in its environment. */
export const environmentOf = ({
  url,
  companyId,
  key,
  authScheme = "Service-API-Key",
  caFile,
}: Access): Record<string, string> => ({
  SERVICE_EMULATOR_URL: url,
  SERVICE_EMULATOR_API_KEY: key,
  SERVICE_EMULATOR_COMPANY_ID: companyId,
  SERVICE_EMULATOR_AUTH_SCHEME: authScheme,
  // Node trusts it beside all else; what other languages call it is for their users to know.
  ...(caFile !== undefined && { SERVICE_EMULATOR_CA_FILE: caFile, NODE_EXTRA_CA_CERTS: caFile }),
});

/**
 * What an OAuth app begins with, where the fixtures have one: its secret, and tokens.
 *
 * @param token `lasting`: the fixture's own if there is one, which every reset brings back; `fresh`:
 *   one of its own, good for an hour
 */
export function environmentOfApp(
  { apps: [app], tokens }: Emulator,
  token: "lasting" | "fresh",
): Record<string, string> {
  if (app === undefined) return {};
  const ready = token === "lasting" ? app.tokens[0] : undefined;
  const made = ready ?? madeOf(tokens.create());
  return {
    SERVICE_EMULATOR_CLIENT_ID: app.clientId,
    SERVICE_EMULATOR_CLIENT_SECRET: app.clientSecret,
    SERVICE_EMULATOR_ACCESS_TOKEN: made.accessToken,
    SERVICE_EMULATOR_REFRESH_TOKEN: made.refreshToken,
  };
}

const madeOf = (made: { access_token: string; refresh_token: string }) => ({
  accessToken: made.access_token,
  refreshToken: made.refresh_token,
});
