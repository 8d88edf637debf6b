import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

export const root = join(import.meta.dirname, "../..");

/** The generator of the site has pages of its own where it is installed. */
const isForBuilders = (page: string): boolean => /^docs\/(?:building|node_modules)\//.test(page);

/** Every page that users read, by its path from the root. */
export const pages: readonly string[] = ["README.md", "CONTRIBUTING.md", ...pagesIn("docs")].filter(
  (page) => !isForBuilders(page),
);

function pagesIn(folder: string): string[] {
  const found = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

export const textOf = (page: string): string => readFileSync(join(root, page), "utf8");

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  readonly line: number;
  /** The nearest heading above it. */
  readonly heading: string;
  /** What the fence says: the language, and what the text is, such as `yaml scenario`. */
  readonly kind: string;
  readonly text: string;
  /** The block of commands before it on the page: of `text output`, what printed it. */
  readonly after?: Block;
}

export const nameOf = ({ page, line, kind }: Block): string => `${page}:${line} (${kind})`;

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  let open: { kind: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of textOf(page).split("\n").entries()) {
    if (open === undefined) {
      const [, kind] = /^```(.*)$/.exec(line) ?? [];
      if (kind !== undefined) open = { kind: kind.trim(), line: index + 1, lines: [] };
      const [, title] = /^#+ (.*)$/.exec(line) ?? [];
      if (title !== undefined) heading = title;
    } else if (line === "```") {
      const after = blocks.findLast(({ kind }) => kind === "sh");
      const { kind, lines } = open;
      const block = { page, line: open.line, heading, kind, text: `${lines.join("\n")}\n` };
      blocks.push(after === undefined ? block : { ...block, after });
      open = undefined;
    } else {
      open.lines.push(line);
    }
  }
  if (open !== undefined) throw new Error(`${page}:${open.line}: this block has no end`);
  return blocks;
}

export const allBlocks: readonly Block[] = pages.flatMap(blocksOf);

/** The block that has a line `// name`: a file that readers save under that name. */
export function example(name: string): string {
  const found = allBlocks.filter(({ text }) => text.split("\n").includes(`// ${name}`));
  if (found.length !== 1) {
    throw new Error(`${found.length} blocks of the documents have the line "// ${name}"`);
  }
  return found[0]?.text ?? "";
}
