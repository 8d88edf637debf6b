import { afterEach, describe, expect, it } from "vitest";
import { colours } from "../../src/cli/terminal/colours.ts";
import { reportText } from "../../src/cli/card/report-card.ts";
import {
  broke,
  byNeed,
  cardOf,
  emptyCard,
  limited,
  mixedCard,
  result,
  richCard,
  shown,
  told,
} from "../support/cards.ts";

const level = colours.level;
afterEach(() => {
  colours.level = level;
});

/** The report without colours. */
function textOf(card = richCard(), width = 80): string {
  colours.level = 0;
  return reportText(card, { width });
}

const lineWith = (text: string, part: string): string =>
  text.split("\n").find((line) => line.includes(part)) ?? `no line with ${part}`;

/** The timeline of one call of such attempts, without its label. */
function timelineOf(attempts: Parameters<typeof told>[1], width = 80): string {
  const call = told(1, attempts, { about: "it", knownBy: "name" });
  const failure = result("retry-after", {
    verdict: "fail",
    failed: 1,
    message: "One came early.",
    evidence: [broke("It came early.", call)],
  });
  const text = textOf(cardOf([failure], { calls: [call] }), width);
  return lineWith(text, "#1 it  ").slice("#1 it  ".length);
}

describe("the report in a terminal", () => {
  it("says in its first line how many rules failed", () => {
    expect(textOf().split("\n")[0]).toBe("3 rules failed, 5 passed, 14 not exercised.");
  });

  it("says of a run without requests that nothing was exercised, and no more", () => {
    expect(textOf(emptyCard())).toBe("No requests: no rule was exercised.");
  });

  it("marks each rule with its verdict by a sign, not by colour alone", () => {
    const text = textOf();
    expect(lineWith(text, "  retries ")).toMatch(/^✓ {2}retries +12 temporary errors/);
    expect(lineWith(text, "  growing ")).toMatch(
      /^✗ {2}growing +bulk_import_profiles of …: waits did not grow: 0.46 s/,
    );
    expect(lineWith(text, "  jitter ")).toMatch(/^– {2}jitter +Not enough data/);
  });

  it("has the worst rules first", () => {
    const rows = textOf(mixedCard())
      .split("\n")
      .slice(4, 4 + byNeed.length);
    expect(rows.map((row) => row.split(/ +/)[1])).toEqual(byNeed);
  });

  it("says how to exercise the rules that were not, once for all of them", () => {
    expect(textOf().match(/To exercise/g)).toHaveLength(1);
    expect(textOf()).toContain("\nTo exercise the rest: --scenario exam\n");
  });

  it("breaks no line within what is to be typed", () => {
    const rules = ["exam", "lost-response", "retired-in-mid-run", "burst-throttle"].map((name) =>
      result("slows", { message: `No event in this run. To exercise it: --scenario ${name}` }),
    );
    const lines = textOf({ ...richCard(), rules }).split("\n");
    expect(lines.filter((line) => line.endsWith("--scenario"))).toEqual([]);
  });

  it("shows emulator time only where it is not the client's", () => {
    const { run } = richCard();
    expect(textOf()).toContain("8.04 s (80.4 s of emulator time)");
    for (const [seconds, productionSeconds] of [
      [2.09, 2.08],
      [0.02, 0.03],
    ] as const) {
      const text = textOf({ ...richCard(), run: { ...run, seconds, productionSeconds } });
      expect(text).not.toContain("emulator time");
    }
  });

  it("leaves a long call so little of its row that the number that decides is seen", () => {
    const about = `create_event for ${"x".repeat(60)}@example.com`;
    const call = told(1, [limited(0)], { about });
    const text = `${about}: attempt 2 came 0.97 s early, 31 ms after a 429 with Retry-After 1 s.`;
    const evidence = [broke(text, call)];
    const failure = result("retry-after", { verdict: "fail", failed: 1, message: text, evidence });
    expect(lineWith(textOf(cardOf([failure], { calls: [call] })), "✗  retry-after")).toContain(
      "create_event for …: attempt 2 came 0.97 s early",
    );
  });

  it("says once what several failures should have been, and the fix", () => {
    expect(textOf(mixedCard())).toContain("  · One.\n  · Two.\n    Expected: less. Fix: it.\n");
  });

  it("shows three sentences of evidence of a broken rule and how many more there are", () => {
    const text = textOf();
    expect(text.match(/· create_event for p1@example.com: attempt \d came/g)).toHaveLength(3);
    expect(text).toContain("    and 2 more\n");
  });

  it("draws a call as its answers, with its Retry-After and what came too early", () => {
    const line = timelineOf([
      limited(0, { took: 0 }),
      limited(1, { took: 0, waited: 1 }),
      shown(4, { took: 0, waited: 3 }),
    ]);
    expect(line).toMatch(/^429─+!429─+·+202$/);
  });

  it("puts all calls under one axis", () => {
    const text = textOf();
    const axis = lineWith(text, "0 s  ");
    const first = lineWith(text, "#1 create_event for p1");
    const last = lineWith(text, "#4 bulk_import");
    expect(axis.indexOf("0 s")).toBe(first.indexOf("429"));
    expect(axis.indexOf("0 s")).toBe(last.indexOf("503"));
    expect(Math.abs(axis.indexOf("3 s") - last.lastIndexOf("503"))).toBeLessThanOrEqual(1);
  });

  it("counts the attempts that do not fit", () => {
    const attempts = Array.from({ length: 40 }, (_, index) =>
      limited(index / 10, { waited: 0.06 }),
    );
    const line = timelineOf(attempts, 60);
    const drawn = line.match(/429/g)?.length ?? 0;
    expect(line).toMatch(new RegExp(` \\+${40 - drawn}$`));
    expect(line.length).toBeLessThanOrEqual(60 - "#1 it  ".length);
  });

  it("draws a Retry-After beyond the last attempt", () => {
    expect(timelineOf([limited(0, { took: 0 })])).toMatch(/^429─+$/);
  });

  it("draws a lost answer as such, and says that an attempt may be another call's", () => {
    const text = textOf();
    expect(lineWith(text, "#2 create_event")).toMatch(/lost\?·+202\?$/);
    expect(text).toContain("? may belong to another call");
  });

  it("says what would decide a rule, and what the journal no longer has", () => {
    expect(textOf(mixedCard())).toContain(
      "To decide doubled-write (leaning to fail): add exec --compare, or a name for\neach call.",
    );
    expect(textOf()).toContain("no longer has 4 requests");
  });

  it("shows what was handled of what was met as a matrix, and the faults that never came", () => {
    const text = textOf();
    expect(lineWith(text, "OPERATION")).toMatch(/^OPERATION +limit +reset +status 503$/);
    expect(lineWith(text, "bulk_import_profiles  –")).toMatch(/ – +– +0\/7$/);
    expect(text).toContain("Never met: slow-metrics");
  });

  it("says which pace would have avoided each 429, and suggests a policy", () => {
    const text = textOf().replaceAll("\n", " ");
    expect(text).toContain("Tier S would reject 5 (burst at 0.9 s).");
    expect(text).toContain("At 3 per second it would reject none, in 6 s instead of 4.5 s.");
    expect(text).toContain(
      "Make up to 6 attempts per call. Before each retry, wait a random time from 0 to 0.5 s.",
    );
  });

  it.each([40, 60, 80, 120])("fits %i columns", (width) => {
    const lines = textOf(richCard(), width).split("\n");
    expect(lines.filter((line) => line.length > width)).toEqual([]);
  });

  it("takes a terminal that does not know its width for one of 80 columns", () => {
    expect(textOf(richCard(), 0)).toBe(textOf(richCard(), 80));
    expect(textOf(richCard(), 3)).toBe(textOf(richCard(), 40));
  });

  it("stays on about one and a half screens however much failed", () => {
    const card = richCard();
    const calls = Array.from({ length: 200 }, (_, index) =>
      told(index + 1, [limited(index), limited(index + 0.5, { waited: 0.5 })]),
    );
    const rules = card.rules.map(({ rule }) =>
      result(rule, {
        verdict: "fail",
        failed: 200,
        message: "It failed.",
        evidence: calls.map((call) => broke("It failed by this call.", call)),
      }),
    );
    const pairs = calls.map(({ id }) => ({
      operation: `operation_${id}`,
      fault: "status",
      status: 503,
      met: 1,
      survived: 0,
      undecided: 0,
    }));
    const text = textOf({
      ...card,
      passed: false,
      rules,
      calls,
      coverage: { ...card.coverage, pairs, missing: [] },
    });
    expect(text.split("\n").length).toBeLessThan(96);
  });

  it("says the same with colours and without", () => {
    const without = textOf();
    colours.level = 1;
    const painted = reportText(richCard(), { width: 80 });
    expect(painted).not.toBe(without);
    // oxlint-disable-next-line no-control-regex -- these are what colours are made of
    expect(painted.replaceAll(/\u001B\[\d+m/g, "")).toBe(without);
  });

  it("lets nothing that a client sent move the cursor", () => {
    const call = told(1, [limited(0)], { about: "\u001B[2Jit\r\n", outcome: "gave up" });
    const failure = result("gives-up", {
      verdict: "fail",
      failed: 1,
      message: "\u001B[31mred",
      evidence: [broke("\u001B[2Jgone\u202E", call)],
    });
    const text = textOf(cardOf([failure], { calls: [call] }));
    expect(text).toContain("\\u{1b}[2Jgone\\u{202e}");
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202E/u);
  });
});
