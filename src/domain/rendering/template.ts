import { blockTags } from "./block-tags.ts";
import { Evaluator } from "./evaluator.ts";
import { expressionIn, likeOf } from "./expression.ts";
import { type Piece, piecesOf, Words } from "./lexer.ts";
import { failIn, TemplateError, type Fail } from "./template-error.ts";
import { textTags } from "./text-tags.ts";
import type { Surroundings, Ending, Tag, Node, Nodes } from "./tree.ts";
import { valueTags } from "./value-tags.ts";
import type { Value } from "./values.ts";

const depthMax = 100;

/** By name: all but `comment`, within which nothing is read. */
export const tags: ReadonlyMap<string, Tag> = new Map(
  [blockTags, valueTags, textTags].flatMap(Object.entries<Tag>),
);

type Mistaken = (error: TemplateError) => void;

/** A template's nodes. Whoever is told of mistakes goes on without them; else the first is thrown. */
export function parse(template: string, mistaken?: Mistaken): Nodes {
  return new Parser(template, mistaken).whole();
}

class Parser {
  readonly #pieces: readonly Piece[];
  readonly #fail: Fail;
  readonly #kept = new Map<string, unknown>();
  #next = 0;
  #depth = 0;
  readonly #mistaken: Mistaken | undefined;
  /** After a mistake in a tag, what ends it closes nothing. */
  #isBroken = false;

  constructor(template: string, mistaken: Mistaken | undefined) {
    this.#mistaken = mistaken;
    this.#pieces = piecesOf(template);
    this.#fail = failIn(template);
  }

  whole(): Nodes {
    return this.#until([], 0, "").nodes;
  }

  /** The nodes up to one of these tags, and that tag. @param opened the tag that has to be ended */
  #until(endings: readonly string[], opened: number, name: string): { nodes: Nodes; by: Ending } {
    const nodes: Node[] = [];
    const depth = this.#depth;
    for (;;) {
      const piece = this.#pieces[this.#next];
      if (piece === undefined) return { nodes, by: this.#ended(endings, opened, name) };
      this.#next += 1;
      try {
        const by = this.#read(piece, endings, nodes);
        if (by !== undefined) return { nodes, by };
      } catch (error) {
        if (this.#mistaken === undefined || !(error instanceof TemplateError)) throw error;
        this.#isBroken ||= piece.kind === "tag";
        this.#depth = depth;
        this.#mistaken(error);
      }
    }
  }

  /** Adds what a piece is to the nodes; of one of these tags, that tag. */
  #read({ kind, text, at }: Piece, endings: readonly string[], nodes: Node[]): Ending | undefined {
    const tag = kind === "text" ? undefined : new Words(text, at, this.#fail, kind);
    if (tag === undefined) nodes.push({ at, render: (to) => to.write(text) });
    else if (kind === "output") nodes.push(outputIn(tag, at));
    else {
      const name = tag.takeName("the name of a tag");
      if (endings.includes(name)) return { name, tag };
      if (name === "comment") this.#skipComment(at);
      else nodes.push(this.#tag(name, tag, at));
    }
    return undefined;
  }

  #ended(endings: readonly string[], opened: number, name: string): Ending {
    const ending = endings.at(-1);
    if (ending !== undefined)
      this.#fail("syntax", `'${name}' is not closed: add {% ${ending} %}`, opened);
    return { name: "", tag: new Words("", 0, this.#fail, "tag") };
  }

  #tag(name: string, tag: Words, at: number): Node {
    const read = tags.get(name) ?? this.#unknown(name, at);
    this.#depth += 1;
    if (this.#depth > depthMax) {
      this.#fail("bound", `blocks are nested more than ${depthMax} deep`, at);
    }
    const until = (endings: readonly string[]) => this.#until(endings, at, name);
    const body = (ending: string): Nodes => {
      const { nodes, by } = until([ending]);
      by.tag.end();
      return nodes;
    };
    const render = read({ name, tag, until, body, kept: this.#kept });
    this.#depth -= 1;
    return { at, render };
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

  #unknown(name: string, at: number): Tag {
    if (/^(end|else$|elif$|empty$)/.test(name)) {
      if (this.#isBroken) return () => () => {};
      return this.#fail("syntax", `'${name}' closes nothing that is open`, at);
    }
    const hint = likeOf(name, [...tags.keys(), "comment"]);
    return this.#fail("syntax", `there is no tag '${name.slice(0, 40)}'${hint}`, at);
  }
}

function outputIn(tag: Words, at: number): Node {
  const of = expressionIn(tag);
  tag.end();
  return { at, render: (to, scope) => to.output(to.valueOf(of, scope)) };
}

export interface Template {
  /** The text for a context. @throws TemplateError where it asks for more than is done */
  readonly render: (context: Readonly<Record<string, Value>>, surroundings: Surroundings) => string;
  /** Renders it for nobody. @returns what `render` throws */
  readonly attempt: (...given: Parameters<Template["render"]>) => TemplateError | undefined;
}

interface Compiling {
  /** Whether outputs are escaped for HTML, unless they are `safe` (template-language.md). */
  readonly escapes?: boolean;
  /** Told of each mistake, which is left out then. Default: the first is thrown. */
  readonly mistaken?: (error: TemplateError) => void;
}

/** Reads a template of the service's language, which is Django's and some more. @throws TemplateError */
export function compile(text: string, { escapes = true, mistaken }: Compiling = {}): Template {
  const nodes = parse(text, mistaken);
  const fail = failIn(text);
  const render: Template["render"] = (context, surroundings) =>
    new Evaluator(surroundings, escapes, fail).render(nodes, context);
  const attempt: Template["attempt"] = (...given) => {
    try {
      render(...given);
    } catch (error) {
      if (error instanceof TemplateError) return error;
      throw error;
    }
    return undefined;
  };
  return { render, attempt };
}
