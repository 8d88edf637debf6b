import { describe, expect, it } from "vitest";
import { junitOf } from "../../src/report/printed/card-page.ts";
import { broke, cardOf, emptyCard, result, richCard } from "../support/cards.ts";
import { usingChromium } from "../support/browsers.ts";

const foreign = `<a href='x'>"&amp;]]>\u0000\u001B\uFFFE\uD800</failure>`;
const hostile = cardOf([
  result("stops", {
    verdict: "fail",
    failed: 1,
    message: foreign,
    evidence: [broke(foreign, null)],
  }),
  result("retries", { message: foreign }),
]);

describe("the report for JUnit", () => {
  it("has a test case for each rule, with what failed and what was skipped counted", () => {
    const text = junitOf(richCard());
    expect(text.match(/<testcase /g)).toHaveLength(22);
    expect(text).toContain('tests="22" failures="3" errors="0" skipped="14" time="8.040"');
  });

  it("says how much more was found than is shown", () => {
    const evidence = [broke("It went on.", null)];
    const card = cardOf([result("stops", { verdict: "fail", failed: 1598, evidence })]);
    expect(junitOf(card)).toContain(">It went on.\nand 1597 more</failure>");
  });

  it("skips a rule that is undecided, and counts it so", () => {
    const text = junitOf(cardOf([result("stops", { verdict: "undecided", message: "Few." })]));
    expect(text).toContain('failures="0" errors="0" skipped="22"');
    expect(text).toContain('<skipped message="Few."/>');
  });

  it("says nothing more of a rule that was kept", () => {
    expect(junitOf(richCard())).toContain(
      '<testcase classname="report card" name="stops: Stop on permanent errors"/>',
    );
  });

  it("skips a rule that was not exercised, and says why", () => {
    expect(junitOf(emptyCard())).toContain(
      '<skipped message="No retired revision in this run. To exercise it: --scenario exam"/>',
    );
    expect(junitOf(emptyCard())).not.toContain("<failure");
    expect(junitOf(emptyCard())).toContain('errors="1" skipped="22"');
  });

  it("gives the sentences of what failed a rule, not of what is ambiguous", () => {
    const text = junitOf(richCard());
    const duplicate =
      "create_event for p2@example.com: attempt 2 created a duplicate, after a lost response (reset) to the first write. Expected: one write. Fix: send the same unique_id or idempotency key with all attempts.";
    expect(text).toContain(`<failure message="${duplicate}">${duplicate}</failure>`);
  });

  it("escapes what a client sent", () => {
    const text = junitOf(hostile);
    expect(text).not.toContain("<a href");
    expect(text).not.toMatch(/[^\P{Cc}\n]|\uFFFE/u);
  });
});

describe("the report for JUnit, in a parser", () => {
  const browser = usingChromium();

  it.each([
    ["rich", richCard(), 22],
    ["empty", emptyCard(), 23],
    ["hostile", hostile, 22],
  ])("is well-formed XML of a %s card", async (_, card, cases) => {
    const page = await browser().newPage();
    const parsed = await page.evaluate<{ root: string; cases: number; errors: number }>(
      `(() => {
        const parsed = new DOMParser().parseFromString(${JSON.stringify(junitOf(card))}, "application/xml");
        return {
          root: parsed.documentElement.tagName,
          cases: parsed.querySelectorAll("testsuites > testsuite > testcase").length,
          errors: parsed.querySelectorAll("parsererror").length,
        };
      })()`,
    );
    expect(parsed).toEqual({ root: "testsuites", cases, errors: 0 });
  });
});
