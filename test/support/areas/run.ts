import { expect } from "vitest";
import { emulate } from "../emulate.ts";
import { Form } from "../form.ts";
import {
  type AreaExamples,
  type Example,
  pathOf,
  type Place,
  type Step,
  stepsOf,
  variable,
} from "./example.ts";

/** A request of a page, and what it was answered with. */
export interface Ran extends Step {
  readonly status: number;
  readonly text: string;
}

/** Runs an area's examples from top to bottom, as a reader would who has just started the demo. */
export async function runExamples(area: AreaExamples): Promise<readonly Ran[]> {
  const { ask } = await emulate({ fixtures: ["demo"], rateLimits: "real" });
  const variables = new Map<string, string>();
  const filled = (text: string): string =>
    text.replaceAll(variable, (_, name: string) => {
      const value = variables.get(name);
      if (value === undefined) throw new Error(`no request above sets $${name}`);
      return value;
    });
  const ran: Ran[] = [];
  for (const step of stepsOf(area)) {
    const { operation, example } = step;
    const body = bodyOf(example, area, filled);
    const path = encodeURI(filled(pathOf(operation, example, area))).replaceAll("%25", "%");
    const { status, text } = await ask(operation.method, path, body === undefined ? {} : { body });
    ran.push({ ...step, status, text });
    for (const [name, place] of Object.entries(example.keep ?? {})) {
      variables.set(name, valueAt(text, place, operation.id));
    }
  }
  return ran;
}

function bodyOf(
  { body, form }: Example,
  { files = {} }: AreaExamples,
  filled: (text: string) => string,
): unknown {
  if (form === undefined) return body === undefined ? undefined : filled(JSON.stringify(body));
  const parts = Object.entries(form).map(([name, value]) => {
    const file = value.slice(1);
    const bytes = value.startsWith("@") ? files[file]?.bytes : undefined;
    return [name, bytes === undefined ? value : ([file, bytes] as const)] as const;
  });
  return new Form(Object.fromEntries(parts));
}

function valueAt(text: string, place: Place, id: string): string {
  let value: unknown = JSON.parse(text);
  for (const step of place) value = (value as Record<string | number, unknown> | undefined)?.[step];
  expect(value, `${id} answered ${text}, in which there is no ${place.join(".")}`).toBeTypeOf(
    "string",
  );
  return value as string;
}
