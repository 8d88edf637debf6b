import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import about from "../../package.json" with { type: "json" };
import { createApi } from "../../src/areas/index.ts";
import { failureOf, listenFailure } from "../../src/cli/terminal/terminal.ts";
import { controlOptionsTable, optionsTable } from "../../src/cli/commands-table.ts";
import { createProgram } from "../../src/cli/program.ts";
import { dist, ended, run, runHere, spawnCli } from "../support/cli.ts";

/** The built files that are loaded with this one, whatever is done with it. */
function loadedWith(name: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(name)) return found;
  const built = readFileSync(join(dist, name), "utf8");
  found.set(name, built);
  for (const target of importsOf(built))
    if (target.startsWith("./")) loadedWith(target.slice(2), found);
  return found;
}

/** What a built file requires; not what it requires when it comes to it. */
const importsOf = (built: string): string[] =>
  [...built.matchAll(/(?<!=>\s*)\brequire\(`([^`]+)`\)/g)].map(([, target = ""]) => target);

/** The source files that each built one was made of, as the build has written them down. */
const modules = (): Record<string, string[]> =>
  JSON.parse(readFileSync(join(dist, "modules.json"), "utf8"));

describe("the command line", () => {
  it("loads commander and nothing else before it knows what to do", () => {
    const files = loadedWith("cli.cjs");
    const packages = [...files.values()]
      .flatMap(importsOf)
      .filter((target) => !/^(node:|url$|\.)/.test(target));
    expect(packages).toEqual([]);
    const made = modules();
    const sources = [...files.keys()].flatMap((name) => made[name] ?? []);
    const bundled = sources.flatMap(
      (source) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
    );
    expect(new Set(bundled)).toEqual(new Set(["commander"]));
    const own = sources.filter((source) => !source.startsWith("node_modules/"));
    expect(own).toContain("src/cli/main.ts");
    expect(
      own.filter(
        (source) =>
          !/^(src\/cli\/|src\/version\.ts|src\/control\/(?:act|acts\/[a-z]+)\.ts|src\/contract\/(?:consistency|revisions|shape|stages|words)\.ts|src\/(?:report|explore)\/names\.ts|src\/world\/time\/deadline\.ts|src\/emulation\/(?:json-lines|receiver-rules)\.ts|package\.json)/.test(
            source,
          ),
      ),
    ).toEqual([]);
  });

  it("loads no emulator to ask one that runs", () => {
    const asking = "act clock faults limits messages open requests running state/state verdicts";
    const made = modules();
    const fileOf = (source: string) =>
      Object.keys(made).find((name) => made[name]?.includes(source)) ?? source;
    for (const action of asking.split(" ")) {
      const files = [...loadedWith(fileOf(`src/cli/actions/${action}.ts`)).keys()];
      expect(files.flatMap((name) => made[name] ?? [])).not.toContain("src/emulation/emulation.ts");
    }
  });

  it("lays out no table where an emulator starts", () => {
    const made = modules();
    const starts = ["base.cjs", "lines.cjs", "shared.cjs", "emulator.cjs", "start.cjs"];
    const sources = starts.flatMap((name) => made[name] ?? []);
    expect(sources).toContain("src/cli/actions/start.ts");
    expect(sources.filter((source) => /cli-table3|cli\/terminal\/table/.test(source))).toEqual([]);
  });

  it("loads what makes certificates only where TLS is asked for", () => {
    const made = Object.entries(modules());
    const holding = made
      .filter(([, sources]) => sources.includes("src/server/x509.ts"))
      .map(([name]) => name);
    expect(holding).toHaveLength(1);
    for (const name of made
      .map(([each]) => each)
      .filter((each) => /^(?:cli|index|start|boot|emulator)\b/.test(each))) {
      expect([...loadedWith(name).keys()]).not.toContain(holding[0]);
    }
  });

  it("shows the options of start, the commands and examples in its help", async () => {
    const { code, stdout, stderr } = await runHere(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const part of ["--port <number>", "faults", "routes", "Examples:"]) {
      expect(stdout).toContain(part);
    }
  });

  it("tells its version", async () => {
    expect(await run(["--version"])).toEqual({ code: 0, stdout: `${about.version}\n`, stderr: "" });
  });

  it("has a variable for every option of start", () => {
    const start = createProgram().commands.find((command) => command.name() === "start");
    expect(start?.options.length).toBeGreaterThan(0);
    for (const { long, envVar } of start?.options ?? []) {
      const name = long?.slice(2).replaceAll("-", "_").toUpperCase();
      expect(envVar).toBe(`SERVICE_EMULATOR_${name}`);
    }
  });

  it("prints its options as a table", () => {
    expect(optionsTable()).toContain(
      "| `--port <number>` | `SERVICE_EMULATOR_PORT` | `4010` | Listen on this port; 0 picks any free port |",
    );
    expect(controlOptionsTable()).toContain("| `--url <url>` | `SERVICE_EMULATOR_URL` |");
  });
});

describe("a failure", () => {
  it("is one line, whatever was thrown", () => {
    expect(failureOf(new Error("first\n  second")).message).toMatch(
      /^[^\n]*: first; second\.[^\n]*$/,
    );
    expect(failureOf(undefined)).toMatchObject({ exitCode: 1 });
  });

  it("of a port that no `fetch` asks says so, and which to take", async () => {
    const { code, stderr } = await runHere(["start", "--port", "6000"]);
    const told = listenFailure("ERR_UNSAFE_PORT", "127.0.0.1", 6000).message;
    expect([code, stderr]).toEqual([3, `service-emulator: ${told}\n`]);
  });
});

describe("service-emulator routes", () => {
  it("lists every operation of the contract as JSON", async () => {
    const { code, stdout } = await runHere(["routes", "--json"]);
    const ids = JSON.parse(stdout).operations.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...createApi().operations.keys()]);
    expect(code).toBe(0);
  });

  it("lists them as a table, and says how many there are", async () => {
    const { stdout } = await runHere(["routes"]);
    const { operations } = createApi();
    expect(stdout.match(/ \/(?:api|client)\//g)).toHaveLength(operations.size);
    expect(stdout).toMatch(
      /POST {4}\/api\/events +create_event +XL 350\/s 3500\/min +events:write/,
    );
    expect(stdout).toContain(`${operations.size} operations.`);
  });

  it("ends in peace when its reader goes away", async () => {
    const child = spawnCli(["routes", "--json"]);
    child.stdout?.destroy();
    const [code, told] = await Promise.all([ended(child), text(child.stderr as Readable)]);
    expect({ code, told }).toEqual({ code: 0, told: "" });
  });

  it("says what of an operation is accepted and has no effect", async () => {
    const { stdout } = await runHere(["routes", "--area", "flows"]);
    expect(stdout).toContain(
      "create_flow: actions of code and content experiments are stored, and not run",
    );
  });

  it("lists one area, and names the nearest to one that is not there", async () => {
    const { stdout } = await runHere(["routes", "--area", "metrics"]);
    expect(stdout).toContain("get_metrics");
    expect(stdout).not.toContain("get_profiles");
    const wrong = await runHere(["routes", "--area", "metric"]);
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toBe(
      "service-emulator: --area: no area 'metric'; did you mean metrics?\n",
    );
  });
});
