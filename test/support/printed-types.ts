import type { Shape } from "../../src/contract/shape.ts";

/** A type that is printed from its shape: what its members mean is said there, once. */
export interface PrintedType {
  readonly name: string;
  /** What stands above it. */
  readonly doc: string;
  readonly shape: Shape;
  /** Whether only types of its own file refer to it. */
  readonly inner?: true;
  /** What a shape cannot say, by member: a type of which it is a part. */
  readonly types?: Readonly<Record<string, string>>;
}

type ObjectShape = Extract<Shape, { readonly kind: "object" }>;
type Members = ObjectShape["members"];

const widthMax = 110;

/** The type as TypeScript, every member with its sentence. @param known types that may be referred to */
export function printed(type: PrintedType, known: readonly PrintedType[]): string {
  const members = membersOf(type.shape);
  const others = known.filter(({ name }) => name !== type.name);
  const { bases, own } = parted(members, others);
  const extended = bases.length === 0 ? "" : ` extends ${bases.join(", ")}`;
  const body = linesOf(own, "  ", others, type);
  return `/** ${type.doc} */\n// oxfmt-ignore\n${type.inner ? "" : "export "}interface ${type.name}${extended} {\n${body}\n}`;
}

/** The members with their sentences, also of objects within: `match.email`. */
export const sentencesOf = ({ name, shape }: PrintedType): ReadonlyMap<string, string> =>
  new Map(
    [...membersOf(shape)].map(([member, { shape: of }]) => {
      if (of.description !== undefined) return [member, of.description];
      throw new Error(`${name}.${member} has no sentence`);
    }),
  );

const membersOf = (shape: Shape): Members => {
  if (shape.kind === "object") return shape.members;
  throw new Error("expected the shape of an object");
};

/** The known types whose members an object has, the largest first, and the members that are left. */
function parted(members: Members, known: readonly PrintedType[]) {
  const bases: string[] = [];
  const own = new Map(members);
  const bySize = known.toSorted((a, b) => membersOf(b.shape).size - membersOf(a.shape).size);
  for (const { name, shape } of bySize) {
    const theirs = [...membersOf(shape)];
    const has = ([member, { shape: of, required }]: (typeof theirs)[number]) =>
      own.get(member)?.shape === of && own.get(member)?.required === required;
    if (!theirs.every(has)) continue;
    bases.push(name);
    for (const [member] of theirs) own.delete(member);
  }
  return { bases, own };
}

function linesOf(
  members: Members,
  indent: string,
  known: readonly PrintedType[],
  within: PrintedType,
): string {
  const lines = [...members].flatMap(([name, { shape, required }]) => {
    const { description } = shape;
    const type = within.types?.[name] ?? typeOf(shape, indent, known, within);
    const line = `${indent}readonly ${name}${required ? "" : "?"}: ${type};`;
    const doc = description === undefined ? [] : docOf(description, indent);
    return [...doc, ...broken(line, indent)];
  });
  return lines.join("\n");
}

function docOf(text: string, indent: string): string[] {
  const one = `${indent}/** ${text} */`;
  if (one.length <= widthMax) return [one];
  const lines = [""];
  for (const word of text.split(" ")) {
    if (`${indent} * ${lines.at(-1)} ${word}`.length > widthMax) lines.push("");
    lines.push(`${lines.pop()} ${word}`.trimStart());
  }
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`];
}

/** A union that is too long stands in lines of its own. */
function broken(line: string, indent: string): string[] {
  if (line.length <= widthMax || line.includes("\n") || !line.includes(" | ")) return [line];
  const [head = "", ...rest] = line.split(": ");
  return [
    `${head}:`,
    ...rest
      .join(": ")
      .split(" | ")
      .map((part) => `${indent}  | ${part}`),
  ];
}

function typeOf(
  shape: Shape,
  indent: string,
  known: readonly PrintedType[],
  within: PrintedType,
): string {
  const of = (inner: Shape) => typeOf(inner, indent, known, within);
  switch (shape.kind) {
    case "string":
    case "number":
    case "boolean":
      return shape.kind;
    case "integer":
      return "number";
    case "any":
    case "file":
      return "unknown";
    case "open":
      return "Readonly<Record<string, unknown>>";
    case "literal":
      return shape.values.map((value) => JSON.stringify(value)).join(" | ");
    case "nullable":
      return `${of(shape.shape)} | null`;
    case "oneOf":
      return [...new Set(shape.shapes.map(of))].join(" | ");
    case "record":
      return `Readonly<Record<string, ${of(shape.of)}>>`;
    case "list": {
      const item = of(shape.of);
      return /[ |&]/.test(item) ? `readonly (${item})[]` : `readonly ${item}[]`;
    }
    case "object": {
      const { bases, own } = parted(shape.members, known);
      if (own.size === 0) return bases.join(" & ");
      const body = linesOf(own, `${indent}  `, known, { ...within, types: {} });
      return [...bases, `{\n${body}\n${indent}}`].join(" & ");
    }
  }
}
