import { described, literal, object, string } from "../../contract/shape.ts";
import { act, command, ofAccount, option } from "../act.ts";

/** A sandbox as it may be shown at any time. */
export interface SandboxView {
  /** Its company id. */
  readonly id: string;
  readonly companyId: string;
  readonly keys: readonly {
    readonly name: string;
    /** Its first characters. */
    readonly masked: string;
    readonly scopes: readonly string[];
  }[];
  /** Real time, ISO 8601. */
  readonly expiresAt: string;
}

/** A sandbox when it is made, with keys that nobody else has: the only time that all of them is shown. */
export interface NewSandboxView extends SandboxView {
  readonly keys: readonly (SandboxView["keys"][number] & { readonly key: string })[];
  /** A control token: with it nothing but this sandbox is seen or changed. */
  readonly token: string;
  /** Where the emulator listens. */
  readonly url: string;
}

export const sandboxShape = object({
  "from?": option(
    "<state>",
    "Start from seed, current or empty state (default: seed)",
    described(literal("seed", "current", "empty"), "What it begins with. Default: seed."),
    "text",
  ),
  "account?": option(
    "<id>",
    "Account to copy (default: the first)",
    described(string({ minLength: 1 }), "The account that it is like."),
    "text",
  ),
  "rateLimits?": option(
    "<mode>",
    "Set its rate limits: real, off, or a multiple",
    described(string(), "real, off, or a multiple such as x10."),
    "text",
  ),
  "ttl?": option(
    "<duration>",
    "Delete it after this long, in real time (default: 1h)",
    described(string(), "How long it lives, in real time. Default: 1h."),
    "duration",
  ),
});

const takes = { "<id>": "Company id, as printed by sandbox list" };

export const sandboxes = {
  name: "sandbox",
  does: "Manage isolated accounts for tests that run in parallel",
  acts: {
    create: act(
      "POST /_emulator/sandboxes",
      'makes an account apart, its keys shown once: { "from"?: "seed" | "current" | "empty", "account"?, "rateLimits"?, "ttl"? }',
      {
        whole: 'it makes an account: "account" in the body says which it is like',
        body: sandboxShape,
        status: 201,
        command: command<NewSandboxView>(
          "create",
          "Create a sandbox (its keys are shown only once)",
          {
            says: ({ companyId, keys, token, url, expiresAt }) =>
              [
                `Company id  ${companyId}`,
                ...keys.map(({ name, key }) => `${name.padEnd(10)}  ${key}`),
                `Token       ${token}`,
                `Inspector   ${url}/#token=${token}`,
                `Expires     ${expiresAt}`,
              ].join("\n"),
          },
        ),
      },
    ),
    list: act(
      "GET /_emulator/sandboxes",
      "the sandboxes that there are, their keys masked, and when they expire",
      {
        query: object(ofAccount),
        command: command<{ sandboxes: SandboxView[] }, SandboxView>(
          "list",
          "List the sandboxes, and when they expire",
          {
            isDefault: true,
            data: ({ sandboxes }) => sandboxes,
            none: "There is no sandbox.",
            columns: [
              { head: "COMPANY ID", cell: ({ companyId }) => companyId },
              {
                head: "KEYS",
                cell: ({ keys }) => keys.map(({ masked }) => masked).join(", "),
                elastic: true,
              },
              { head: "EXPIRES", cell: ({ expiresAt }) => expiresAt, optional: true },
            ],
          },
        ),
      },
    ),
    reset: act(
      "POST /_emulator/sandboxes/{id}/reset",
      "puts a sandbox's data back with which it began",
      {
        query: object(ofAccount),
        status: 204,
        command: command("reset", "Reset a sandbox to the data it started with", {
          takes,
          data: (_, { id }) => ({ reset: id }),
          says: (_, { id }) => `${id} is as it began.`,
        }),
      },
    ),
    remove: act("DELETE /_emulator/sandboxes/{id}", "a sandbox goes, and all that is in it", {
      query: object(ofAccount),
      status: 204,
      command: command("rm", "Delete a sandbox and its data", {
        takes,
        data: (_, { id }) => ({ removed: id }),
        says: (_, { id }) => `${id} is gone.`,
      }),
    }),
  },
};
