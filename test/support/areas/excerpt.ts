import { compactJson } from "./compact-json.ts";

interface Shown {
  readonly type: string;
  readonly id?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly meta?: unknown;
}

/**
 * What a page shows of a response: what it is, with a few of its attributes. Ids that differ from one start to the next
 * are left out.
 *
 * @param wanted the attributes to show, if it has them
 * @param isFixed whether a reader meets an id as it is
 */
export function excerptOf(
  text: string,
  wanted: readonly string[],
  isFixed: (id: string) => boolean,
): string {
  const { data } = JSON.parse(text) as { data: Shown | Shown[] | null };
  const short = (each: Shown) => shortOf(each, wanted, isFixed);
  if (!Array.isArray(data)) return compactJson({ data: data && short(data) });
  const [first] = data;
  const rest = data.length > 1 ? [unshown] : [];
  const shown = compactJson({ data: first === undefined ? [] : [short(first), ...rest] });
  return shown.replace(JSON.stringify(unshown), more);
}

/** What stands for what is left out. */
const more = "…";
/** What stands for the records of a list that are left out, until it is printed. */
const unshown = "and others";

function shortOf(
  { type, id, attributes = {}, meta }: Shown,
  wanted: readonly string[],
  isFixed: (id: string) => boolean,
) {
  const names = Object.keys(attributes);
  const asked = wanted.filter((name) => names.includes(name));
  const plain = names.filter((name) => isPlain(attributes[name]));
  const timeless = names.filter((name) => !instant.test(String(attributes[name])));
  const chosen =
    asked.length > 0 ? asked : plain.length > 0 ? plain.slice(0, 3) : timeless.slice(0, 2);
  const shown = chosen.map((name) => [name, shortened(attributes[name], isFixed)]);
  return {
    type,
    ...(id !== undefined && { id: shortened(id, isFixed, true) }),
    ...(shown.length > 0 && { attributes: Object.fromEntries(shown) }),
    ...(meta !== undefined && { meta: shortened(meta, isFixed) }),
  };
}

const instant = /^\d{4}-\d\d-\d\dT/;
const drawn = /\b(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b|^\d{9}$/;

/** Ids that are words are the service's own. */
const word = /^[a-z$][a-z_:.$-]*$/;

/** Whether it says something by itself, and the same at every start. */
const isPlain = (value: unknown): boolean =>
  (typeof value === "string" && value !== "" && !instant.test(value) && !drawn.test(value)) ||
  typeof value === "number" ||
  typeof value === "boolean";

function shortened(value: unknown, isFixed: (id: string) => boolean, isId = false): unknown {
  if (typeof value === "string") {
    const isDrawn = drawn.test(value) || (isId && !word.test(value));
    if (isDrawn && !isFixed(value)) return more;
    return value.length > 64 ? `${value.slice(0, 60)}${more}` : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    if (first === undefined) return [];
    return [shortened(first, isFixed), ...(others.length > 0 ? [more] : [])];
  }
  const all = Object.entries(value);
  const said = all.length > 4 ? all.filter(([, member]) => member !== null) : all;
  const members = said
    .slice(0, 4)
    .map(([name, member]) => [name, shortened(member, isFixed, /(^|_)id$/.test(name))]);
  return Object.fromEntries(members);
}
