import type { FaultInput } from "../../../world/faults/types.ts";
import { jsonOr, type Schema } from "../../client/schema.ts";
import type { Members } from "../../client/commands.ts";
import { textOf as text } from "../../parts/time.ts";
import { outcomes } from "./outcomes.ts";

/** The shape of a fault, as the document of the control API has it. */
export function faultSchemaIn(paths: Readonly<Record<string, object>>): Schema {
  type Body = { readonly content: { readonly "application/json": { readonly schema: Schema } } };
  const { post } = paths["/_emulator/faults"] as { post: { readonly requestBody: Body } };
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
function pairsOf(text: string): Record<string, string> {
  const found = text.split("\n").flatMap((line) => {
    const [, name, value = ""] = /^\s*([^:=]+)[:=]\s*(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name.trim(), value] as const];
  });
  return Object.fromEntries(found);
}

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

export function whichWords({ operation, area, method, path, delivery }: FaultInput): string {
  if (delivery !== undefined) return `delivery ${text(delivery)}`;
  if (area !== undefined) return `area ${text(area)}`;
  if (operation !== undefined) return text(operation);
  return [method ?? "", path ?? ""].join(" ").trim() || "*";
}

export const matchWords = ({ match }: FaultInput): string =>
  Object.entries(match ?? {})
    .map(([name, value]) => `${name} ${text(value)}`)
    .join(", ");

export const whatWords = (fault: FaultInput): string =>
  (fault.sequence ?? [fault]).map(stepWords).join(", ");

function stepWords(step: string | object): string {
  if (typeof step === "string") return step;
  const members = step as Members;
  const { status, retryAfter } = members;
  const said = (name: string): string =>
    members[name] === true ? name : `${name} ${text(members[name])}`;
  const parts = outcomes
    .filter((name) => members[name] !== undefined)
    .map((name) => (name === "status" ? text(status) : said(name)));
  if (retryAfter !== undefined) parts.push(`Retry-After: ${text(retryAfter)}`);
  return parts.join(", ") || "as it is";
}

/** When a fault acts, as far as it is not the first match. */
export function whenWords(fault: FaultInput): string {
  const words = whenMembers
    .filter((name) => name !== "where" && name !== "times" && name !== "hold")
    .filter((name) => fault[name] !== undefined && fault[name] !== 0)
    .map((name) => `${name} ${text(fault[name])}`);
  return [matchWords(fault), ...words].filter(Boolean).join(", ");
}

export function sentence(fault: FaultInput): string {
  const times = fault.times ?? 1;
  const who = matchWords(fault);
  const count = times === "always" ? "Every" : times === 1 ? "The next" : `The next ${text(times)}`;
  const what = whatWords(fault);
  const after = fault.where === "after" ? " It is done, and its response is lost." : "";
  const skip = Number(fault.skip ?? 0);
  const first = skip > 0 ? `After ${skip} that pass: ` : "";
  const begins = first === "" ? count : count.toLowerCase();
  const meets = times === 1 || times === "always" ? "meets" : "meet";
  const of = who === "" ? "" : ` with ${who}`;
  return `${first}${begins} ${whichWords(fault)}${of} ${meets} ${what}.${after}`;
}
