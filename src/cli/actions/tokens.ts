import type { NewTokenView } from "../../control/tokens.ts";
import { callControl, type ControlValues, narrowed } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";

interface TokenValues extends ControlValues {
  readonly account?: string;
  readonly app?: string;
  readonly scopes?: readonly string[];
  readonly expiresIn?: number | string;
}

/** The access token alone, so that it can be put into a variable. */
export async function createToken(values: TokenValues): Promise<void> {
  const { app, account, scopes, expiresIn } = values;
  const body = {
    ...(app && { app }),
    ...(account && { account }),
    ...(scopes && { scopes }),
    ...(expiresIn !== undefined && { expiresIn }),
  };
  const made = await callControl<NewTokenView>(values, "POST", "tokens", body);
  print(values.json, made, ({ access_token: token }) => token);
}

export async function revokeToken(id: string, values: TokenValues): Promise<void> {
  await callControl(values, "DELETE", `tokens/${encodeURIComponent(id)}`);
  print(values.json, { revoked: id }, () => `${id} is revoked; its refresh token stays.`);
}

export async function clearTokens(values: TokenValues): Promise<void> {
  const { account, app } = values;
  await callControl(values, "DELETE", narrowed("tokens", { account, app }));
  print(values.json, { revoked: "all" }, () => "They are revoked, with their refresh tokens.");
}
