import { Choice, TextArea, TextField } from "../../parts/fields.tsx";
import type { Schema } from "../../client/schema.ts";

interface FieldProps {
  readonly name: string;
  readonly schema: Schema | undefined;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly problem: string | undefined;
  readonly offers: readonly (readonly [text: string, meaning: string])[] | undefined;
}

/** What a member means, where its name alone does not say it; its description says it whole. */
const meanings: Readonly<Record<string, string>> = {
  spoil: "the body",
  skip: "this many pass",
  every: "nth match",
  ttl: "then it is over",
  where: "before or after the write",
  hold: "until Retry-After is over",
};

/** All that may be chosen, where nothing else may be typed. */
const choicesOf = (schema: Schema | undefined): readonly string[] | undefined =>
  schema?.enum?.map(String) ?? (schema?.type === "boolean" ? ["true", "false"] : undefined);

/** What the shape takes, in a word or two. */
function hintOf(schema: Schema | undefined): string {
  const words = (schema?.anyOf ?? []).flatMap(({ enum: values }) => values ?? []).slice(0, 3);
  if (schema?.type === "integer" || schema?.type === "number") return "number";
  if (schema?.type === "object") return "name: value";
  if (schema?.type === "array") return "+5s..+30s";
  return words.join(", ");
}

/** One member of a fault, as its schema has it. */
export function Field({ name, schema, offers, ...given }: FieldProps) {
  const called = name
    .replace(/^match\./, "")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const options = choicesOf(schema);
  const field = {
    ...given,
    id: `field-${name}`,
    label: name in meanings ? `${called} – ${meanings[name]}` : called,
    about: schema?.description,
    placeholder: hintOf(schema),
  };
  if (options !== undefined) return <Choice {...field} names={["", ...options]} />;
  if (schema?.type === "object") return <TextArea {...field} rows={2} />;
  return <TextField {...field} offers={offers} />;
}
