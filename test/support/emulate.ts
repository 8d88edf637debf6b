import { expect, onTestFinished } from "vitest";
import { undescribed } from "./described.ts";
import { sentAs } from "./form.ts";
import { unpublished } from "./published.ts";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../src/index.ts";

/** A JSON:API document, as loosely as a test wants to look at it. */
interface Resource {
  type: string;
  id: string;
  attributes: Record<string, unknown> & { properties?: unknown };
  relationships: Record<string, { data?: unknown; links?: Record<string, string> }>;
  links: Record<string, string>;
}

interface Problem {
  id: string;
  status: number;
  code: string;
  title: string;
  detail: string;
  source: { pointer: string; parameter?: string };
  meta: Record<string, unknown>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The resource, if there is one. */
  data: Resource;
  /** The resources, if there are many. */
  many: Resource[];
  included: Resource[];
  links: { self: string; next?: string | null; prev?: string | null };
  errors: Problem[];
}

export interface Asking {
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
}

/** Noon of a day on which the newest revision is known. */
const noon = "2026-07-20T12:00:00Z";
export const newest = "2026-07-15";

/**
 * An emulator for one test: empty, in memory, its clock frozen. The test fails if the emulator
 * made any mistake of its own, whether the test looked at it or not.
 *
 * @param finished of the test: one that runs beside others hands its own
 */
export async function emulate(
  options: EmulatorOptions = {},
  finished: (end: () => Promise<void>) => unknown = onTestFinished,
) {
  const mistakes: unknown[] = [];
  const emulator = await createEmulator({
    fixtures: ["test/support/empty.yaml"],
    frozenAt: noon,
    rateLimits: "off",
    onError: (error) => mistakes.push(error),
    ...options,
  });
  finished(async () => {
    await emulator.close();
    expect(mistakes).toEqual([]);
  });
  return { emulator, ...callers(emulator) };
}

/** Whether its answers were changed by the test: then they are not as described. */
const isPatched = ({ revisions }: Emulator): boolean =>
  revisions.list().revisions.some(({ patches }) => patches.length > 0);

/**
 * Ways to ask an emulator, with the full key and the newest revision unless told otherwise. The test
 * fails if any answer is other than the OpenAPI document of its revision has it, or, in the newest,
 * other than published.
 */
export function callers(emulator: Emulator) {
  const ask = async (method: string, path: string, asking: Asking = {}): Promise<Answer> => {
    const { body, key = emulator.keys["full"], headers = {} } = asking;
    // A client has no key.
    const authorization = path.startsWith("/client/")
      ? {}
      : { authorization: `Service-API-Key ${key}` };
    const sent = sentAs(body);
    const response = await emulator.fetch(path, {
      method,
      headers: {
        ...authorization,
        revision: newest,
        ...sent.headers,
        ...headers,
      },
      ...(sent.body !== undefined && { body: sent.body }),
    });
    const text = await response.text();
    const answered = { status: response.status, headers: response.headers, text };
    if (!isPatched(emulator)) {
      expect(undescribed(method, path, answered)).toEqual([]);
      expect(unpublished(method, path, answered)).toEqual([]);
    }
    const json = text === "" ? {} : (JSON.parse(text) as Record<string, never>);
    const { data, included, links, errors } = json;
    const { status } = response;
    return {
      status,
      headers: response.headers,
      text,
      data,
      many: data,
      included,
      links,
      errors,
    } as never;
  };
  return {
    ask,
    get: (path: string, asking?: Asking) => ask("GET", path, asking),
    post: (path: string, body: unknown, asking?: Asking) => ask("POST", path, { ...asking, body }),
    patch: (path: string, body: unknown, asking?: Asking) =>
      ask("PATCH", path, { ...asking, body }),
  };
}

/** The first problem of a refusal, as short as a test wants to read it. */
export const refusalOf = ({ status, errors }: Answer) => {
  const [problem] = errors ?? [];
  return [status, problem?.code, problem?.source.parameter ?? problem?.source.pointer];
};
