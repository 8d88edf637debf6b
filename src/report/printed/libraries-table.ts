import { markdownTable } from "../../contract/markdown-table.ts";
import { libraries } from "../advice/libraries.ts";

export const librariesTable = (): string =>
  markdownTable([
    ["library", "rules", "option", "into", "known", "source"],
    ...libraries.flatMap(({ name, into, source, options }) =>
      options.map((each) => [
        name,
        each.rules.map((rule) => `\`${rule}\``).join(", "),
        `\`${each.option}\``,
        `\`${each.into ?? into}\``,
        each.isTried ? "tried" : "read",
        `[page](${source})`,
      ]),
    ),
  ]);
