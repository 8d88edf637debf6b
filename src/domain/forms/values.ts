import { formatProblem } from "../../jsonapi/formats.ts";
import { nearest } from "../../world/name-match.ts";
import { type Block, type Step, blocksOf } from "./definition.ts";

export type Values = Readonly<Record<string, unknown>>;

/** The blocks in which something is entered, by the name under which it goes. */
export const inputsOf = (steps: readonly Step[]): ReadonlyMap<string, Block> =>
  new Map(
    steps.flatMap(blocksOf).flatMap((block) => {
      const name = block.properties?.property_name;
      return name ? [[name, block]] : [];
    }),
  );

/** What is wrong with what somebody enters: names of no input, values that do not fit, and what is missing. */
export function valueProblem(inputs: ReadonlyMap<string, Block>, values: Values) {
  for (const [name, value] of Object.entries(values)) {
    const input = inputs.get(name);
    if (input === undefined) {
      const among = [...inputs.keys()];
      const expected = among.length === 0 ? "none" : among.join(", ");
      const reason = `the form has no input for it: its inputs are ${expected}`;
      return { name, reason, nearest: nearest(name, among) };
    }
    const reason = misfit(input, value);
    if (reason !== undefined) return { name, reason };
  }
  const missing = [...inputs].find(
    ([name, { properties }]) => properties?.required === true && !Object.hasOwn(values, name),
  );
  return missing && { name: missing[0], reason: "the form requires a value for it" };
}

function misfit({ type, properties }: Block, value: unknown): string | undefined {
  switch (type) {
    case "promotional_sms_checkbox":
    case "bis_promotional_email_checkbox":
      return typeof value === "boolean" ? undefined : "expected true or false";
    case "checkboxes": {
      const some = Array.isArray(value) ? value : [value];
      return some.every((each) => isOption(properties, each)) ? undefined : among(properties);
    }
    case "dropdown":
    case "radio_buttons":
      return isOption(properties, value) ? undefined : among(properties);
    case "email":
    case "phone_number":
      return typeof value === "string" ? formatProblem(type, value) : "expected a text";
    default:
      return typeof value === "string" && value !== "" ? undefined : "expected a text";
  }
}

const optionsOf = (properties: Block["properties"]) =>
  (properties?.options ?? []).map(({ value }) => value);
const isOption = (properties: Block["properties"], value: unknown): boolean =>
  typeof value === "string" && optionsOf(properties).includes(value);
const among = (properties: Block["properties"]): string =>
  `expected one of ${optionsOf(properties).join(", ")}`;

/** The inputs whose values are attributes of a profile; others are properties. */
// @guess create_form: Besides `$email` and `$phone_number`, inputs set the names, the organization and the title.
const attributes: ReadonlyMap<string, string> = new Map([
  ["$email", "email"],
  ["$phone_number", "phone_number"],
  ["$first_name", "first_name"],
  ["$last_name", "last_name"],
  ["$organization", "organization"],
  ["$title", "title"],
]);

const unkept: ReadonlySet<string> = new Set([
  "opt_in_code",
  "bis_promotional_email_checkbox",
  "promotional_sms_checkbox",
]);

export function profileOf(inputs: ReadonlyMap<string, Block>, values: Values) {
  const entered = Object.entries(values);
  const given = entered.flatMap(([name, value]) => {
    const attribute = attributes.get(name);
    return attribute === undefined ? [] : [[attribute, value] as const];
  });
  const others = entered.filter(
    ([name]) => !attributes.has(name) && !unkept.has(inputs.get(name)?.type ?? ""),
  );
  return {
    attributes: Object.fromEntries(given) as Partial<Record<"email" | "phone_number", string>>,
    properties: Object.fromEntries(others),
  };
}
