import { relative, sep, isAbsolute } from "node:path";
import { versionHeader } from "../../control/respond.ts";
import { orElse } from "../../durable/process-state.ts";
import { jsonIn } from "../../jsonapi/json.ts";
import { Failure } from "../terminal/terminal.ts";
import { harmless } from "../terminal/texts.ts";
import { refusalOf } from "./control-refusal.ts";
import { locateAll, type Located, folderProblem } from "./located.ts";

export interface ControlValues {
  /** Not given: the emulator of this folder, or of one above. */
  readonly url?: string;
  readonly token?: string;
  readonly json?: boolean;
}

export function flagsOf<Values extends ControlValues>(values: Values) {
  const { url: _url, token: _token, json: _json, ...flags } = values;
  return flags;
}

export function narrowed(path: string, by: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(by)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Where the emulator is that is talked to, and what it asks for. @throws Failure if none is meant */
function addressOf({ url, token }: ControlValues) {
  const named = url !== undefined && { url };
  const located: Partial<Located> | undefined = named
    ? (locateAll().find((each) => each.url === url) ?? named)
    : locateHere("--url");
  if (located?.url === undefined) throw new Failure(noneToUse("--url"), 3);
  return { url: located.url, token: token ?? located.controlToken, caFile: located.caFile };
}

/** Calls the control API of a running emulator. Refusals become one line for the user. */
export async function callControl<T>(
  values: ControlValues,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await request(values, method, path, body);
  const answer = response.headers.has(versionHeader)
    ? readAnswer(await response.text())
    : undefined;
  if (answer === undefined) {
    await response.body?.cancel().catch(() => {});
    const what = `what answers at ${saidUrl(values)} is no service-emulator`;
    throw new Failure(`${what}${advice(values)}`, 3);
  }
  if (!response.ok) throw refusalOf(answer, response.status, { path, body });
  return (values.json ? answer : harmless(answer)) as T;
}

/** Follows a link of a message to the emulator, and no further. */
export async function visit(values: ControlValues, url: string): Promise<void> {
  const path = new URL(url).pathname.replace(/^.*?\/_emulator\//, "");
  const response = await request(values, "GET", path);
  if (response.status >= 400) throw await refused(response, path);
  await response.body?.cancel();
}

/** So many events were not sent, since nobody read them. */
type Missed = { readonly missed: number };

export async function* eventsOf<T>(values: ControlValues, path: string) {
  const response = await request(values, "GET", path);
  if (!response.ok) throw await refused(response, path);
  let text = "";
  const chunks = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream());
  for await (const chunk of chunks) {
    const events = `${text}${chunk}`.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const [, data] = /^data: (.*)/m.exec(event) ?? [];
      if (data !== undefined) yield JSON.parse(data) as T | Missed;
    }
  }
}

const refused = async (response: Response, path: string) =>
  refusalOf(readAnswer(await response.text()), response.status, { path, body: undefined });

function request(values: ControlValues, method: string, path: string, body?: unknown) {
  return ask(values, method, path, body).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof Failure) throw error;
    const { url } = addressOf(values);
    if (/CERT|SELF_SIGNED|VERIFY|ISSUER/.test(error.code ?? "")) {
      const advice = "NODE_EXTRA_CA_CERTS names a file with what to trust";
      throw new Failure(`${url} is not trusted (${error.code}): ${advice}`, 3);
    }
    throw new Failure(`no emulator answers at ${saidUrl(values)}${advice(values)}`, 3);
  });
}

/** Where it was looked for, and which variable said so: it may be of an emulator that has ended. */
function saidUrl(values: ControlValues): string {
  const { url } = addressOf(values);
  const variable = process.env[urlVariable] ?? "";
  const isVariable = URL.canParse(variable) && new URL(variable).origin === url;
  return values.url !== undefined && isVariable ? `${url}, as ${urlVariable} says` : url;
}

const urlVariable = "SERVICE_EMULATOR_URL";

/** What to do instead: the emulator of this folder may be another. */
function advice({ url }: ControlValues): string {
  const here = orElse(undefined, () => locateHere("--url")?.url);
  return here === undefined || here === url
    ? ": start one, or say where it is with --url"
    : `; that of this folder runs at ${here}: give --url ${here}, or unset ${urlVariable}`;
}

export async function ask(
  values: ControlValues,
  method: string,
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const { url, token, caFile } = addressOf(values);
  const target = `${url}/_emulator/${path}`;
  const asked = {
    method,
    // A link of a message leads elsewhere.
    redirect: "manual",
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { "x-emulator-token": token }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  } as const;
  if (!url.startsWith("https:")) return fetch(target, asked);
  const { secureFetch } = await import("./secure-fetch.ts");
  return secureFetch(target, asked, caFile);
}

/** @returns undefined for what the control API never answers */
const readAnswer = (text: string): unknown => (text === "" ? {} : jsonIn(text));

export type Naming = "--url" | "--port";

export const portOf = ({ url }: Located): number => Number(new URL(url).port);

/** The emulator of this folder, or of the nearest above: others are never meant. @throws Failure for several */
export function locateHere(by: Naming): Located | undefined {
  const above = locateAll().filter(({ folder }) => isWithin(process.cwd(), folder));
  const nearest = Math.max(...above.map(({ folder }) => folder.length));
  const here = above.filter(({ folder }) => folder.length === nearest);
  const [only] = here;
  if (here.length <= 1) return only;
  const names = here.map((each) => nameOf(each, by)).join(", ");
  const what = `${here.length} emulators of this folder run`;
  throw new Failure(`${what}: say which with ${by} (${names})`, 2);
}

function isWithin(folder: string, other: string): boolean {
  const way = relative(other, folder);
  return way === "" || (!isAbsolute(way) && way.split(sep)[0] !== "..");
}

/** That none of this folder runs; which others do, and how one of them is named. */
export function noneHere(by: Naming, all: readonly Located[] = locateAll()): string {
  const problem = folderProblem();
  if (problem !== undefined) return `no emulator is known here: ${problem}`;
  const [first] = all;
  if (first === undefined) return "no emulator runs here";
  const others = all.map(({ url, folder }) => `${url} (started in ${folder})`).join(", ");
  return `no emulator of this folder runs; others do: ${others}; name one with ${by} ${nameOf(first, by)}`;
}

export function noneToUse(by: Naming): string {
  const all = locateAll();
  const text = noneHere(by, all);
  if (all.length > 0 || folderProblem() !== undefined) return text;
  const elsewhere = by === "--port" ? "" : ", --url names one elsewhere";
  return `${text}: service-emulator start --detach starts one${elsewhere}`;
}

const nameOf = (located: Located, by: Naming): string =>
  by === "--url" ? located.url : String(portOf(located));
