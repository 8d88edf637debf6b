import { invalidProblem, type Problem } from "../jsonapi/refusal.ts";

/**
 * The ingestion limits of the event endpoints (specification, "Payload and ingestion limits"). @guess create_event,
 * bulk_create_events, create_client_event, bulk_create_client_events: The limit on the size of a field applies to each
 * text and name. Arrays are no level of nesting.
 */
export const ingestion = {
  propertiesMax: 300,
  fieldBytesMax: 100_000,
  arrayItemsMax: 4000,
  objectLevelsMax: 10,
  oldestMs: Date.UTC(2000, 0, 1),
  futureMs: 365 * 86_400_000,
} as const;

export function propertyProblems(properties: object, pointer: string): Problem[] {
  const entries = Object.entries(properties);
  if (entries.length > ingestion.propertiesMax) {
    const detail = `An event has at most ${ingestion.propertiesMax} properties.`;
    return [invalidProblem(pointer, detail)];
  }
  return entries.flatMap(([name, value]) => {
    const detail = tooLong(name) ? overlong : valueProblem(value, 0);
    if (detail === undefined) return [];
    const at = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [invalidProblem(at, detail)];
  });
}

export function timeProblems(time: number, now: number, pointer: string): Problem[] {
  if (time >= ingestion.oldestMs && time <= now + ingestion.futureMs) return [];
  return [invalidProblem(pointer, "The time lies before the year 2000 or more than a year ahead.")];
}

const overlong = `A field has at most ${ingestion.fieldBytesMax} bytes.`;

/** A UTF-16 unit takes at most three bytes of UTF-8, so that short texts need no counting. */
const tooLong = (text: string) =>
  text.length * 3 > ingestion.fieldBytesMax && Buffer.byteLength(text) > ingestion.fieldBytesMax;

function valueProblem(value: unknown, levels: number): string | undefined {
  if (typeof value === "string") return tooLong(value) ? overlong : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  const isArray = Array.isArray(value);
  if (isArray && value.length > ingestion.arrayItemsMax) {
    return `An array has at most ${ingestion.arrayItemsMax} items.`;
  }
  const deeper = isArray ? levels : levels + 1;
  if (deeper > ingestion.objectLevelsMax) {
    return `Objects nest at most ${ingestion.objectLevelsMax} levels deep.`;
  }
  for (const [name, item] of Object.entries(value)) {
    const problem = tooLong(name) ? overlong : valueProblem(item, deeper);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
