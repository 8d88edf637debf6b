import type { FaultInput } from "../../../world/faults/types.ts";
import { jsonOr } from "../../client/json.ts";
import type { Schema } from "../../client/schema.ts";

/** The shape of a fault, as the document of the control API has it. */
export function faultSchemaIn(paths: Readonly<Record<string, object>>): Schema {
  const { post } = paths["/_emulator/faults"] as {
    readonly post: {
      readonly requestBody: {
        readonly content: { readonly "application/json": { readonly schema: Schema } };
      };
    };
  };
  return post.requestBody.content["application/json"].schema;
}

/** What was typed, by the path of the member: `status`, `match.email`. */
export type Typed = Readonly<Record<string, string>>;

/** Members that say which requests a fault meets, and those that say when it acts. */
export const whichMembers = ["operation", "area", "method", "path", "delivery"] as const;
export const whenMembers = [
  "skip",
  "times",
  "every",
  "probability",
  "between",
  "ttl",
  "where",
  "hold",
  "force",
  "optional",
] as const;

/** Reads what was typed as the schema has it; what does not fit is sent as it is, and the emulator says what is wrong. */
function valueOf(text: string, schema: Schema | undefined): unknown {
  const kinds = [schema, ...(schema?.anyOf ?? [])];
  const takesNumber = kinds.some((kind) => kind?.type === "integer" || kind?.type === "number");
  const choices = kinds.flatMap((kind) => kind?.enum ?? []);
  const choice = choices.find((each) => String(each) === text);
  if (choice !== undefined) return choice;
  if (takesNumber && text.trim() !== "" && !Number.isNaN(Number(text))) return Number(text);
  if (schema?.type === "boolean") return text === "true";
  if (schema?.type === "array") return text.split(/\.\.|,/).map((each) => each.trim());
  if (schema?.type === "object" && !text.trim().startsWith("{")) return pairsOf(text);
  if (/^\s*[[{]/.test(text)) return jsonOr(text);
  return text;
}

/** `name: value`, one a line. */
const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split("\n")
      .map((line) => /^\s*([^:=]+)[:=]\s*(.*)$/.exec(line))
      .flatMap((found) => (found === null ? [] : [[found[1]?.trim() ?? "", found[2] ?? ""]])),
  );

/** The fault that was typed; where it is none, the emulator says why. */
export function faultOf(typed: Typed, schema: Schema): FaultInput {
  const fault: Record<string, unknown> = {};
  const match: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(typed)) {
    if (text === "") continue;
    const [name = "", member] = path.split(".");
    if (member === undefined) fault[name] = valueOf(text, schema.properties?.[name]);
    else match[member] = valueOf(text, schema.properties?.["match"]?.properties?.[member]);
  }
  return (Object.keys(match).length === 0 ? fault : { ...fault, match }) as FaultInput;
}
