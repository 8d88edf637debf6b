import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { listening, runHere } from "../support/cli.ts";

/** What a group of commands does alone, by the group's name. */
const does: Readonly<Record<string, string>> = {
  campaigns: "list",
  clock: "show",
  config: "print",
  confirmations: "list",
  conversations: "list",
  deliveries: "list",
  faults: "list",
  flows: "list",
  keys: "list",
  limits: "show",
  outbox: "list",
  rates: "show",
  requests: "list",
  revisions: "list",
  sandbox: "list",
  scenario: "list",
  settings: "show",
  state: "show",
  tokens: "list",
};

/** Whether a command cannot be meant without a word of its own. */
const takesOne = ({ registeredArguments }: Command) =>
  registeredArguments.some((each) => each.required);

describe("a group of commands alone", () => {
  it("shows what there is, as does its own command for that", async () => {
    const { emulator, ask, url } = await listening({ frozenAt: "2026-07-20T12:00:00Z" });
    emulator.faults.add({ operation: "create_event", status: 429 });
    await ask("/api/profiles");
    for (const [group, name] of Object.entries(does)) {
      const named = ["config", "scenario"].includes(group) ? [] : ["--url", url];
      const alone = await runHere([group, ...named]);
      expect(alone).toMatchObject({ code: 0, stderr: "" });
      expect(alone.stdout).not.toBe("");
      expect({ group, ...alone }).toEqual({ group, ...(await runHere([group, name, ...named])) });
    }
  });

  it("is meant wherever there are several, and help says what it does", () => {
    const groups = createProgram().commands.filter(
      ({ commands, registeredArguments }) =>
        registeredArguments.length === 0 && commands.some((each) => !takesOne(each)),
    );
    expect(groups.map((group) => group.name()).toSorted()).toEqual(Object.keys(does));
    for (const group of groups) {
      const shown = group.commands.filter((each) => each.description().endsWith("(the default)"));
      expect(shown.map((each) => each.name())).toEqual([does[group.name()]]);
    }
  });

  it("takes its options, and no word of which there is no command", async () => {
    const { emulator, url } = await listening();
    emulator.faults.add({ operation: "create_event", status: 429 });
    const { stdout } = await runHere(["faults", "--json", "--url", url]);
    expect(JSON.parse(stdout).faults).toHaveLength(1);
    const { code, stderr } = await runHere(["state", "profiles", "--url", url]);
    expect([code, stderr]).toEqual([
      2,
      "service-emulator: unknown command 'profiles': see service-emulator state --help\n",
    ]);
  });
});
