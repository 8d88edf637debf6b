import { describe, expect, it } from "vitest";
import { empty, linesOf, run, runHere, spawnCli } from "../support/cli.ts";

/** The lines of a start with these arguments, up to that of the first request, whose target is long. */
async function linesWith(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawnCli(["--port", "0", "--fixtures", empty, ...args], env);
  const lines = linesOf(child);
  const seen: string[] = [];
  const next = async () => {
    const { value } = await lines.next();
    seen.push(value);
    return value as string;
  };
  const readUrl = async () => {
    for (;;) {
      const url = /https?:\/\/[\d.]+:\d+/.exec(await next())?.[0];
      if (url !== undefined) return url;
    }
  };
  await fetch(`${await readUrl()}/api/metrics?filter=${"x".repeat(150)}`);
  while (!(await next()).includes("/api/metrics?filter")) continue;
  return seen;
}

const forced = { FORCE_COLOR: "1" };

describe("--log-format", () => {
  it("pretty is how it prints by itself", async () => {
    const lines = await linesWith(["--log-format", "pretty"], forced);
    expect(lines[0]).toContain("\u001B[1mservice-emulator");
    expect(lines.at(-1)).toContain("\u001B[");
  });

  it("plain is without colours, even if they are forced, and with the time", async () => {
    const args = ["--log-format", "plain", "--frozen-at", "2026-07-20T12:00:00Z"];
    const lines = await linesWith(args, forced);
    expect(lines.join("\n")).not.toContain("\u001B");
    expect(lines[0]).toMatch(/^service-emulator \d/);
    expect(lines.at(-1)).toMatch(
      /^2026-07-20T12:00:00\.000Z {2}GET {4}401 \/api\/metrics\?filter=x{150} {2}get_metrics {2}/,
    );
  });

  it("json is what --json stands for", async () => {
    const lines = await linesWith(["--log-format", "json"]);
    const events = lines.map((line) => JSON.parse(line) as { event: string });
    expect(events.map(({ event }) => event)).toEqual(["ready", "request"]);
  });

  it("comes before --json, which then makes the ready line alone", async () => {
    const lines = await linesWith(["--json", "--log-format", "plain"]);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ event: "ready" });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/Z {2}GET {4}401 /);
  });

  it("another is refused, with those that there are", async () => {
    const { code, stderr } = await runHere(["start", "--log-format", "xml"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^service-emulator: .*pretty, plain, json.*\n$/);
  });

  it("is how `exec` sums up, too", async () => {
    const exec = (format: string) =>
      run(["exec", "--fixtures", empty, "--log-format", format, "--", process.execPath, "-e", ""], {
        ...forced,
      });
    expect(JSON.parse((await exec("json")).stderr)).toMatchObject({ event: "end" });
    expect((await exec("plain")).stderr).toMatch(
      /^service-emulator saw 0 requests\nno request arrived: .+\n$/,
    );
  });
});
