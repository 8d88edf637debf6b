import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { readNames } from "../options/values.ts";

/** `keys`, as it is declared: what it does is loaded when it runs. */
export function addKeys(program: Command): void {
  const keys = program.command("keys").description("see, make and revoke private keys");
  const load = () => import("../actions/keys.ts");
  const command = (name: string, description: string, how?: { isDefault: boolean }) =>
    controlled(keys, name, description, how).option("--account <id>", "of this account");
  command("list", "the private keys, masked", { isDefault: true }).action(async (values) =>
    (await import("../actions/lists.ts")).lists.keys(values),
  );
  command("create", "make one; it is shown once")
    .argument("<name>", "what it is called")
    .option("--scopes <scopes>", "full, read-only, or scopes such as profiles:read", readNames)
    .action(async (name, values) => (await load()).createKey(name, values));
  command("rm", "revoke one: whoever uses it is refused from now on")
    .argument("<name>", "what it is called")
    .action(async (name, values) => (await load()).revokeKey(name, values));
}
