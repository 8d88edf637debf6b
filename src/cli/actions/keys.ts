import type { KeyView, NewKeyView } from "../../control/keys.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";
import { screenWidth } from "../terminal/screen.ts";
import { tableOf } from "../terminal/table.ts";

interface KeyValues extends ControlValues {
  readonly account?: string;
  readonly scopes?: readonly string[];
}

const of = (path: string, { account }: KeyValues): string =>
  account === undefined ? path : `${path}?${new URLSearchParams({ account })}`;

export async function listKeys(values: KeyValues): Promise<void> {
  const keys = await callControl<KeyView[]>(values, "GET", of("keys", values));
  print(values.json, keys, () =>
    tableOf(
      [
        { head: "NAME", cell: ({ name }) => name },
        { head: "KEY", cell: ({ masked }) => masked },
        { head: "TYPE", cell: ({ type }) => type },
        { head: "SCOPES", cell: scopesOf, elastic: true },
        { head: "ACCOUNT", cell: ({ account }) => account, optional: true },
      ],
      keys,
      screenWidth(),
    ),
  );
}

const scopesOf = ({ type, scopes }: KeyView) => (type === "custom" ? scopes.join(", ") : "");

/** The key alone, so that it can be put into a variable. */
export async function createKey(name: string, values: KeyValues): Promise<void> {
  const { scopes } = values;
  const [first = ""] = scopes ?? [];
  const word = scopes?.length === 1 && !first.includes(":");
  const body = { name, ...(scopes && { scopes: word ? first : scopes }) };
  const made = await callControl<NewKeyView>(values, "POST", of("keys", values), body);
  print(values.json, made, ({ key }) => key);
}

export async function revokeKey(name: string, values: KeyValues): Promise<void> {
  await callControl(values, "DELETE", of(`keys/${encodeURIComponent(name)}`, values));
  print(values.json, { revoked: name }, () => `${name} is revoked.`);
}
