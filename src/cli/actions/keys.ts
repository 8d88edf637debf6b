import type { NewKeyView } from "../../control/keys.ts";
import { callControl, type ControlValues, narrowed } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";

interface KeyValues extends ControlValues {
  readonly account?: string;
  readonly scopes?: readonly string[];
}

/** The key alone, so that it can be put into a variable. */
export async function createKey(name: string, values: KeyValues): Promise<void> {
  const { account, scopes } = values;
  const [first = ""] = scopes ?? [];
  const word = scopes?.length === 1 && !first.includes(":");
  const body = { name, ...(scopes && { scopes: word ? first : scopes }) };
  const made = await callControl<NewKeyView>(values, "POST", narrowed("keys", { account }), body);
  print(values.json, made, ({ key }) => key);
}

export async function revokeKey(name: string, values: KeyValues): Promise<void> {
  const { account } = values;
  await callControl(values, "DELETE", narrowed(`keys/${encodeURIComponent(name)}`, { account }));
  print(values.json, { revoked: name }, () => `${name} is revoked.`);
}
