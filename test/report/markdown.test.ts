import { describe, expect, it } from "vitest";
import { markdownOf } from "../../src/report/printed/card-page.ts";
import { broke, byNeed, cardOf, emptyCard, mixedCard, result, richCard } from "../support/cards.ts";

/** The report of a card in which a client's text stands everywhere. */
const reportOf = (text: string): string =>
  markdownOf(
    cardOf(
      [
        result("stops", {
          verdict: "fail",
          failed: 1,
          message: text,
          evidence: [broke(text, null)],
        }),
      ],
      {
        coverage: {
          ...richCard().coverage,
          neverMet: [text],
          missing: [{ operation: text, fault: text }],
        },
      },
    ),
  );

const tableOf = (text: string): string[] => text.split("\n").filter((line) => line.startsWith("|"));

describe("the report for a pull request", () => {
  it("begins with the verdict", () => {
    expect(markdownOf(richCard()).split("\n")[0]).toBe(
      "### ✗ Report card: 3 rules failed, 5 passed, 14 not exercised.",
    );
    expect(markdownOf(emptyCard()).split("\n")[0]).toBe(
      "### – Report card: No requests: no rule was exercised.",
    );
  });

  it("has a table of the rules with what was found", () => {
    const [head, rule, ...rows] = tableOf(markdownOf(richCard()));
    expect([head, rule]).toEqual(["| | Rule | Found |", "| --- | --- | --- |"]);
    expect(rows).toHaveLength(22);
    expect(rows[1]).toBe(
      "| ✗ fail | `growing` | bulk\\_import\\_profiles of 250 profiles, from customers-2026-07-15-full-export.csv: waits did not grow: 0.46 s, 0.46 s, 0.46 s. Expected: each wait more than 1.2 times the previous one. Fix: multiply the wait by 2 after each failure, up to a maximum. |",
    );
    expect(rows[17]).toBe("| ✓ pass | `retries` | 12 temporary errors were retried. |");
  });

  it("has the worst rules first", () => {
    const [, , ...rows] = tableOf(markdownOf(mixedCard()));
    expect(rows.map((row) => row.split("`")[1])).toEqual(byNeed);
  });

  it("says once what several failures should have been, and the fix", () => {
    expect(markdownOf(mixedCard())).toContain("- One.\n- Two.\n\nExpected: less. Fix: it.\n");
  });

  it("folds the evidence of what failed, with the empty lines that make a list of it", () => {
    const text = markdownOf(richCard());
    expect(text).toContain("<details><summary>Evidence: growing (1)</summary>\n\n- bulk\\_import");
    expect(text.match(/<details>/g)).toHaveLength(text.match(/\n\n<\/details>/g)?.length ?? 0);
    expect(text).not.toContain("Evidence: attempts");
  });

  it("says how much evidence is not shown", () => {
    // A card has the first 20 of all that was found.
    const evidence = Array.from({ length: 20 }, () => broke("It went on.", null));
    const text = markdownOf(cardOf([result("stops", { verdict: "fail", failed: 1598, evidence })]));
    expect(text.match(/^- It went on\.$/gm)).toHaveLength(8);
    expect(text).toContain("<summary>Evidence: stops (1598)</summary>");
    expect(text).toContain("- and 1590 more\n");
  });

  it("stays below what a comment may have, however much was broken", () => {
    const { rules } = emptyCard();
    const evidence = Array.from({ length: 50 }, () => broke("very long ".repeat(500), null));
    const failures = rules.map(({ rule }) =>
      result(rule, { verdict: "fail", failed: 50, message: "long ".repeat(500), evidence }),
    );
    expect(markdownOf(cardOf(failures)).length).toBeLessThan(65_536);
  });

  it("has the coverage in brief, what is ambiguous, and a policy", () => {
    const text = markdownOf(richCard());
    expect(text).toContain("Fault coverage: 44 %: 4 of 9 operation/fault pairs handled.");
    expect(text).toContain("No request met these planned faults: slow-metrics.");
    expect(text).toContain("- The journal no longer has 4 requests");
    expect(text).toContain("- Make up to 6 attempts per call.");
  });

  it.each([
    ["a border or a line's end", "a|b\r\n| c | d |\u2028e", "a\\|b \\| c \\| d \\| e"],
    [
      "HTML",
      "<script>x</script>&lt;</details>",
      "&lt;script&gt;x&lt;/script&gt;&amp;lt;&lt;/details&gt;",
    ],
    [
      "Markdown",
      "*a* _b_ `c` [d](e) ~f~ \\| $g$",
      "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\~f\\~ \\\\\\| \\$g\\$",
    ],
    ["a picture", "![x](https://x.example/y)", "\\!\\[x\\](https:<!-- -->//x.example/y)"],
    ["a mention", "@everyone and a@x.example", "@<!-- -->everyone and a@<!-- -->x.example"],
    ["a reference", "#12 GH-3 www.x.example", "#<!-- -->12 GH<!-- -->-3 www<!-- -->.x.example"],
  ])("makes plain text of %s that a client sent", (_, sent, written) => {
    const text = reportOf(sent);
    expect(tableOf(text)[2]).toBe(`| ✗ fail | \`stops\` | ${written} |`);
    expect(tableOf(text)).toHaveLength(24);
    expect(text).toContain(`- ${written}\n`);
    expect(text).toContain(`No request met these planned faults: ${written}.`);
  });

  it("makes no list of a text that begins like one", () => {
    expect(reportOf("1. first")).toContain("- &#8203;1. first\n");
  });
});
