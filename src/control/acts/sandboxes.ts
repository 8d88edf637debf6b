import { literal, object } from "../../contract/shape.ts";
import { act, columns, option, subject } from "../act.ts";

/** A sandbox as it may be shown at any time. */
export interface SandboxView {
  readonly id: string;
  readonly companyId: string;
  /** What it is called; null: it has no name. */
  readonly name: string | null;
  readonly keys: readonly {
    readonly name: string;
    /** Its first characters. */
    readonly masked: string;
    readonly scopes: readonly string[];
  }[];
  /** Real time, ISO 8601. */
  readonly createdAt: string;
  readonly expiresAt: string;
  /** About how much memory it takes: 20 kB, and 1 kB for each record that was written since it began or was reset. */
  readonly bytes: number;
}

/** A sandbox when it is made, with keys that nobody else has: the only time that all of them is shown. */
export interface NewSandboxView extends SandboxView {
  readonly keys: readonly (SandboxView["keys"][number] & { readonly key: string })[];
  /** A control token: with it nothing but this sandbox is seen or changed. */
  readonly token: string;
  readonly url: string;
}

export const sandboxShape = object({
  "from?": option(
    "<state>",
    "Start from seed, current or empty state (default: seed)",
    literal("seed", "current", "empty"),
    "text",
  ),
  "account?": option("<id>", "Account to copy (default: the first)"),
  "rateLimits?": option("<mode>", "Set its rate limits: real, off, or a multiple"),
  "name?": option("<name>", "Call it this, such as the title of its test"),
  "ttl?": option("<duration>", "Delete it after this long, in real time (default: 1h)"),
});

const takes = ["Company id, as printed by sandbox list"];

const keysOf = ({ keys }: SandboxView): string => keys.map(({ masked }) => masked).join(", ");

export const sandboxes = subject(
  "sandbox",
  "Manage isolated accounts for tests that run in parallel",
  {
    create: act("POST /_emulator/sandboxes", "create", {
      does: 'makes an account apart, its keys shown once: { "from"?: "seed" | "current" | "empty", "account"?, "rateLimits"?, "name"?, "ttl"? }',
      whole: 'it makes an account: "account" in the body says which it is like',
      body: sandboxShape,
      status: 201,
      help: "Create a sandbox (its keys are shown only once)",
      says: ({ companyId, keys, token, url, expiresAt }: NewSandboxView) =>
        [
          `Company id  ${companyId}`,
          ...keys.map(({ name, key }) => `${name.padEnd(10)}  ${key}`),
          `Token       ${token}`,
          `Inspector   ${url}/#token=${token}`,
          `Expires     ${expiresAt}`,
        ].join("\n"),
    }),
    list: act("GET /_emulator/sandboxes", "list", {
      help: "List the sandboxes, when they were created and expire, and about how much memory they take",
      data: ({ sandboxes: all }: { sandboxes: SandboxView[] }) => all,
      none: "There is no sandbox.",
      columns: columns<SandboxView>(
        "COMPANY ID=companyId",
        { head: "NAME", cell: ({ name }) => name ?? "", optional: true, ifAny: true },
        { head: "KEYS", cell: keysOf, elastic: true },
        ...(["createdAt?", "expiresAt?"] as const),
        { head: "MEMORY", cell: ({ bytes }) => `${Math.round(bytes / 1000)} kB`, optional: true },
      ),
    }),
    names: act("GET /_emulator/sandboxes/names", {
      does: "what the sandboxes are called, and those were that are gone, with what became of their tests",
    }),
    reset: act("POST /_emulator/sandboxes/{id}/reset", "reset <id>", {
      status: 204,
      help: "Reset a sandbox to the data it started with",
      takes,
      data: (_, { id }) => ({ reset: id }),
      says: (_, { id }) => `${id} is as it began.`,
    }),
    remove: act("DELETE /_emulator/sandboxes/{id}", "rm <id>", {
      help: "Delete a sandbox and its data",
      takes,
      data: (_, { id }) => ({ removed: id }),
      says: (_, { id }) => `${id} is gone.`,
    }),
  },
);
