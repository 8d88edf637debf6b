import { describe, expect, it } from "vitest";
import { couponCodes } from "../../src/domain/resources/coupon.ts";
import { put } from "../../src/world/store/store.ts";
import { mailing, noon } from "../support/mailing.ts";

const html = "<p>{% coupon_code 'SPRING' %} {% coupon_code 'SPRING' %}</p>";

/** A mailing of an account that has some codes of one coupon, which expire at an instant or never. */
async function withCodes(codes: readonly string[], expires_at: number | null = null) {
  const all = await mailing();
  const account = all.account();
  const made = codes.map((unique_code) =>
    put(couponCodes, {
      id: `SPRING-${unique_code}`,
      seq: account.nextSeq(),
      coupon: "SPRING",
      unique_code,
      expires_at,
      status: "UNASSIGNED",
      profile: null,
    }),
  );
  account.commit(made);
  const codeOf = (code: string) => account.table(couponCodes).get(`SPRING-${code}`);
  return { ...all, codeOf };
}

describe("a coupon code in a message", () => {
  it("is the oldest free one, the same again in the same message, and another for the next person", async () => {
    const { mail, outbox } = await withCodes(["B", "A"]);
    const sent = mail(["ada@example.com", "bob@gmail.com"], { html });
    const shown = await Promise.all(sent.map(async ({ id }) => (await outbox.get(id)).html ?? ""));
    expect(shown.map((each) => /<p>(.*?)<\/p>/.exec(each)?.[1])).toEqual(["B B", "A A"]);
  });

  it("becomes the recipient's", async () => {
    const { mail, person, codeOf } = await withCodes(["A", "B"]);
    mail(["ada@example.com"], { html });
    const { id } = person("ada@example.com");
    expect(codeOf("A")).toMatchObject({ status: "ASSIGNED_TO_PROFILE", profile: id });
    expect(codeOf("B")).toMatchObject({ status: "UNASSIGNED", profile: null });
  });

  it.each([
    ["no code is left", ["A"], null],
    ["the codes left are expired", ["A", "B"], noon],
  ])("is missing where %s: then the message is skipped", async (_, codes, expires) => {
    const { mail } = await withCodes(codes, expires);
    const skipped: string[] = [];
    const to = ["ada@example.com", "bob@gmail.com"];
    const sent = mail(to, { html }, { skipped: (profile) => void skipped.push(profile) });
    const gone = expires === null ? 1 : 0;
    expect([sent.length, skipped.length]).toEqual([gone, 2 - gone]);
  });

  it("goes to the next person where another coupon of the message had none left", async () => {
    const { mail, codeOf } = await withCodes(["A"]);
    mail(["ada@example.com"], { html: `${html}{% coupon_code 'OTHER' %}` });
    expect(codeOf("A")?.status).toBe("UNASSIGNED");
  });
});
