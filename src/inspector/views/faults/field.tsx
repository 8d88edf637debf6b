import type { Schema } from "./schema.ts";

interface FieldProps {
  readonly name: string;
  readonly schema: Schema | undefined;
  readonly value: string;
  readonly type: (text: string) => void;
  readonly problem?: string | undefined;
  readonly choices?: string | undefined;
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
export function Field({ name, schema, value, type, problem, choices }: FieldProps) {
  const label = name
    .replace(/^match\./, "")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const options = choicesOf(schema);
  const said = problem ?? schema?.description ?? "";
  const id = `field-${name}`;
  const common = {
    id,
    class: "field",
    title: schema?.description ?? "",
    "aria-invalid": problem !== undefined,
    ...(problem !== undefined && { "aria-describedby": `${id}-problem` }),
  };
  return (
    <div>
      <label class="label" for={id}>
        {label} <i>{meanings[name]}</i>
      </label>
      {options !== undefined ? (
        <select
          {...common}
          value={value}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        >
          <option value="">–</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : schema?.type === "object" ? (
        <textarea
          {...common}
          rows={2}
          value={value}
          placeholder={hintOf(schema)}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      ) : (
        <input
          {...common}
          list={choices}
          value={value}
          placeholder={hintOf(schema)}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      )}
      {problem !== undefined && (
        <p class="bad small-print" id={`${id}-problem`}>
          {said}
        </p>
      )}
    </div>
  );
}
