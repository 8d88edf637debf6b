import { expect, it } from "vitest";
import { listening } from "../support/cli.ts";

/** What a list is called, what its JSON holds of nothing, and what is said of nothing. */
const lists: readonly (readonly [command: string, json: unknown, text: string])[] = [
  ["confirmations list", [], "No pending confirmations."],
  ["deliveries list", { deliveries: [] }, "No delivery."],
  ["faults list", { faults: [] }, "No fault is planned."],
  ["outbox list", { messages: [] }, "No message was sent."],
  ["sandbox list", [], "There is no sandbox."],
  ["state list", { snapshots: [] }, "There is no snapshot."],
  ["tokens list", [], "There is no token."],
];

it.each(lists)(
  "%s says that there is nothing, and prints it as JSON",
  async (command, json, text) => {
    const { cli } = await listening();
    const words = command.split(" ");
    expect(await cli(...words)).toEqual({ code: 0, stdout: `${text}\n`, stderr: "" });
    expect(JSON.parse((await cli(...words, "--json")).stdout)).toEqual(json);
  },
);

it("a list is narrowed to the account that is named, and refuses one that is not there", async () => {
  const { cli, emulator } = await listening();
  const all = await cli("keys", "list", "--json");
  const own = await cli("keys", "list", "--account", emulator.companyId, "--json");
  expect(JSON.parse(own.stdout)).toEqual(JSON.parse(all.stdout));
  const other = await cli("keys", "list", "--account", "Nobody");
  expect(other).toMatchObject({ code: 2, stdout: "" });
  expect(other.stderr).toContain("no account with id Nobody");
});

it("the list of revisions says below its table what a request without one gets", async () => {
  const { cli } = await listening();
  const { stdout } = await cli("revisions", "list");
  expect(stdout).toMatch(/^REVISION +STATUS +SUNSET +RETIRES +THEN +PATCHES\n/);
  expect(stdout).toMatch(/\n\nWithout a revision header: refuse\.\n$/);
});
