import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { consentOf, suppressing, subscribing, unsubscribing } from "./bodies.ts";

/** What each act makes of each state of a person's email consent (behaviour.md, 6). */
const email = `
state                                    | subscribe                | unsubscribe                              | suppress                                                | unsuppress
never                                    | subscribed               | unsubscribed UNSUBSCRIBE                 | never USER_SUPPRESSED                                   | never
never HARD_BOUNCE                        | subscribed HARD_BOUNCE   | unsubscribed HARD_BOUNCE UNSUBSCRIBE     | never HARD_BOUNCE USER_SUPPRESSED                       | never HARD_BOUNCE
never INVALID_EMAIL                      | subscribed INVALID_EMAIL | unsubscribed INVALID_EMAIL UNSUBSCRIBE   | never INVALID_EMAIL USER_SUPPRESSED                     | never INVALID_EMAIL
never SPAM_COMPLAINT                     | subscribed               | unsubscribed SPAM_COMPLAINT UNSUBSCRIBE  | never SPAM_COMPLAINT USER_SUPPRESSED                    | never SPAM_COMPLAINT
never USER_SUPPRESSED                    | subscribed               | unsubscribed USER_SUPPRESSED UNSUBSCRIBE | never USER_SUPPRESSED                                   | never
never UNSUBSCRIBE                        | subscribed               | unsubscribed UNSUBSCRIBE                 | never UNSUBSCRIBE USER_SUPPRESSED                       | never UNSUBSCRIBE
subscribed                               | subscribed               | unsubscribed UNSUBSCRIBE                 | subscribed USER_SUPPRESSED                              | subscribed
subscribed HARD_BOUNCE                   | subscribed HARD_BOUNCE   | unsubscribed HARD_BOUNCE UNSUBSCRIBE     | subscribed HARD_BOUNCE USER_SUPPRESSED                  | subscribed HARD_BOUNCE
subscribed INVALID_EMAIL                 | subscribed INVALID_EMAIL | unsubscribed INVALID_EMAIL UNSUBSCRIBE   | subscribed INVALID_EMAIL USER_SUPPRESSED                | subscribed INVALID_EMAIL
subscribed SPAM_COMPLAINT                | subscribed               | unsubscribed SPAM_COMPLAINT UNSUBSCRIBE  | subscribed SPAM_COMPLAINT USER_SUPPRESSED               | subscribed SPAM_COMPLAINT
subscribed USER_SUPPRESSED               | subscribed               | unsubscribed USER_SUPPRESSED UNSUBSCRIBE | subscribed USER_SUPPRESSED                              | subscribed
subscribed UNSUBSCRIBE                   | subscribed               | unsubscribed UNSUBSCRIBE                 | subscribed UNSUBSCRIBE USER_SUPPRESSED                  | subscribed UNSUBSCRIBE
unsubscribed UNSUBSCRIBE                 | subscribed               | unsubscribed UNSUBSCRIBE                 | unsubscribed UNSUBSCRIBE USER_SUPPRESSED                | unsubscribed UNSUBSCRIBE
unsubscribed HARD_BOUNCE UNSUBSCRIBE     | subscribed HARD_BOUNCE   | unsubscribed HARD_BOUNCE UNSUBSCRIBE     | unsubscribed HARD_BOUNCE UNSUBSCRIBE USER_SUPPRESSED    | unsubscribed HARD_BOUNCE UNSUBSCRIBE
unsubscribed INVALID_EMAIL UNSUBSCRIBE   | subscribed INVALID_EMAIL | unsubscribed INVALID_EMAIL UNSUBSCRIBE   | unsubscribed INVALID_EMAIL UNSUBSCRIBE USER_SUPPRESSED  | unsubscribed INVALID_EMAIL UNSUBSCRIBE
unsubscribed SPAM_COMPLAINT UNSUBSCRIBE  | subscribed               | unsubscribed SPAM_COMPLAINT UNSUBSCRIBE  | unsubscribed SPAM_COMPLAINT UNSUBSCRIBE USER_SUPPRESSED | unsubscribed SPAM_COMPLAINT UNSUBSCRIBE
unsubscribed USER_SUPPRESSED UNSUBSCRIBE | subscribed               | unsubscribed USER_SUPPRESSED UNSUBSCRIBE | unsubscribed USER_SUPPRESSED UNSUBSCRIBE                | unsubscribed UNSUBSCRIBE
`;

const sms = `
state        | subscribe  | unsubscribe  | suppress     | unsuppress
never        | subscribed | unsubscribed | never        | never
subscribed   | subscribed | unsubscribed | subscribed   | subscribed
unsubscribed | subscribed | unsubscribed | unsubscribed | unsubscribed
`;

/** Every cell: from a state, by an act, to a state. */
function cellsOf(table: string): [from: string, act: string, to: string][] {
  const [head = [], ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return rows.flatMap(([from = "", ...cells]) =>
    cells.map((to, place): [string, string, string] => [from, head[place + 1] ?? "", to]),
  );
}

const states = {
  never: undefined,
  subscribed: "SUBSCRIBED",
  unsubscribed: "UNSUBSCRIBED",
} as const;
const ada = { email: "ada@example.com", phone_number: "+12125550101" };

/** An account with one person, in a state. */
async function person(state: string, channel: "email" | "sms") {
  const [consent = "", ...reasons] = state.split(" ");
  const given = states[consent as keyof typeof states];
  const fixture = {
    company_id: "Tests1",
    sms: true,
    keys: [{ name: "full", scopes: "full" }],
    profiles: [
      {
        ...ada,
        ...(given && { consent: { [channel]: given } }),
        suppression: reasons.map((reason) => ({ reason, at: "2026-07-01" })),
      },
    ],
  };
  return emulate({ fixtures: [fixtureFile(JSON.stringify(fixture))] });
}

const acts = {
  subscribe: ["subscription-bulk-create", subscribing],
  unsubscribe: ["subscription-bulk-delete", unsubscribing],
  suppress: ["suppression-bulk-create", suppressing],
  unsuppress: ["suppression-bulk-delete", suppressing],
} as const;

type Ways = Awaited<ReturnType<typeof emulate>>;

async function act({ post }: Ways, name: string, channel: "email" | "sms"): Promise<void> {
  const [job, bodyOf] = acts[name as keyof typeof acts];
  const type = `profile-${job}-job`;
  expect((await post(`/api/${type}s`, bodyOf(type, [ada], channel))).status).toBe(202);
}

async function stateOf(ways: Ways, channel: "email" | "sms"): Promise<string> {
  const { consent, suppression } = (await consentOf(ways, ada.email))[channel];
  const word = Object.entries(states).find(([, value]) => value === consent)?.[0] ?? "never";
  if (channel === "sms") return word;
  return [word, ...suppression.map(({ reason }) => reason)].join(" ");
}

describe("consent to email", () => {
  it.each(cellsOf(email))("%s, %s: %s", async (from, name, to) => {
    const ways = await person(from, "email");
    expect(await stateOf(ways, "email")).toBe(from);
    await act(ways, name, "email");
    expect(await stateOf(ways, "email")).toBe(to);
  });
});

describe("consent to SMS", () => {
  it.each(cellsOf(sms))("%s, %s: %s", async (from, name, to) => {
    const ways = await person(from, "sms");
    expect(await stateOf(ways, "sms")).toBe(from);
    await act(ways, name, "sms");
    expect(await stateOf(ways, "sms")).toBe(to);
  });
});
