import { describe, expect, it } from "vitest";
import type { Expectation } from "../../src/index.ts";
import { newsletter } from "../support/newsletter.ts";

/** What becomes of one expectation, after a campaign was sent to three. */
async function judged(expectation: Expectation) {
  const { emulator } = await newsletter();
  const body = JSON.stringify({ expect: [expectation] });
  const response = await emulator.fetch("/_emulator/expectations", { method: "POST", body });
  return { status: response.status, json: (await response.json()) as never };
}

describe("an expectation of the outbox in a scenario", () => {
  it.each<[NonNullable<Expectation["outbox"]>, boolean, string]>([
    [{ campaign: "Summer", count: 3 }, true, "messages: 3, expected 3"],
    [{ to: "ada@example.com", subject: "Summer*" }, true, "messages: 1, expected at least 1"],
    [{ channel: "sms", count: 0 }, true, "messages: 0, expected 0"],
    [{ max: 2 }, false, "messages: 3, expected at most 2"],
    [
      { to: "ada@example.com", subject: "Winter*" },
      false,
      'messages: 0, expected at least 1; all but one condition: email ada@example.com  delivered  "Summer is here"  but subject was Summer is here',
    ],
  ])("%j: %s", async (outbox, passed, message) => {
    const { json } = await judged({ outbox });
    expect(json).toMatchObject({ passed, checks: [{ passed, message }] });
  });

  it.each<[object, string]>([
    [{ subjct: "Summer" }, "expect[0].outbox.subjct"],
    [{ count: 1, max: 2 }, "expect[0].outbox.max"],
    [{ account: "NOPE01" }, "expect[0].outbox.account"],
  ])("refuses %j", async (outbox, path) => {
    const { status, json } = await judged({ outbox });
    expect([status >= 400, json]).toEqual([
      true,
      { error: expect.objectContaining({ path }) as unknown },
    ]);
  });

  it("is judged at the end of a run", async () => {
    const { emulator, dispatch } = await newsletter({}, { isSent: false });
    const expected = [{ outbox: { campaign: "Summer", status: "bounced", count: 3 } }] as const;
    const scenario = { name: "sends", steps: [{ rates: { bounce: 1 } }], expect: expected };
    const verdict = await emulator.scenarios.run(scenario, dispatch);
    expect(verdict.expectations).toMatchObject([{ message: "messages: 3, expected 3" }]);
    expect(verdict.passed).toBe(true);
  });

  it("a step that sets rates which there cannot be is refused", async () => {
    const { emulator } = await newsletter({}, { isSent: false });
    const scenario = { name: "sends", steps: [{ rates: { deliver: 1, bounce: 1 } }] };
    await expect(emulator.scenarios.run(scenario, async () => {})).rejects.toThrow(
      "steps[0].rates.bounce: 1 with deliver 1 is more than 1 together",
    );
  });
});
