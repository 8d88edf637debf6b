import type { Command } from "commander";
import { originOf } from "../options/config.ts";
import { print } from "../terminal/terminal.ts";
import { tableOf } from "../terminal/table.ts";

/** `config print`: each value, and where it came from. */
export function printConfig(command: Command, file: string | undefined, json: boolean): void {
  const lines = command.options
    .filter((option) => !["config", "json", "quiet"].includes(option.attributeName()))
    .map((option) => {
      const value: unknown = command.getOptionValue(option.attributeName()) ?? null;
      const shown = option.attributeName() === "controlToken" && value !== null ? "…" : value;
      return {
        option: option.attributeName(),
        value: shown,
        from: originOf(command, option, file),
      };
    });
  print(json, { file: file ?? null, options: lines }, () =>
    tableOf(
      [
        { head: "OPTION", cell: ({ option }: (typeof lines)[number]) => option },
        { head: "VALUE", cell: ({ value }) => textOf(value), elastic: true },
        { head: "FROM", cell: ({ from }) => from },
      ],
      lines,
    ),
  );
}

function textOf(value: unknown): string {
  if (value === null) return "";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.join(", ");
  return Object.entries(value)
    .map(([name, of]) => `${name}=${of}`)
    .join(",");
}
