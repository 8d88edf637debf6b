import { describe, expect, it } from "vitest";
import { defaultRates, type Rates } from "../../src/domain/messages/fate.ts";
import { messages, statusOf } from "../../src/domain/messages/records.ts";
import { mailing } from "../support/mailing.ts";

const nothing: Rates = { deliver: 1, bounce: 0, open: 0, click: 0, unsubscribe: 0, spam: 0 };

const many = (count: number) => `
company_id: Tests1
keys: [{ name: full, scopes: full }]
profiles:
${Array.from({ length: count }, (_, at) => `  - { email: p${at}@example.com }`).join("\n")}
`;
const addresses = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@example.com`);

/** How many of a hundred messages end in each way. */
async function ends(rates: Partial<Rates>, seed = 1) {
  const ways = await mailing({ fixture: many(100), seed });
  ways.rates(rates);
  ways.mail(addresses(100));
  await ways.advance();
  const rows = [...ways.account().table(messages).all()];
  return {
    rows,
    count: (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length,
  };
}

describe("what becomes of messages", () => {
  it.each([
    ["delivered", nothing, "delivered"],
    ["bounced", { ...nothing, deliver: 0, bounce: 1 }, "bounced"],
    ["dropped", { ...nothing, deliver: 0, bounce: 0 }, "dropped"],
    ["opened", { ...nothing, open: 1 }, "opened"],
    ["clicked", { ...nothing, open: 1, click: 1 }, "clicked"],
    ["unsubscribed from", { ...nothing, unsubscribe: 1 }, "unsubscribed"],
    ["marked", { ...nothing, spam: 1 }, "marked"],
  ])("at a rate of 1 all are %s", async (_, rates, status) => {
    const { count } = await ends(rates);
    expect(count((row) => statusOf(row) === status)).toBe(100);
  });

  it("whoever clicks has opened, where no more click than open", async () => {
    const { count } = await ends({ ...nothing, open: 0.6, click: 0.3 });
    expect(count(({ opened }) => opened !== null)).toBeGreaterThan(40);
    expect(count(({ clicked }) => clicked !== null)).toBeGreaterThan(10);
    expect(count(({ opened, clicked }) => clicked !== null && opened === null)).toBe(0);
    expect(count(({ opened, clicked }) => clicked !== null && clicked < (opened ?? 0))).toBe(0);
  });

  it("is the same again with the same seed, and another with another", async () => {
    const fates = async (seed: number) => (await ends({ open: 0.5, click: 0.2 }, seed)).rows;
    const first = await fates(1);
    expect(await fates(1)).toEqual(first);
    const opened = (rows: typeof first) => rows.map((row) => row.opened);
    expect(opened(await fates(2))).not.toEqual(opened(first));
  });

  it("of the same messages only the click changes with the rate of clicks", async () => {
    const opened = (rows: Awaited<ReturnType<typeof ends>>["rows"]) =>
      rows.map((row) => row.opened);
    const without = await ends({ ...nothing, open: 0.5, click: 0 });
    const some = await ends({ ...nothing, open: 0.5, click: 0.4 });
    expect(opened(some.rows)).toEqual(opened(without.rows));
  });

  it("reaches about as many as the service's rates say, where nothing is set", async () => {
    const { count } = await ends(defaultRates);
    expect(count(({ failure }) => failure === null)).toBeGreaterThan(90);
    expect(count(({ opened }) => opened !== null)).toBeGreaterThan(20);
    expect(count(({ opened }) => opened !== null)).toBeLessThan(50);
  });
});
