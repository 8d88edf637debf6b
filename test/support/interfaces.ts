import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { markdownTable } from "../../src/contract/markdown-table.ts";
import { root } from "./pages.ts";

/** A member of an interface, as its source writes it. */
interface Member {
  readonly name: string;
  readonly isMethod: boolean;
  /** What its type begins with, such as the name of another interface. */
  readonly type: string;
  /** Its docstring in one line. */
  readonly means: string;
}

const sources = ["src", "src/control", "src/explore", "src/scenarios"].flatMap((folder) =>
  readdirSync(join(root, folder), { encoding: "utf8", recursive: folder !== "src" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(root, folder, name), "utf8")),
);

/** The members of a public interface, and of those that it extends. */
function membersOf(name: string): Member[] {
  const found = sources
    .map((text) =>
      new RegExp(
        `^(?:export )?interface ${name} (?:extends ([\\w, ]+) )?\\{\n(.*?)^\\}`,
        "ms",
      ).exec(text),
    )
    .find((each) => each !== null);
  if (!found) return [];
  const [, bases = "", body = ""] = found;
  const written =
    /(?:^ {2}\/\*\*(?<doc>(?:(?!\*\/).)*)\*\/\n)?^ {2}(?:readonly )?(?<name>\w+)\??(?:(?<call>\()|: (?<type>\w*))/gms;
  const own = [...body.matchAll(written)].map(({ groups = {} }) => ({
    name: groups["name"] ?? "",
    isMethod: groups["call"] !== undefined,
    type: groups["type"] ?? "",
    means: (groups["doc"] ?? "")
      .replaceAll(/\n\s*\*/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  }));
  return [...bases.split(", ").flatMap((base) => membersOf(base)), ...own];
}

/** The options of the library, as the documents show them. */
export const libraryOptionsTable = (): string =>
  markdownTable([
    ["option", "means"],
    ...membersOf("EmulatorOptions").map(({ name, means }) => [`\`${name}\``, means]),
  ]);

/** An interface's members; of those with methods of their own, the methods. */
export const partsOf = (name: string): string[] =>
  membersOf(name).flatMap(({ name: member, isMethod, type }) => {
    const inner = membersOf(type).filter((each) => each.isMethod);
    if (inner.length === 0) return [isMethod ? `${member}()` : member];
    return inner.map((each) => `${member}.${each.name}()`);
  });
