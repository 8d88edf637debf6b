import type { Shape } from "../contract/shape.ts";

/** The same value without the members that say by null that they are left out; not copied if there are none. */
export function withoutAbsent(shape: Shape, value: unknown): unknown {
  if (value === null || typeof value !== "object" || !hasAbsent(shape)) return value;
  if (shape.kind === "nullable") return withoutAbsent(shape.shape, value);
  if (shape.kind === "list") {
    const items = value as unknown[];
    const left = items.map((item) => withoutAbsent(shape.of, item));
    return left.every((item, index) => item === items[index]) ? items : left;
  }
  let left = value as Record<string, unknown>;
  for (const [name, member] of absentIn(shape)) {
    const part = left[name];
    const isAbsent = part === null && member.kind === "nullable" && member.absent;
    const said = isAbsent ? undefined : withoutAbsent(member, part);
    if (said === part) continue;
    if (left === value) left = { ...left };
    if (isAbsent) delete left[name];
    else left[name] = said;
  }
  return left;
}

/** The members that may say so, or hold one that may: worked out once for each shape. */
const absents = new WeakMap<Shape, readonly (readonly [name: string, shape: Shape])[]>();

function absentIn(shape: Shape): readonly (readonly [name: string, shape: Shape])[] {
  if (shape.kind !== "object") return [];
  const known = absents.get(shape);
  if (known !== undefined) return known;
  const found = [...shape.members]
    .map(([name, member]) => [name, member.shape] as const)
    .filter(([, member]) => hasAbsent(member));
  absents.set(shape, found);
  return found;
}

const hasAbsent = (shape: Shape): boolean =>
  shape.kind === "nullable"
    ? shape.absent === true || hasAbsent(shape.shape)
    : shape.kind === "list"
      ? hasAbsent(shape.of)
      : absentIn(shape).length > 0;
