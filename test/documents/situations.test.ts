import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../src/index.ts";
import { playClient } from "../support/as-client.ts";
import { runHere } from "../support/cli.ts";
import { blocksOf } from "../support/pages.ts";
import { runBlock } from "../support/shell.ts";

/** A situation of the page: its blocks by their kind. */
interface Situation {
  readonly title: string;
  readonly sh: string;
  readonly ts: string;
  readonly client: readonly string[];
  /** The steps of a scenario, or the members of a config file. */
  readonly steps?: string;
  readonly config?: string;
}

const blocks = blocksOf("docs/guides/situations.md");

const situations = [...new Set(blocks.map(({ heading }) => heading))].map((title): Situation => {
  const of = (kind: string) =>
    blocks.find((block) => block.heading === title && block.kind === kind)?.text;
  const [steps, config] = [of("yaml steps"), of("yaml config")];
  return {
    title,
    sh: of("sh") ?? "",
    ts: of("ts") ?? "",
    client: of("text client")?.trimEnd().split("\n") ?? [],
    ...(steps !== undefined && { steps }),
    ...(config !== undefined && { config }),
  };
});

/** Brings a situation about, now or (steps that wait for requests) later. */
type Bring = (emulator: Emulator, situation: Situation) => unknown;

const code = Object.getPrototypeOf(async () => {}).constructor as FunctionConstructor;

const ways: Readonly<Record<string, Bring>> = {
  command: async ({ url }, { sh }) => {
    expect(await runBlock(sh, url)).toMatchObject({ code: 0 });
  },
  YAML: (emulator, { steps = "" }) => {
    emulator.scenarios.begin({ name: "situation", steps: parse(steps) });
  },
  code: (emulator, { ts }) => code("emulator", ts)(emulator),
};

/** The options with which an emulator is started, where that is the situation. */
const startedBy: Readonly<Record<string, (situation: Situation) => Promise<EmulatorOptions>>> = {
  command: async ({ sh }) => {
    const [, , , ...flags] = sh.trim().split(" ");
    const { code: exit, stdout } = await runHere(["config", "print", "--json", ...flags]);
    expect(exit).toBe(0);
    const { options } = JSON.parse(stdout) as { options: { option: string; value: string }[] };
    const processingDelay = options.find(({ option }) => option === "processingDelay")?.value;
    return { processingDelay: processingDelay ?? "" };
  },
  YAML: async ({ config = "" }) => parse(config),
  code: async ({ ts }) => {
    let given = {};
    const createEmulator = (options: EmulatorOptions) => void (given = options);
    await code("createEmulator", ts.replace("await using", "const"))(createEmulator);
    return given;
  },
};

/** An emulator of its own, its clock frozen; it listens only where a command is to find it. */
async function begun(way: string, options: EmulatorOptions): Promise<Emulator> {
  const emulator = await createEmulator({
    fixtures: ["small"],
    frozenAt: "2026-08-01T12:00:00Z",
    ...options,
    ...(way === "command" && { port: 0 }),
  });
  onTestFinished(() => emulator.close());
  return emulator;
}

it("the page has thirty situations, each as command, YAML and code, with what a client sees", () => {
  expect(situations).toHaveLength(30);
  const parts = situations.filter(
    ({ sh, ts, client, steps, config }) => sh && ts && client.length > 0 && (steps ?? config),
  );
  expect(parts).toHaveLength(30);
});

describe.each(Object.keys(ways))("as %s:", (way) => {
  it.each(situations.map((each) => [each.title, each] as const))("%s", async (_, situation) => {
    expect.hasAssertions();
    const { client, steps } = situation;
    const isStart = steps === undefined;
    const emulator = await begun(way, isStart ? ((await startedBy[way]?.(situation)) ?? {}) : {});
    const begins = {
      events: emulator.state.counts()["events"] ?? 0,
      token: emulator.tokens.create({ scopes: ["profiles:read"] }).access_token,
    };
    const now = client.indexOf("now");
    // Steps say themselves what they wait for.
    const bring = async () => void (isStart || (await ways[way]?.(emulator, situation)));
    if (way === "YAML") await bring();
    await playClient(emulator, client.slice(0, Math.max(now, 0)), begins);
    if (way !== "YAML") await bring();
    await playClient(emulator, client.slice(now + 1), begins);
  });
});
