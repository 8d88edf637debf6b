import { tokenNeeded } from "../../control/respond.ts";
import { Failure } from "../terminal/terminal.ts";
import { flagOf as usualFlag, printable } from "../terminal/texts.ts";

interface Refused {
  readonly error?: { readonly message?: string; readonly path?: string; readonly nearest?: string };
}

export class Refusal extends Failure {
  readonly path: string;
  readonly what: string;
  readonly nearest: string | undefined;

  constructor(path: string, what: string, message: string, nearest?: string) {
    super(message, 2);
    this.path = path;
    this.what = what;
    this.nearest = nearest;
  }
}

/** What a command has sent: only what it holds was typed, and may be named. */
export type Sent = { readonly path: string; readonly body: unknown };

export function refusalOf(answer: unknown, status: number, sent: Sent): Refusal {
  const {
    message = `rejected with status ${status}`,
    path = "",
    nearest,
  } = (answer as Refused).error ?? {};
  const { label, value } = typedAt(path, sent);
  const where = label === "" ? "" : `${label}: `;
  const isOdd = value !== undefined && message.startsWith("expected");
  const said = isOdd ? `, not '${value}'` : "";
  const near = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  const token = message === tokenNeeded ? " (give it with --token)" : "";
  const text = printable(`${where}${message.replace(" or a mapping", "")}${said}${near}${token}`);
  return new Refusal(path, message, text, nearest);
}

type Typed = string | number | boolean;

/** What stands at a path of what was sent, and how it was typed; nothing, if it was not typed. */
function typedAt(path: string, { path: target, body }: Sent): { label: string; value?: Typed } {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  const value = steps.reduce<unknown>(
    (part, step) => (part as Readonly<Record<string, unknown>> | null | undefined)?.[step],
    body,
  );
  // Settings are named as they are.
  if (target.startsWith("settings")) return isTyped(value) ? { label: path, value } : { label: "" };
  if (isTyped(value)) return { label: named(steps), value };
  const query = new URLSearchParams(target.split("?")[1]);
  if (!query.has(path)) return { label: Array.isArray(value) ? named(steps) : "" };
  const isThreshold = target.startsWith("report") && !ofReport.includes(path);
  const label = isThreshold ? `--threshold ${path}` : flagOf(path);
  return { label, value: query.get(path) ?? "" };
}

const isTyped = (value: unknown): value is Typed =>
  ["string", "number", "boolean"].includes(typeof value);

/** What `report` is asked beside thresholds. */
const ofReport = ["account", "preset", "running"];

/** What the CLI gives by position has no flag. */
const positional = ["operation", "id", "name", "at", "by", "mode", "factor", "folder"];

const otherwise: Readonly<Record<string, string>> = {
  count: "--times",
  min: "--at-least",
  max: "--at-most",
};

/** A field as the CLI calls it: `match.testId` is `--match-test-id`, `scopes[0]` is `--scopes`. */
export function named(steps: readonly string[]): string {
  const [first = "", second = ""] = steps;
  if (first === "thresholds") return `--threshold ${second}`;
  if (first === "page") return `--page ${second}`.trim();
  if (first === "sequence") return `--sequence: step ${Number(second) + 1}`;
  const own = steps.filter((step) => !/^\d+$/.test(step));
  const last = own.at(-1) ?? "";
  const isNested = own.length === 1 || own[0] === "match";
  if (own.length === 1 && positional.includes(last)) return last;
  return isNested ? flagOf(own.join("-")) : flagOf(last);
}

const flagOf = (name: string): string => otherwise[name] ?? usualFlag(name);
