import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { readNames } from "../options/values.ts";

/** `keys`, as it is declared: what it does is loaded when it runs. */
export function addKeys(program: Command): void {
  const keys = program.command("keys").description("List, create and revoke private keys");
  const load = () => import("../actions/keys.ts");
  const command = (name: string, description: string, how?: { isDefault: boolean }) =>
    controlled(keys, name, description, how).option("--account <id>", "Only for this account");
  command("list", "List the private keys, masked", { isDefault: true }).action(async (values) =>
    (await import("../actions/lists.ts")).lists.keys(values),
  );
  command("create", "Create a private key (shown only once)")
    .argument("<name>", "Name of the key")
    .option(
      "--scopes <scopes>",
      "Grant full, read-only, or scopes such as profiles:read",
      readNames,
    )
    .action(async (name, values) => (await load()).createKey(name, values));
  command("rm", "Revoke a private key; requests that use it are rejected")
    .argument("<name>", "Name of the key")
    .action(async (name, values) => (await load()).revokeKey(name, values));
}
