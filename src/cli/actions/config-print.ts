import type { Command } from "commander";
import { columns } from "../../control/act.ts";
import { originOf } from "../options/config.ts";
import { print } from "../terminal/terminal.ts";
import { tableOf } from "../terminal/table.ts";

type Setting = { readonly option: string; readonly value: unknown; readonly from: string };

const settings = columns<Setting>(
  "option",
  { head: "VALUE", cell: ({ value }) => textOf(value), elastic: true },
  "from",
);

/** `config print`: what each option of `start` is. */
export function printConfig(command: Command, file: string | undefined, json: boolean): void {
  const options = command.options.flatMap((each): Setting[] => {
    const option = each.attributeName();
    if (["config", "json", "quiet"].includes(option)) return [];
    const said: unknown = command.getOptionValue(option) ?? null;
    const value = option === "controlToken" && said !== null ? "…" : said;
    return [{ option, value, from: originOf(command, each, file) }];
  });
  print(json, { file: file ?? null, options }, () => tableOf(settings, options));
}

function textOf(value: unknown): string {
  if (value === null) return "";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.join(", ");
  return Object.entries(value)
    .map(([name, of]) => `${name}=${of}`)
    .join(",");
}
