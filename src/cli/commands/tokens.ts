import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { numberOrText, readNames } from "../options/values.ts";

/** `tokens`, as it is declared: what it does is loaded when it runs. */
export function addTokens(program: Command): void {
  const tokens = program.command("tokens").description("see, make and revoke OAuth tokens");
  const load = () => import("../actions/tokens.ts");
  const command = (name: string, description: string, how?: { isDefault: boolean }) =>
    controlled(tokens, name, description, how)
      .option("--app <id>", "of the app with this client id")
      .option("--account <id>", "of this account");
  command("list", "the access tokens, masked", { isDefault: true }).action(async (values) =>
    (await import("../actions/lists.ts")).lists.tokens(values),
  );
  command("create", "make one without asking anybody, and print it")
    .option("--scopes <scopes>", "such as profiles:read (default: all of the app's)", readNames)
    .option("--expires-in <time>", "seconds, or a duration such as 10m", numberOrText)
    .action(async (values) => (await load()).createToken(values));
  controlled(tokens, "rm", "revoke an access token; its refresh token stays")
    .argument("<id>", "such as token-1")
    .action(async (id, values) => (await load()).revokeToken(id, values));
  command("clear", "revoke all of them, with their refresh tokens").action(async (values) =>
    (await load()).clearTokens(values),
  );
}
