import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { numberOrText, readNames } from "../options/values.ts";

/** `tokens`, as it is declared: what it does is loaded when it runs. */
export function addTokens(program: Command): void {
  const tokens = program.command("tokens").description("List, create and revoke OAuth tokens");
  const load = () => import("../actions/tokens.ts");
  const command = (name: string, description: string, how?: { isDefault: boolean }) =>
    controlled(tokens, name, description, how)
      .option("--app <id>", "Only the app with this client id")
      .option("--account <id>", "Only for this account");
  command("list", "List the access tokens, masked", { isDefault: true }).action(async (values) =>
    (await import("../actions/lists.ts")).lists.tokens(values),
  );
  command("create", "Create a token without an OAuth flow, and print it")
    .option(
      "--scopes <scopes>",
      "Scopes, such as profiles:read (default: all of the app's)",
      readNames,
    )
    .option("--expires-in <time>", "Lifetime: seconds, or a duration such as 10m", numberOrText)
    .action(async (values) => (await load()).createToken(values));
  controlled(tokens, "rm", "Revoke an access token; its refresh token stays valid")
    .argument("<id>", "Token id, such as token-1")
    .action(async (id, values) => (await load()).revokeToken(id, values));
  command("clear", "Revoke all tokens, with their refresh tokens").action(async (values) =>
    (await load()).clearTokens(values),
  );
}
