import type { Literal, Shape, ShapeOf } from "../contract/shape.ts";

type ObjectShape = ShapeOf<"object">;
export type Known = Readonly<Record<string, unknown>>;

/** The options that a value is most likely meant as, or the member by which it is none of them. */
export type Meant =
  | { readonly options: readonly Shape[] }
  | { readonly member: string; readonly values: readonly Literal[] };

/** Tells objects apart by the members in which each has values of its own, such as `type`, one after the other. */
export function meantObject(options: readonly Shape[], value: Known): Meant {
  let left = options as readonly ObjectShape[];
  const asked = new Set<string>();
  for (;;) {
    const member = tellingMember(left, asked);
    if (member === undefined) return { options: left };
    asked.add(member);
    const values = [...new Set(left.flatMap((option) => literalsOf(option, member) ?? []))];
    if (!Object.hasOwn(value, member) || !values.includes(value[member] as Literal))
      return { member, values };
    left = left.filter((option) => literalsOf(option, member)?.includes(value[member] as Literal));
  }
}

/** The lists of several whose items none of a value's items speaks against. */
export const meantLists = (options: readonly Shape[], items: readonly unknown[]): Shape[] =>
  options.filter((each) => each.kind === "list" && items.every((item) => fits(each.of, item)));

/** Whether a value is one of a shape, as far as the members tell by which objects are told apart. */
function fits(shape: Shape, value: unknown): boolean {
  if (shape.kind === "oneOf") return shape.shapes.some((option) => fits(option, value));
  if (shape.kind !== "object" || typeof value !== "object" || value === null) return true;
  return [...shape.members].every(([name, { shape: member }]) => {
    if (member.kind !== "literal" || !Object.hasOwn(value, name)) return true;
    return member.values.includes((value as Known)[name] as Literal);
  });
}

function tellingMember(objects: readonly ObjectShape[], asked: ReadonlySet<string>) {
  const tells = (name: string) => objects.every((each) => literalsOf(each, name) !== undefined);
  return [...(objects[0]?.members.keys() ?? [])].find((name) => !asked.has(name) && tells(name));
}

function literalsOf({ members }: ObjectShape, name: string): readonly Literal[] | undefined {
  const member = members.get(name);
  return member?.required && member.shape.kind === "literal" ? member.shape.values : undefined;
}

/** A value that fits its shape, with the defaults of what is left out, also in objects that may be left out whole. */
export function withDefaults(shape: Shape, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  switch (shape.kind) {
    case "nullable":
      return withDefaults(shape.shape, value);
    case "list":
      return (value as unknown[]).map((item) => withDefaults(shape.of, item));
    case "oneOf": {
      const objects = shape.shapes.filter(({ kind }) => kind === "object");
      const meant = meantObject(objects, value as Known);
      const [only] = "options" in meant ? meant.options : [];
      return only === undefined ? value : withDefaults(only, value);
    }
    case "object": {
      const given = value as Known;
      const filled: Record<string, unknown> = {};
      for (const [name, { shape: member }] of shape.members) {
        const said = Object.hasOwn(given, name) ? given[name] : unsaid(member);
        if (said !== undefined) filled[name] = withDefaults(member, said);
      }
      return filled;
    }
    default:
      return value;
  }
}

/** What a member is that is left out; undefined: it is left out. */
function unsaid(shape: Shape): unknown {
  if (shape.default !== undefined) return shape.default;
  const isOptional =
    shape.kind === "object" && [...shape.members.values()].every(({ required }) => !required);
  return isOptional ? {} : undefined;
}
