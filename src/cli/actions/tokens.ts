import type { NewTokenView, TokenView } from "../../control/tokens.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";
import { screenWidth } from "../terminal/screen.ts";
import { tableOf } from "../terminal/table.ts";

interface TokenValues extends ControlValues {
  readonly account?: string;
  readonly app?: string;
  readonly scopes?: readonly string[];
  readonly expiresIn?: number | string;
}

function narrowed({ account, app }: TokenValues): string {
  const query = new URLSearchParams({ ...(account && { account }), ...(app && { app }) });
  return query.size === 0 ? "tokens" : `tokens?${query}`;
}

export async function listTokens(values: TokenValues): Promise<void> {
  const tokens = await callControl<TokenView[]>(values, "GET", narrowed(values));
  print(values.json, tokens, () =>
    tokens.length === 0
      ? "There is no token."
      : tableOf(
          [
            { head: "ID", cell: ({ id }) => id },
            { head: "TOKEN", cell: ({ masked }) => masked },
            { head: "STATE", cell: ({ state }) => state },
            { head: "EXPIRES", cell: ({ expiresAt }) => expiresAt },
            { head: "APP", cell: ({ app }) => app, elastic: true },
            { head: "SCOPES", cell: ({ scopes }) => scopes.join(", "), elastic: true },
            { head: "ACCOUNT", cell: ({ account }) => account, optional: true },
          ],
          tokens,
          screenWidth(),
        ),
  );
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
  await callControl(values, "DELETE", narrowed(values));
  print(values.json, { revoked: "all" }, () => "They are revoked, with their refresh tokens.");
}
