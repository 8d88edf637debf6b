import { type Doc, flat, group } from "./layout.ts";
import type { Node } from "./read.ts";
import type { Shared } from "./shared.ts";

/** The name of the shape whose values have a type. */
export const constOf = (type: string): string =>
  type.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+/, (all) => all.toLowerCase());

/** What makes the shape, with the names of others. */
export function shapeText(node: Node, shared: Shared): Doc {
  switch (node.kind) {
    case "string":
    case "number":
    case "integer":
      return `${node.kind}(${optionsOf(node.options)})`;
    case "boolean":
    case "open":
      return `${node.kind}()`;
    case "any":
      return node.type === "unknown" ? "any()" : `any<${node.type}>()`;
    case "literal":
      return group("literal(", node.values.map(valueText), ")");
    case "nullable":
      return isNothing(node.of) ? "nothing()" : ["nullable(", partText(node.of, shared), ")"];
    case "list": {
      const bounds = optionsOf(node.bounds);
      const end = bounds === "" ? ")" : `, ${bounds})`;
      return ["list(", partText(node.of, shared), end];
    }
    case "oneOf": {
      const options = node.of.map((each) => partText(each, shared));
      return group("oneOf(", options, ")");
    }
    case "object": {
      const members = node.members.map(({ name, isOptional, of }) => {
        const shape = partText(of, shared);
        const key = isOptional ? `"${name}?"` : name;
        return shape === key ? key : joined([`${key}: `, shape]);
      });
      return group("object({", members, "})");
    }
    case "ref":
      return partText(node, shared);
  }
}

/** A shape within another: its name, or what makes it, with what is said of it there. */
function partText(node: Node, shared: Shared): Doc {
  const plain = shared.plain(node);
  const name = shared.nameOf(plain);
  const shape = name === undefined ? shapeText(plain, shared) : constOf(name);
  const { default: standard, since } = node;
  const filled =
    standard === undefined ? shape : group("byDefault(", [shape, valueText(standard)], ")");
  return since === undefined
    ? filled
    : group("during(", [filled, `{ since: ${valueText(since)} }`], ")");
}

/** The type of the values that a shape lets through, with the names of others. */
export function typeText(node: Node, shared: Shared): Doc {
  switch (node.kind) {
    case "string":
    case "number":
    case "boolean":
      return node.kind;
    case "integer":
      return "number";
    case "open":
      return "Readonly<Record<string, unknown>>";
    case "any":
      return node.type;
    case "literal":
      return group("", node.values.map(valueText), "", " |");
    case "nullable":
      return isNothing(node.of) ? "null" : [partType(node.of, shared), " | null"];
    case "list": {
      const item = partType(node.of, shared);
      return flat(item).includes(" | ") ? ["readonly (", item, ")[]"] : ["readonly ", item, "[]"];
    }
    case "oneOf": {
      const options = node.of.map((each) => partType(each, shared));
      const texts = options.map(flat);
      const others = options.filter((_, index) => texts.indexOf(texts[index] ?? "") === index);
      return group("", others, "", " |");
    }
    case "object": {
      const members = node.members.map(({ name, isOptional, of }) =>
        joined([`readonly ${name}${isOptional ? "?" : ""}: `, partType(of, shared)]),
      );
      return group("{", members, "}", ";");
    }
    case "ref":
      return partType(node, shared);
  }
}

function partType(node: Node, shared: Shared): Doc {
  const plain = shared.plain(node);
  return shared.nameOf(plain) ?? typeText(plain, shared);
}

/** Whether there is no value but null. */
const isNothing = (node: Node): boolean => node.kind === "literal" && node.values.length === 0;

/** A text that nothing breaks is one text. */
const joined = (doc: Doc): Doc => (isText(doc) ? flat(doc) : doc);
const isText = (doc: Doc): boolean =>
  typeof doc === "string" || (!("items" in doc) && doc.every(isText));

/** A value as it is written in a program. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${name}: ${valueText(each)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

const optionsOf = (options: object): string =>
  Object.keys(options).length === 0 ? "" : valueText(options);
