import { nearest } from "../../world/nearest.ts";
import { conditionIn, expressionIn } from "./expression.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import { type Fail, failIn } from "./template-error.ts";
import type { Branch, Named, Node, Nodes } from "./tree.ts";
import { Words } from "./words.ts";

/** How deep blocks may lie within one another. */
const depthMax = 100;

/** Tags that a message has its own text for. Each may have a label, which is only read. */
export const marks = [
  "unsubscribe",
  "unsubscribe_link",
  "manage_preferences",
  "manage_preferences_link",
  "web_view",
];

/** @throws TemplateError for what is no template */
export function parse(template: string): Nodes {
  return new Parser(template).whole();
}

/** A tag that ended a block. */
interface Ending {
  readonly name: string;
  readonly tag: Words;
  readonly at: number;
}

class Parser {
  readonly #pieces: readonly Piece[];
  readonly #fail: Fail;
  #next = 0;
  #depth = 0;

  constructor(template: string) {
    this.#pieces = piecesOf(template);
    this.#fail = failIn(template);
  }

  whole(): Nodes {
    const { nodes } = this.#until([], 0, "");
    return nodes;
  }

  /** The nodes up to one of these tags, and that tag. @param opened the tag that has to be ended */
  #until(endings: readonly string[], opened: number, name: string): { nodes: Nodes; by: Ending } {
    const nodes: Node[] = [];
    for (;;) {
      const piece = this.#pieces[this.#next];
      if (piece === undefined) return { nodes, by: this.#ended(endings, opened, name) };
      this.#next += 1;
      const { kind, text, at } = piece;
      if (kind === "text") {
        nodes.push({ kind, text, at });
        continue;
      }
      const tag = new Words(text, at, this.#fail);
      if (kind === "output") {
        nodes.push({ kind, of: expressionIn(tag), at });
        tag.end();
        continue;
      }
      const found = tag.takeName("the name of a tag");
      if (endings.includes(found)) return { nodes, by: { name: found, tag, at } };
      nodes.push(...this.#tag(found, tag, at));
    }
  }

  /** The template is over. */
  #ended(endings: readonly string[], opened: number, name: string): Ending {
    const ending = endings.at(-1);
    if (ending !== undefined)
      this.#fail("syntax", `'${name}' is not closed: add {% ${ending} %}`, opened);
    return { name: "", tag: new Words("", 0, this.#fail), at: 0 };
  }

  #tag(name: string, tag: Words, at: number): Nodes {
    if (marks.includes(name)) return [{ kind: "mark", name, at }];
    switch (name) {
      case "if":
        return [this.#within(at, () => this.#if(tag, at))];
      case "for":
        return [this.#within(at, () => this.#for(tag, at))];
      case "with":
        return [this.#within(at, () => this.#with(tag, at))];
      case "catalog":
        return [this.#within(at, () => this.#catalog(tag, at))];
      case "comment":
        this.#skipComment(at);
        return [];
      default:
        return this.#unknown(name, at);
    }
  }

  /** @throws TemplateError where too many blocks are open */
  #within<T>(at: number, read: () => T): T {
    this.#depth += 1;
    if (this.#depth > depthMax) {
      this.#fail("bound", `blocks are nested more than ${depthMax} deep`, at);
    }
    const found = read();
    this.#depth -= 1;
    return found;
  }

  #if(first: Words, opened: number): Node {
    const branches: Branch[] = [];
    let when: Branch["when"] = conditionIn(first);
    for (;;) {
      const endings = when === undefined ? ["endif"] : ["elif", "else", "endif"];
      const { nodes: body, by } = this.#until(endings, opened, "if");
      branches.push({ when, body });
      if (by.name === "elif") when = conditionIn(by.tag);
      else by.tag.end();
      if (by.name === "endif") return { kind: "if", branches, at: opened };
      if (by.name === "else") when = undefined;
    }
  }

  #for(tag: Words, at: number): Node {
    const names: string[] = [];
    do names.push(tag.takeName("the name of an item"));
    while (tag.takeIf(","));
    if (!tag.takeIf("in")) tag.fail("expected 'in'");
    const over = expressionIn(tag);
    const reversed = tag.takeIf("reversed");
    tag.end();
    const { nodes: body, by } = this.#until(["empty", "endfor"], at, "for");
    by.tag.end();
    const last = by.name === "empty" ? this.#until(["endfor"], at, "for") : undefined;
    last?.by.tag.end();
    return { kind: "for", names, over, reversed, body, ifEmpty: last?.nodes ?? [], at };
  }

  /** `a=b c=d`, or `b as a`. */
  #with(tag: Words, at: number): Node {
    const named: Named[] = [];
    do {
      const first = expressionIn(tag);
      if (tag.takeIf("as")) {
        named.push({ name: tag.takeName("a name"), value: first });
        break;
      }
      const { source, applied } = first;
      const [name, ...more] = source.kind === "path" ? source.names : [];
      if (name === undefined || more.length + applied.length > 0) tag.fail("expected NAME=VALUE");
      if (!tag.takeIf("=")) tag.fail("expected '='");
      named.push({ name: name as string, value: expressionIn(tag) });
    } while (tag.peek.kind !== "end");
    tag.end();
    const { nodes: body, by } = this.#until(["endwith"], at, "with");
    by.tag.end();
    return { kind: "with", named, body, at };
  }

  /** An id, and perhaps `integration="…"`, which is only read. */
  #catalog(tag: Words, at: number): Node {
    const id = expressionIn(tag);
    while (tag.peek.kind !== "end") {
      tag.takeName("NAME=VALUE");
      if (!tag.takeIf("=")) tag.fail("expected '='");
      expressionIn(tag);
    }
    const { nodes: body, by } = this.#until(["endcatalog"], at, "catalog");
    by.tag.end();
    return { kind: "catalog", id, body, at };
  }

  #skipComment(opened: number): void {
    for (; this.#next < this.#pieces.length; this.#next += 1) {
      const { kind, text } = this.#pieces[this.#next] as Piece;
      if (kind !== "tag" || text.trim() !== "endcomment") continue;
      this.#next += 1;
      return;
    }
    this.#ended(["endcomment"], opened, "comment");
  }

  #unknown(name: string, at: number): never {
    if (/^(end|else$|elif$|empty$)/.test(name)) {
      return this.#fail("syntax", `'${name}' closes nothing that is open`, at);
    }
    const like = nearest(name, [...marks, "if", "for", "with", "catalog", "comment"]);
    const hint = like === undefined ? "" : ` (did you mean ${like}?)`;
    return this.#fail("syntax", `there is no tag '${name.slice(0, 40)}'${hint}`, at);
  }
}
