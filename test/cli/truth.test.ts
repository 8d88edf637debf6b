import { expect, it } from "vitest";
import { wholeApi } from "../../src/areas/index.ts";
import { guesses } from "../../src/contract/printed-guesses.ts";
import { runHere } from "../support/cli.ts";

it("truth counts the operations of each area that rest on no guess of their own", async () => {
  const { code, stdout } = await runHere(["truth"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^AREA +OPERATIONS +WITHOUT A GUESS\naccounts +2 +2\n/);
  expect(stdout).toMatch(new RegExp(`\\nall +${wholeApi().operations.size} +\\d+\\n`));
  expect(stdout).toContain(`${guesses.length} guesses`);
});

it("truth prints the guesses of an operation, and those of all", async () => {
  const { stdout } = await runHere(["truth", "get_web_feeds"]);
  expect(stdout).toMatch(/^get_web_feeds rests on 2 guesses\. The rest is specified, published/);
  expect(stdout).toContain("\n- Without `sort`, the oldest feed comes first.\n");
  expect(stdout).toMatch(/\nAll operations rest on these:\n- .+/);
});

it("truth says of an operation without a guess that all of it is known", async () => {
  const { stdout } = await runHere(["truth", "get_accounts"]);
  expect(stdout).toMatch(/^All of get_accounts is specified, published or recorded\.\n/);
});

it("truth prints the guesses of an area, each with the operations of the area", async () => {
  const { stdout } = await runHere(["truth", "web-feeds"]);
  expect(stdout).toMatch(/\nGUESS +OPERATIONS\n/);
  expect(stdout).toMatch(/oldest feed comes first\. +get_web_feeds\n/);
  const { stdout: json } = await runHere(["truth", "web-feeds", "--json"]);
  const found = JSON.parse(json) as { guesses: object[]; general: object[] };
  expect(found.guesses).toHaveLength(2);
  expect(found.general).toEqual(guesses.filter(({ operations }) => operations[0] === "*"));
});

it("truth names the nearest to what is no operation and no area", async () => {
  const { code, stderr } = await runHere(["truth", "webhook"]);
  expect([code, stderr]).toEqual([
    2,
    "service-emulator: no operation and no area 'webhook'; did you mean webhooks?\n",
  ]);
});
