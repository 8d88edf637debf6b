import type { ComponentProps } from "preact";
import type { Schema } from "../../client/schema.ts";
import { Choice, TextArea, TextField } from "../../parts/fields.tsx";

type Given = Pick<ComponentProps<typeof TextField>, "value" | "change" | "problem" | "offers">;
type FieldProps = Given & { readonly name: string; readonly schema: Schema | undefined };

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

function hintOf(schema: Schema | undefined): string {
  const words = (schema?.anyOf ?? []).flatMap(({ enum: values }) => values ?? []).slice(0, 3);
  if (schema?.type === "integer" || schema?.type === "number") return "number";
  if (schema?.type === "object") return "name: value";
  if (schema?.type === "array") return "+5s..+30s";
  return words.join(", ");
}

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
