import type { Literal, Shape } from "../contract/shape.ts";

type ObjectShape = Extract<Shape, { kind: "object" }>;
type Known = Readonly<Record<string, unknown>>;

/** The options that a value is most likely meant as, or the member by which it is none of them. */
export type Meant =
  | { readonly options: readonly Shape[] }
  | { readonly member: string; readonly values: readonly Literal[] };

/**
 * Tells objects apart by the members in which every one of them has values of its own, such as
 * `type` and `operator`, one member after the other.
 */
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
  options.filter(
    (option) => option.kind === "list" && items.every((each) => fits(option.of, each)),
  );

/** Whether a value is one of a shape, as far as the members tell by which objects are told apart. */
function fits(shape: Shape, value: unknown): boolean {
  if (shape.kind === "oneOf") return shape.shapes.some((option) => fits(option, value));
  if (shape.kind !== "object" || typeof value !== "object" || value === null) return true;
  return [...shape.members].every(([name, { shape: member }]) => {
    if (member.kind !== "literal" || !Object.hasOwn(value, name)) return true;
    return member.values.includes((value as Known)[name] as Literal);
  });
}

function tellingMember(
  [first, ...others]: readonly ObjectShape[],
  asked: ReadonlySet<string>,
): string | undefined {
  if (first === undefined) return undefined;
  return [...first.members.keys()].find(
    (name) =>
      !asked.has(name) &&
      [first, ...others].every((option) => literalsOf(option, name) !== undefined),
  );
}

function literalsOf({ members }: ObjectShape, name: string): readonly Literal[] | undefined {
  const member = members.get(name);
  return member?.required && member.shape.kind === "literal" ? member.shape.values : undefined;
}
