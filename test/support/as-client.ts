import { setImmediate as turn } from "node:timers/promises";
import { expect } from "vitest";
import type { Emulator } from "../../src/index.ts";
import { newEvent } from "./bodies.ts";

/** What was there before the client began. */
export interface Begins {
  readonly events: number;
  readonly token: string;
}

/**
 * Plays what a page says that a client sees, and fails where it is not so. A line is a request with what comes of it,
 * such as `GET /api/profiles (with key full)  429, retry-after: 2`; or `2s later`; or `events added: 1`.
 */
export async function playClient(
  emulator: Emulator,
  lines: readonly string[],
  begins: Begins,
): Promise<void> {
  let next = "";
  for (const line of lines) {
    const [, by] = /^(\w+) later$/.exec(line) ?? [];
    const [, added] = /^events added: (\d+)$/.exec(line) ?? [];
    if (by !== undefined) {
      await emulator.clock.advance(by);
    } else if (added !== undefined) {
      const count = (emulator.state.counts()["events"] ?? 0) - begins.events;
      expect({ line, count }).toEqual({ line, count: Number(added) });
    } else {
      next = (await ask(emulator, readLine(line), begins, next)) ?? next;
    }
  }
}

/** A request as a page writes it: as whom, and what comes of it. */
interface Line {
  readonly line: string;
  readonly method: string;
  readonly target: string;
  readonly isApp: boolean;
  readonly key: string;
  readonly revision: string;
  readonly email: string;
  readonly outcome: string;
  readonly details: readonly string[];
}

const written =
  /^(?<method>GET|POST) +(?<target>next page|\S+)(?: \((?:with (?<app>a token)|with key (?<key>[\w-]+)|in (?<revision>[\d-]+)|for (?<email>\S+))\))? {2,}(?<seen>.+)$/;

function readLine(line: string): Line {
  const found = written.exec(line)?.groups;
  if (found === undefined) throw new Error(`this line cannot be played: ${line}`);
  const [outcome = "", ...details] = found["seen"]?.split(/, (?=[a-z]|\d+ record)/) ?? [];
  return {
    line,
    method: found["method"] ?? "",
    target: found["target"] ?? "",
    isApp: found["app"] !== undefined,
    key: found["key"] ?? "full",
    revision: found["revision"] ?? "2026-07-15",
    email: found["email"] ?? "ada@example.com",
    outcome,
    details,
  };
}

/** @returns where the next page is, if there is one */
async function ask(
  emulator: Emulator,
  asked: Line,
  { token }: Begins,
  next: string,
): Promise<string | undefined> {
  const { line, method, target, outcome, details } = asked;
  const key = emulator.keys[asked.key];
  const authorization = asked.isApp ? `Bearer ${token}` : `Service-API-Key ${key}`;
  const headers = { authorization, revision: asked.revision };
  const init = method === "GET" ? { headers } : { method, ...bodyOf(asked, headers) };
  const answer = emulator.fetch(target === "next page" ? next : target, init);
  const [, status, delay] = /^(\d{3})(?: after (\w+))?$/.exec(outcome) ?? [];
  if (status === undefined) return never(emulator, answer, outcome);
  if (delay !== undefined) await comesAfter(emulator, answer, delay);
  const response = await answer;
  const body = response.text();
  const slow = details.find((detail) => detail.startsWith(bodyAfter))?.slice(bodyAfter.length);
  if (slow !== undefined) await comesAfter(emulator, body, slow);
  const text = await body.catch(() => undefined);
  const wrong = details.filter((detail) => !holds(detail, response, text));
  expect({ line, status: response.status, wrong }).toEqual({
    line,
    status: Number(status),
    wrong: [],
  });
  return documentOf(text)?.links?.next;
}

const bodyAfter = "body after ";

/** A response that does not come: `ECONNRESET`, or `nothing within 10m`. */
async function never(
  emulator: Emulator,
  answer: Promise<Response>,
  outcome: string,
): Promise<undefined> {
  const [, within] = /^nothing within (\w+)$/.exec(outcome) ?? [];
  if (within !== undefined) {
    expect(await isSettled(emulator, answer, within)).toBe(false);
    return;
  }
  const code = await answer.then(
    ({ status }) => status,
    ({ cause }: { cause?: { code?: string } }) => cause?.code,
  );
  expect(code).toBe(outcome);
}

/** It is not there shortly before, and is then. */
async function comesAfter(
  emulator: Emulator,
  answer: Promise<unknown>,
  delay: string,
): Promise<void> {
  const [, amount = "", unit = ""] = /^(\d+)(\w+)$/.exec(delay) ?? [];
  expect(await isSettled(emulator, answer, `${Number(amount) - 1}${unit}`)).toBe(false);
  await emulator.clock.advance(`1${unit}`);
  await answer;
}

async function isSettled(
  emulator: Emulator,
  answer: Promise<unknown>,
  after: string,
): Promise<boolean> {
  let settled = false;
  const settle = () => void (settled = true);
  void answer.then(settle, settle);
  await turn();
  await emulator.clock.advance(after);
  await turn();
  return settled;
}

interface Document {
  readonly data?: readonly unknown[];
  readonly links?: { readonly next?: string };
}

function documentOf(text: string | undefined): Document | undefined {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/** Whether a response is as a page says; without its text, its body broke off. */
function holds(detail: string, { headers }: Response, text: string | undefined): boolean {
  const document = documentOf(text);
  if (detail === "cut off") return text === undefined;
  if (detail === "empty") return text === "";
  if (detail === "not JSON") return text !== undefined && text !== "" && document === undefined;
  if (detail.startsWith(bodyAfter)) return document !== undefined;
  const [, count] = /^(\d+) records?$/.exec(detail) ?? [];
  if (count !== undefined) return document?.data?.length === Number(count);
  const [, absent] = /^no ([\w-]+)$/.exec(detail) ?? [];
  if (absent !== undefined) return !headers.has(absent);
  const [, name = "", value] = /^([\w-]+): (.*)$/.exec(detail) ?? [];
  const sent = headers.get(name);
  return value === "(a date)"
    ? (sent ?? "").endsWith(" GMT")
    : value !== undefined && sent === value;
}

/** What a client of the pages sends: an order, the deletion of somebody, or a form for a new token. */
function bodyOf({ target, email }: Line, headers: Readonly<Record<string, string>>) {
  if (target === "/oauth/token") {
    const basic = Buffer.from("demo-app:ocs_ExampleAppSecretDemo0001").toString("base64");
    const form = "application/x-www-form-urlencoded";
    return {
      headers: { "content-type": form, authorization: `Basic ${basic}` },
      body: "grant_type=refresh_token&refresh_token=ort_ExampleAppRefreshDemo001",
    };
  }
  const profile = { data: { type: "profile", attributes: { email: "ada.byron@example.com" } } };
  const document = target.endsWith("deletion-jobs")
    ? { data: { type: "data-privacy-deletion-job", attributes: { profile } } }
    : newEvent({ unique_id: "order-1001" }, { email });
  return {
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(document),
  };
}
