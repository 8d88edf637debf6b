import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../src/contract/compile.ts";
import { livesIn, type Revision } from "../../src/contract/revisions.ts";
import { createEmulator, type Emulator } from "../../src/index.ts";
import { type Answered, api, describedIn, endsOf } from "../support/described.ts";
import { sentAs } from "../support/form.ts";
import { needed, type Sending } from "../support/sending.ts";
import { filling, idsIn, successes } from "../support/successes.ts";

const all = [...api.operations.values()];

/** One emulator for all: it holds something of every type, and is put back before each operation. */
let emulator: Emulator;

async function send(operation: Operation, revision: Revision, query: string, sending: Sending) {
  const id = () => sending.id ?? idsIn(emulator)(operation.resource);
  const path = operation.path.replace(/\{\w+\}/, () => encodeURIComponent(id()));
  const company = operation.family === "client" ? [`company_id=${emulator.companyId}`] : [];
  const sent = sentAs(sending.body);
  const said = (each: string) => query.startsWith(each.slice(0, each.indexOf("=") + 1));
  const beside = (needed[operation.id] ?? []).filter((each) => !said(each));
  const asked = [...company, ...beside, query].join("&");
  const response = await emulator.fetch(`${path}?${asked}`, {
    method: operation.method,
    headers: {
      revision,
      ...(operation.family === "api" && {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
      }),
      ...sent.headers,
    },
    ...(sent.body !== undefined && { body: sent.body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

beforeAll(async () => {
  emulator = await createEmulator({
    fixtures: ["small"],
    rateLimits: "off",
    frozenAt: "2026-07-20T12:00:00Z",
  });
  for (const id of filling) {
    const operation = api.operations.get(id) as Operation;
    for (const sending of successes[id]?.(idsIn(emulator), "first") ?? []) {
      if (sending.old) continue;
      const { status, text } = await send(operation, "2026-07-15", "", sending);
      if (status >= 300) throw new Error(`${id} ${status}: ${text}`);
    }
  }
  emulator.state.snapshot("filled");
  return () => emulator.close();
});

/** All that may be asked to come along, on pages as small as can be. */
function everything({ abilities, answers }: Operation, revision: Revision): string {
  const { include, additionalFields, paging } = abilities;
  const relationships = api.resources.get(answers)?.relationships ?? {};
  const isBuilt = (type = "") => api.resources.get(type)?.collection !== undefined;
  const names = include
    .filter((each) => livesIn(each, revision) && isBuilt(relationships[each.name]?.to))
    .map(({ name }) => name);
  const sized = paging.find((each) => livesIn(each, revision))?.sized;
  return [
    ...(names.length > 0 ? [`include=${names.join()}`] : []),
    ...Object.entries(additionalFields).flatMap(([type, all]) => {
      const living = all.filter((each) => livesIn(each, revision)).map(({ name }) => name);
      return living.length > 0 ? [`additional-fields[${type}]=${living.join()}`] : [];
    }),
    ...(sized ? ["page[size]=1"] : []),
  ].join("&");
}

/** The requests that make the most of an operation: of those to one record, one to each. */
function sendingsOf(operation: Operation): readonly Sending[] {
  const own = successes[operation.id]?.(idsIn(emulator), "second");
  if (own !== undefined) return own;
  if (operation.method !== "GET" || !operation.path.includes("{")) return [{}];
  const collection = api.resources.get(operation.resource)?.collection ?? operation.resource;
  return emulator.state.get(collection).records.map(({ id }) => ({ id: String(id) }));
}

/** Every answer of an operation to what makes the most of it. */
async function answersOf(
  operation: Operation,
  revision: Revision,
): Promise<(Answered & { readonly body: unknown })[]> {
  const answers = [];
  for (const query of new Set(["", everything(operation, revision)])) {
    emulator.state.restore("filled");
    for (const sending of sendingsOf(operation)) {
      const { body } = sending;
      answers.push({ ...(await send(operation, revision, query, sending)), body });
    }
  }
  return answers;
}

const cases = all.flatMap((operation) =>
  endsOf(operation).map((revision) => [operation.id, revision, operation] as const),
);

describe("the answers of", () => {
  it.each(cases)("%s in %s are as its document has them", async (_, revision, operation) => {
    const described = describedIn(revision);
    const answers = await answersOf(operation, revision);
    expect(answers.flatMap((answer) => described.problemsOf(operation, answer))).toEqual([]);
    for (const { status, body } of answers) {
      // To one, and nobody is there.
      if (body === undefined) expect([200, 202, 204, 404]).toContain(status);
      else expect([body, status < 300]).toEqual([body, described.takes(operation, body)]);
    }
    // A success that no request came to is one that nobody has checked.
    const met = answers.map(({ status }) => status);
    const successful = described.statusesOf(operation).filter((status) => status < 300);
    expect(successful).not.toEqual([]);
    expect(met).toEqual(expect.arrayContaining(successful));
    const hasBody = operation.success.some((each) => livesIn(each, revision) && !each.empty);
    const shown = answers.find(({ text }) => firstOf(text) !== undefined);
    expect(shown !== undefined).toBe(hasBody);
    for (const [what, text] of spoiled(shown?.text ?? "{}")) {
      const answer = { ...shown, text } as Answered;
      expect([what, described.problemsOf(operation, answer)]).not.toEqual([what, []]);
    }
  });
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: {
    readonly enum?: readonly string[];
    readonly items?: { readonly enum?: readonly string[] };
    readonly maximum?: number;
  };
}

/** What a document says may be asked of an operation, as queries. */
function queriesOf(operation: Operation, revision: Revision): { good: string[]; bad: string[] } {
  const described = describedIn(revision);
  const { path, method, answers } = operation;
  const parameters = described.document.paths[path]?.[method.toLowerCase()]?.["parameters"] as (
    | Parameter
    | { readonly $ref: string }
  )[];
  const whole = parameters.map((each) =>
    "$ref" in each ? described.part<Parameter>(each.$ref) : each,
  );
  const good: string[] = [];
  const bad: string[] = [];
  for (const { name, in: place, schema } of whole) {
    if (place !== "query" || name === "filter" || name === "page[cursor]") continue;
    // The fields of another type are for those who include it.
    if (name.startsWith("fields[") && name !== `fields[${answers}]`) continue;
    const { maximum, enum: values = [], items } = schema;
    good.push(...values.map((value) => `${name}=${value}`));
    if (items?.enum !== undefined) good.push(`${name}=${items.enum.join()}`);
    if (maximum !== undefined) good.push(`${name}=${maximum}`);
    bad.push(`${name}=${maximum === undefined ? "nonsense" : maximum + 1}`);
  }
  const known = new Set(whole.map(({ name }) => name));
  bad.push(
    ...["sort=id", "include=tags", "page[size]=1"].filter(
      (each) => !known.has(each.split("=")[0] ?? ""),
    ),
  );
  return { good, bad };
}

describe("the parameters of", () => {
  const reading = cases.filter(([, , { method }]) => method === "GET");
  it.each(reading)(
    "%s in %s are taken as described, and no others",
    async (_, revision, operation) => {
      emulator.state.restore("filled");
      const [sending = {}] = sendingsOf(operation);
      const statusOf = async (query: string) => [
        query,
        (await send(operation, revision, query, sending)).status,
      ];
      const { good, bad } = queriesOf(operation, revision);
      for (const query of good) expect([query, 400]).not.toEqual(await statusOf(query));
      for (const query of bad) expect(await statusOf(query)).toEqual([query, 400]);
    },
  );
});

interface Document {
  readonly data?: Shown | readonly Shown[] | null;
}
interface Shown {
  readonly type?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** The first thing that an answer shows. */
function firstOf(text: string): Shown | undefined {
  const { data } = JSON.parse(text || "{}") as Document;
  return [data ?? []].flat()[0];
}

/** The same answer, wrong in one place each time. */
function* spoiled(text: string): Generator<readonly [what: string, text: string]> {
  const first = firstOf(text);
  if (first === undefined) return;
  const document = JSON.parse(text) as object;
  const withFirst = (shown: object) => {
    const { data } = document as Document;
    return JSON.stringify({ ...document, data: Array.isArray(data) ? [shown] : shown });
  };
  yield ["more in the document", JSON.stringify({ ...document, extra: 1 })];
  yield ["nothing shown", JSON.stringify({ ...document, data: undefined })];
  for (const name of Object.keys(first)) {
    if (name !== "relationships" || !sometimes.has(first.type ?? ""))
      yield [`no ${name}`, withFirst({ ...first, [name]: undefined })];
    yield [`another ${name}`, withFirst({ ...first, [name]: [[]] })];
  }
  yield ["more in the record", withFirst({ ...first, extra: 1 })];
  const { attributes } = first;
  if (attributes === undefined) return;
  yield ["one attribute more", withFirst({ ...first, attributes: { ...attributes, extra: 1 } })];
  for (const name of Object.keys(attributes)) {
    const mistyped = { ...attributes, [name]: [[]] };
    yield [`another attribute ${name}`, withFirst({ ...first, attributes: mistyped })];
    const { [name]: _, ...others } = attributes;
    if (!optional.has(name)) yield [`no ${name}`, withFirst({ ...first, attributes: others })];
  }
}

/** The types of which some answers show no relationships. */
const sometimes = new Set(
  [...api.resources.values()]
    .filter(({ relationships }) =>
      Object.values(relationships).every(({ later, ifAny }) => later === true || ifAny === true),
    )
    .map(({ type }) => type),
);

/** The attributes that some record need not have. */
const optional = new Set(
  [...api.resources.values()].flatMap(({ attributes }) =>
    Object.entries(attributes)
      .filter(([, { additional, sparse }]) => additional || sparse)
      .map(([name]) => name),
  ),
);
