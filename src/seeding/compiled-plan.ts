import type { AccountPlan, SeedPlan } from "./plan.ts";

/**
 * A plan as a start reads it fastest: what every start needs in the first line, and the events of each account, which
 * are read when somebody asks for one, in a line each.
 */
export function compiledText(plan: SeedPlan): string {
  const accounts = plan.accounts.map((account) => {
    const last = lastOf(account);
    if (last === undefined) return account;
    return {
      ...account,
      events: [],
      properties: [],
      told: { events: account.events.length, last },
    };
  });
  const lines = plan.accounts.map(({ events, properties }, index) =>
    accounts[index]?.told === undefined ? {} : { events, properties },
  );
  const all = [{ ...plan, accounts }, ...lines];
  return all.map((line) => `${inAscii(JSON.stringify(line))}\n`).join("");
}

/** The plan of such a text. @throws SyntaxError where its beginning is none, or its end is missing */
export function readCompiled(text: string): SeedPlan {
  if (!text.endsWith("\n")) throw new SyntaxError("the end is missing");
  const [head = "", ...lines] = text.split("\n");
  const plan = JSON.parse(head) as SeedPlan;
  return { ...plan, accounts: plan.accounts.map((each, index) => withEvents(each, lines[index])) };
}

function withEvents(account: AccountPlan, line = ""): AccountPlan {
  if (account.told === undefined) return account;
  const read = () => JSON.parse(line) as Pick<AccountPlan, "events" | "properties">;
  let known: ReturnType<typeof read> | undefined;
  return Object.defineProperties(account, {
    events: { get: () => (known ??= read()).events },
    properties: { get: () => (known ??= read()).properties },
  });
}

/** See `AccountPlan.told`; undefined where events at instants are among them: then it depends on when it is planted. */
function lastOf({ events, profiles }: AccountPlan): (number | null)[] | undefined {
  const last: (number | null)[] = profiles.map(() => null);
  for (const [, time, , profile] of events) {
    if (typeof time !== "number") return undefined;
    last[profile] = Math.max(last[profile] ?? -Infinity, time);
  }
  return last;
}

/** JSON or code as Node reads it twice as fast, and keeps it in half the room: each character is one byte. */
export const inAscii = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
