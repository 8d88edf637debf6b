import type { Operation } from "../../../src/contract/compile.ts";
import { newestRevision } from "../../../src/contract/revisions.ts";
import { compactJson } from "./compact-json.ts";
import { type AreaExamples, type Example, pathOf, type Place, variable } from "./example.ts";

/** Where a reader's emulator listens. */
const origin = "http://127.0.0.1:4010";

/** An example as a command that a reader copies into a shell. */
export function curlOf(operation: Operation, example: Example, area: AreaExamples): string {
  const { body, form, keep = {} } = example;
  const url = `${origin}${pathOf(operation, example, area)}`;
  const flags = [
    ...(Object.keys(keep).length > 0 ? ["-s"] : []),
    ...(/[[\]{}]/.test(url) ? ["-g"] : []),
    ...(operation.method === methodOf(example) ? [] : ["-X", operation.method]),
  ];
  const first = ["curl", ...flags, quoted(url)].join(" ");
  const key = "-H 'Authorization: Service-API-Key pk_FullAccessDemo' ";
  const headers = `${operation.family === "api" ? key : ""}-H 'revision: ${newestRevision}'`;
  const json = "-H 'Content-Type: application/json' -d ";
  const parts = Object.entries(form ?? {}).map(([name, value]) => `-F ${name}=${quoted(value)}`);
  const lines = [
    first,
    headers,
    ...(body === undefined ? [] : [`${json}${quoted(compactJson(body, json.length))}`]),
    ...(form === undefined ? [] : [parts.join(" ")]),
  ];
  return kept(lines.join(" \\\n  "), keep);
}

/** What curl asks with unless it is told otherwise. */
const methodOf = ({ body, form }: Example): string =>
  body === undefined && form === undefined ? "GET" : "POST";

/** Within single quotes a shell leaves everything alone: a variable stands outside of them. */
function quoted(text: string): string {
  if (!/["'`\\!]|\$(?![A-Z])/.test(text) && text.includes("$")) return `"${text}"`;
  const escaped = text.replaceAll("'", `'\\''`).replaceAll(variable, `'"$$$1"'`);
  return `'${escaped}'`.replace(/''$/, "");
}

/** A command whose response sets variables. */
function kept(command: string, keep: NonNullable<Example["keep"]>): string {
  const names = Object.entries(keep);
  if (names.length === 0) return command;
  const [[name, place] = ["", []]] = names;
  if (names.length === 1) return `${name}=$(${command} | jq -r ${jqOf(place)})`;
  const reads = names.map(([each, where]) => `${each}=$(jq -r ${jqOf(where)} <<< "$RESPONSE")`);
  return [`RESPONSE=$(${command})`, ...reads].join("\n");
}

function jqOf(place: Place): string {
  const path = place
    .map((step) =>
      typeof step === "number" ? `[${step}]` : /^\w+$/.test(step) ? `.${step}` : `."${step}"`,
    )
    .join("");
  return /^[.\w]+$/.test(path) ? path : `'${path}'`;
}
