import { describe, expect, it } from "vitest";
import { htmlOf } from "../../src/report/printed/card-page.ts";
import { ticksOf } from "../../src/report/scale.ts";
import {
  broke,
  byNeed,
  cardOf,
  emptyCard,
  limited,
  mixedCard,
  result,
  richCard,
  told,
} from "../support/cards.ts";

/** Lines of a page without its style. */
const bodyOf = (card: Parameters<typeof htmlOf>[0]): string =>
  htmlOf(card).replace(/<style>.*<\/style>/s, "");

describe("the page", () => {
  it("has the verdict as its title and as its first words", () => {
    const page = htmlOf(richCard());
    expect(page).toContain("<title>3 rules failed, 5 passed, 14 not exercised.</title>");
    expect(page).toContain('<p class="verdict bad">3 rules failed');
  });

  it("says how much more was found than is shown", () => {
    const evidence = [broke("It went on.", null)];
    const found = { failed: 1598, undecided: 2, passed: 0, evidence };
    const page = bodyOf(cardOf([result("stops", { verdict: "fail", ...found })]));
    expect(page).toContain("And 1599 more.");
  });

  it("forbids everything but its own style", () => {
    expect(htmlOf(richCard())).toContain(
      "content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\"",
    );
  });

  it("names no address outside itself", () => {
    expect(htmlOf(richCard())).not.toMatch(/(?:src|href)="(?!#)|url\((?!#)|@import|https?:/);
  });

  it("writes a verdict in words beside its sign", () => {
    const page = bodyOf(richCard());
    expect(page).toContain("✓ pass");
    expect(page).toContain("✗ fail");
    expect(page).toContain("– not exercised");
  });

  it("shows of a run without requests the rules, and neither timelines nor a policy", () => {
    const page = bodyOf(emptyCard());
    expect(page.match(/<h2>[^<]+/g)).toEqual(["<h2>Rules", "<h2>Thresholds"]);
  });

  it("shows fifty calls, those that failed a rule first, and says how many more there are", () => {
    const calls = Array.from({ length: 120 }, (_, index) =>
      told(index + 1, [limited(index), limited(index + 3, { waited: 3 })]),
    );
    const failure = result("stops", {
      verdict: "fail",
      failed: 1,
      evidence: [broke("Call 100 went on.", calls[99] ?? null)],
    });
    const page = bodyOf(cardOf([failure], { calls }));
    expect(page.match(/<figure id="call\d+"/g)?.slice(0, 2)).toEqual([
      '<figure id="call100"',
      '<figure id="call1"',
    ]);
    expect(page.match(/<figure /g)).toHaveLength(50);
    expect(page).toContain("And 70 more calls. The report’s JSON has all of them.");
  });

  it("shows the worst rules first, in the table and in the evidence", () => {
    const rules = [...bodyOf(mixedCard()).matchAll(/<code class="soft">([^<]+)</g)];
    expect(rules.map(([, rule]) => rule)).toEqual(byNeed);
    const evidence = [...bodyOf(mixedCard()).matchAll(/<summary><h3>([^<]+)</g)];
    expect(evidence.map(([, title]) => title)).toEqual([
      "Wait for Retry-After",
      "Write everything once",
      "Retry temporary errors",
    ]);
  });

  it("shows failures before passes, and once what was expected and the fix", () => {
    const page = bodyOf(mixedCard());
    const places = ["✗ failed:</b> One.", "✗ failed:</b> Two.", "Expected: less. Fix: it.</p>"];
    const [one = -1, two = -1, remedy = -1] = places.map((each) => page.lastIndexOf(each));
    const held = page.indexOf("✓ passed:</b> Three.");
    expect([one, two, remedy, held].every((place) => place > 0)).toBe(true);
    expect([one, two, remedy, held]).toEqual([one, two, remedy, held].toSorted((a, b) => a - b));
    expect(page.match(/Expected: less/g)).toHaveLength(2);
  });

  it("opens the evidence of what failed and folds the rest", () => {
    const kept = result("retries", {
      verdict: "pass",
      passed: 1,
      evidence: [{ ...broke("It was tried again.", null), result: "passed" }],
    });
    const broken = result("stops", { verdict: "fail", evidence: [broke("It went on.", null)] });
    const page = bodyOf(cardOf([kept, broken]));
    expect(page).toMatch(/<details>\s*<summary><h3>Retry temporary errors/);
    expect(page).toMatch(/<details open>\s*<summary><h3>Stop on permanent errors/);
  });

  it("has each attempt in a table, in the client's seconds and in emulator time, with its id", () => {
    const call = told(1, [
      limited(0),
      limited(1, { atProduction: 10, waited: 0.96, exchange: "exchange-x", faults: ["slow"] }),
    ]);
    expect(bodyOf(cardOf([], { calls: [call] })).replaceAll("\n", "")).toContain(
      '<th scope="row">2</th><td>1 s</td><td>10 s</td><td>429</td><td>0.96 s</td><td>2 s</td><td>slow, 429</td><td><code>exchange-x</code></td>',
    );
  });

  it("draws a wait over a clock that was moved as long as it was", () => {
    const call = told(1, [
      limited(0, { took: 0 }),
      limited(0.1, { took: 0, waited: 4, retryAfter: null }),
    ]);
    const page = bodyOf(cardOf([], { calls: [call] }));
    expect(page).toContain('<rect class="promised" x="0%" width="50%"');
    expect(page).not.toContain(" early");
  });

  it("draws a Retry-After to its end, and cuts one that would leave nothing of the rest", () => {
    const whole = bodyOf(
      cardOf([], {
        calls: [told(1, [limited(0, { took: 0 }), limited(1, { took: 0, retryAfter: null })])],
      }),
    );
    expect(whole).toContain('<rect class="promised" x="0%" width="100%"');
    expect(whole).toContain('<rect class="bar refused" x="50%"');
    const cut = bodyOf(
      cardOf([], {
        calls: [
          told(1, [
            limited(0, { took: 0, retryAfter: 3600 }),
            limited(1, { took: 0, retryAfter: null }),
          ]),
        ],
      }),
    );
    expect(cut).toContain('<rect class="bar refused" x="5%"');
    expect(cut).toContain("Retry-After 60 min");
  });

  it.each([
    [0.34, [0, 0.1, 0.2, 0.3]],
    [1, [0, 0.5, 1]],
    [4, [0, 1, 2, 3, 4]],
    [9.5, [0, 5]],
    [3600, [0, 1000, 2000, 3000]],
  ])("puts the ticks of %s s at round numbers", (edge, ticks) => {
    expect(ticksOf(edge)).toEqual(ticks);
  });
});
