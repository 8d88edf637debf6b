import type { Operation } from "../../src/contract/compile.ts";
import { emulationOf } from "../../src/explorer.ts";
import { compareRecording } from "../../src/explore/recording/replay.ts";
import type { Comparison } from "../../src/explore/recording/comparison.ts";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../src/index.ts";
import { beginningOf, type RecordedExchange } from "../../src/seeding/recording/exchange.ts";
import { api } from "./described.ts";
import { drivenBy, requestOf } from "./drive.ts";
import { idsIn, successes } from "./successes.ts";

/** What a service answers, before it is recorded. */
export interface Answer {
  status: number;
  readonly headers: Record<string, string>;
  /** The document of its body. */
  body: unknown;
}

/** Changes what is answered to a request. */
export type Changing = (request: { method: string; url: URL }, answer: Answer) => void;

/** A service that is recorded: an emulator whose answers may be others, and whose clock goes on with each request. */
export interface RecordedService extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly fetch: typeof fetch;
  readonly exchanges: RecordedExchange[];
}

export const host = "https://api.example.com";

export async function recordedService(
  options: EmulatorOptions = {},
  change: Changing = () => {},
): Promise<RecordedService> {
  const emulator = await createEmulator({
    fixtures: ["small"],
    rateLimits: "off",
    frozenAt: "2026-07-20T12:00:00Z",
    ...options,
  });
  const exchanges: RecordedExchange[] = [];
  const ask: typeof fetch = async (input, init) => {
    const request = new Request(
      input instanceof Request ? input : new URL(String(input), host),
      init,
    );
    const url = new URL(request.url);
    const at = Date.parse(emulator.clock.now().now);
    const sent = request.method === "GET" ? "" : await request.clone().text();
    const own = (await emulator.fetch(request)) as Response;
    const text = await own.text();
    const headers = Object.fromEntries(own.headers);
    const answer = { status: own.status, headers, body: text === "" ? "" : JSON.parse(text) };
    change({ method: request.method, url }, answer);
    const body = answer.body === "" ? "" : JSON.stringify(answer.body);
    const asked = Object.fromEntries(request.headers);
    exchanges.push({
      where: `recording ${exchanges.length + 1}`,
      at,
      method: request.method,
      url,
      request: {
        headers: asked,
        body: sent,
        isCut: false,
      },
      status: answer.status,
      response: {
        headers,
        body,
        isCut: false,
      },
    });
    await emulator.clock.advance("2s");
    delete headers["content-length"];
    return new Response(body === "" ? null : body, { status: answer.status, headers });
  };
  const end = async () => emulator.close();
  return { emulator, fetch: ask, exchanges, [Symbol.asyncDispose]: end };
}

/** Replays what was recorded, against an emulator with nothing in it, or with those fixtures and without assumptions. */
export async function compared(
  exchanges: readonly RecordedExchange[],
  fixtures?: readonly string[],
  options: EmulatorOptions = {},
): Promise<Comparison> {
  await using emulator = await createEmulator({
    fixtures: fixtures ?? ["empty"],
    rateLimits: "off",
    ...options,
    frozenAt: new Date(beginningOf(exchanges) ?? 0).toISOString(),
  });
  const { url, companyId, fetch: ask, keys } = emulator;
  const own = { url, companyId, fetch: ask as typeof fetch, key: keys["full"] ?? "" };
  return await compareRecording(exchanges, { emulation: emulationOf(emulator), ...own }, !fixtures);
}

/** What a comparison found, a line each. */
export const foundIn = ({ operations }: Comparison): string[] =>
  operations.flatMap(({ operation, differences }) =>
    differences.map(({ says }) => `${operation}: ${says}`),
  );

/** Asks each operation what it succeeds with. */
export async function askAll(
  { emulator, fetch: ask }: RecordedService,
  ids: readonly string[],
  fresh: string,
) {
  for (const id of ids) {
    const operation = api.operations.get(id);
    for (const request of operation === undefined ? [] : requestsOf(operation))
      await ask(request.path, request.init);
  }

  function requestsOf(operation: Operation) {
    try {
      const sendings = successes[operation.id]?.(idsIn(emulator), fresh) ?? [{}];
      const current = sendings.filter(({ old, body }) => !old && !(body instanceof FormData));
      return current.map((each) => requestOf(drivenBy(emulator), operation, each, idsIn(emulator)));
    } catch {
      // There is none that it could be about.
      return [];
    }
  }
}

/** Ids of each form that no record has. */
const unknownIds: Readonly<Record<string, string>> = {
  ulid: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  uuid: "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  number: "999999999",
  short: "Nobody",
  hex: "0".repeat(32),
};

/** Asks operations about records that are not there. */
export async function askUnknown(
  { emulator, fetch: ask }: RecordedService,
  ids: readonly string[],
) {
  for (const id of ids) {
    const operation = api.operations.get(id) as Operation;
    const form = api.resources.get(operation.resource)?.id ?? "short";
    const [{ body } = {}] = successes[id]?.(idsIn(emulator), "third") ?? [];
    const sending = { id: unknownIds[form] ?? "Nobody", ...(body !== undefined && { body }) };
    const text = JSON.stringify(body);
    const request = requestOf(drivenBy(emulator), operation, sending, () => sending.id);
    const init =
      text === undefined
        ? request.init
        : { ...request.init, body: text.replace(/"id":"[^"]*"/, `"id":"${sending.id}"`) };
    await ask(request.path, init);
  }
}
