import { commandGroups } from "../../src/cli/actions/root-help.ts";
import { parseLimitMode } from "../../src/world/limits/limits.ts";
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { notExercised, withRemedy } from "../../src/report/finding-text.ts";
import { rules } from "../../src/report/rules.ts";
import { presets } from "../../src/report/thresholds.ts";
import { lost, resultOf, throttled } from "../support/report.ts";

const scenarios = readdirSync(new URL("../../fixtures/scenarios", import.meta.url)).map((file) =>
  file.replace(/\.yaml$/, ""),
);

describe.each(rules.map((rule) => [rule.id, rule] as const))("the words of %s", (_, rule) => {
  const phrases = [
    rule.title,
    rule.measures,
    rule.unit,
    rule.event,
    rule.exercise,
    rule.fix,
    ...Object.values(presets).flatMap((preset) => [rule.tolerance(preset), rule.expected(preset)]),
  ];

  it("go on in a sentence: no semicolon, and no full stop at the end", () => {
    expect(phrases.filter((phrase) => /;|[.:]$/.test(phrase))).toEqual([]);
    expect(rule.why).toMatch(/\.$/);
  });

  it("have units that agree with their numbers, and no number that is none", () => {
    expect(
      phrases.filter((phrase) => /\b1 (attempts|tokens)\b|NaN|undefined|\d{5}/.test(phrase)),
    ).toEqual([]);
  });

  it("name a shipped scenario, a fault, limits or the exam that exercise it", () => {
    expect(notExercised(rule)).toMatch(/^No .+ in this run\. To exercise it: /);
    const [, scenario, fault] =
      /^(?:--scenario (\S+)|faults add '\*' (--status [45]\d\d|--connection hang))$/.exec(
        rule.exercise,
      ) ?? [];
    if (rule.exercise.startsWith("--rate-limits ")) {
      expect(parseLimitMode(rule.exercise.replace("--rate-limits ", ""))).toBeLessThan(1);
    } else if (rule.exercise === "exam") expect(commandGroups.flat().join(" ")).toContain(" exam ");
    else if (scenario === undefined) expect(fault).toBeDefined();
    else expect(scenarios).toContain(scenario);
  });
});

it("a failed finding says what was done, what was expected and the fix", () => {
  const { message, evidence } = resultOf("retry-after", [throttled(0, 2000), throttled(601, 2000)]);
  expect(message).toBe(
    withRemedy(
      "create_event: attempt 2 came 1.4 s early, 0.6 s after a 429 with Retry-After 2 s.",
      "at most 20 ms early",
      "wait the full Retry-After, counted from the end of the response",
    ),
  );
  expect(evidence[0]?.text).toBe(message);
});

it("a rule that failed more than once says how often, before what was expected", () => {
  const attempts = [0, 601, 1202].map((at) => throttled(at, 2000));
  expect(resultOf("retry-after", attempts).message).toContain(
    "its waits are 0.6 s. (and 1 more) Expected: ",
  );
});

it("what is no failure has no remedy", () => {
  const { evidence } = resultOf("retries", [
    lost(0, { method: "GET" }),
    lost(500, { method: "GET" }),
  ]);
  expect(
    evidence.filter(({ text, result }) => /Fix: /.test(text) !== (result === "failed")),
  ).toEqual([]);
});
