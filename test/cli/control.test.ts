import { describe, expect, it } from "vitest";
import type { EmulatorOptions } from "../../src/index.ts";
import { newEvent } from "../support/bodies.ts";
import { fixtureFile } from "../support/fixture.ts";
import { listening, runHere } from "../support/cli.ts";

/** A running emulator, and the command line that talks to it. */
async function controlled(options: EmulatorOptions = {}) {
  const booted = await listening(options);
  const post = async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(newEvent());
    return (await booted.ask("/api/events", { method: "POST", headers, body })).status;
  };
  return { ...booted, post };
}

describe("service-emulator faults", () => {
  it("plans two 429s, which are met before the 202", async () => {
    const { cli, post } = await controlled();
    const added = await cli("faults", "add", "create-event", "--status", "429", "--times", "2");
    expect(added).toEqual({
      code: 0,
      stdout: "fault-1: create_event 429, 2 times\n",
      stderr: "",
    });
    expect([await post(), await post(), await post()]).toEqual([429, 429, 202]);
    const { stdout } = await cli("faults", "list");
    expect(stdout).toMatch(/^ID +WHICH +WHAT +WHEN +STATE +REMAINING +HITS +DUPLICATES$/m);
    expect(stdout).toMatch(/^fault-1 +create_event +429 +2 times +spent +0 +2 +0$/m);
  });

  it("takes every member of a fault as a flag", async () => {
    const { cli } = await controlled();
    const flags =
      "--status 503 --retry-after 7 --times always --skip 3 --delay 250ms --hold --json";
    const { stdout } = await cli("faults", "add", "*", ...flags.split(" "));
    expect(JSON.parse(stdout)).toMatchObject({
      id: "fault-1",
      operation: "*",
      status: 503,
      retryAfter: 7,
      times: "always",
      skip: 3,
      delay: "250ms",
      hold: true,
    });
    const open = await cli(
      "faults",
      "add",
      "*",
      "--status",
      "429",
      "--retry-after",
      "2",
      "--no-hold",
      "--json",
    );
    expect(JSON.parse(open.stdout)).toMatchObject({ hold: false });
    const forced = await cli("faults", "add", "*", "--status", "418", "--force");
    expect(forced.stdout).toBe("fault-3: * 418, once\n");
  });

  it("names the nearest operation to one that is not there", async () => {
    const { cli } = await controlled();
    expect(await cli("faults", "add", "create-evnt", "--status", "429")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "service-emulator: operation: no operation 'create_evnt'; did you mean create_event?\n",
    });
  });

  it.each([
    [["--status", "199"], "--status: expected a whole number of at least 200 and at most 599"],
    [["--status", "200"], "--status: the service never answers 200"],
    [["--status", "418"], "--status: the service never answers 418"],
    [["--status", "429", "--retry-after", "soon"], "--retry-after: expected a whole number"],
    [["--status", "429", "--times", "0"], "--times: expected a whole number of at least 1"],
    [["--delay", "long"], "--delay: expected a duration"],
    [[], "service-emulator: a fault needs something to do"],
  ])("refuses %j with the name of the flag", async (flags, told) => {
    const { cli } = await controlled();
    const { code, stdout, stderr } = await cli("faults", "add", "create_event", ...flags);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^service-emulator: [^\n]+\n$/);
    expect(stderr).toContain(told);
  });

  it("removes one fault, or all of them", async () => {
    const { cli } = await controlled();
    for (let count = 0; count < 3; count += 1) await cli("faults", "add", "*", "--status", "500");
    expect(await cli("faults", "rm", "fault-2")).toMatchObject({
      code: 0,
      stdout: "fault-2 is removed.\n",
    });
    const { stdout } = await cli("faults", "list", "--json");
    expect(JSON.parse(stdout).faults.map(({ id }: { id: string }) => id)).toEqual([
      "fault-1",
      "fault-3",
    ]);
    const missing = await cli("faults", "rm", "fault-2");
    expect(missing).toMatchObject({
      code: 2,
      stderr: "service-emulator: no fault with id fault-2 (known: fault-1, fault-3)\n",
    });
    expect(await cli("faults", "clear")).toMatchObject({ code: 0 });
    expect((await cli("faults", "list")).stdout).toBe("No fault is planned.\n");
  });

  it("exits with 3 and one line when no emulator is there", async () => {
    const { cli, emulator, url } = await controlled();
    await emulator.close();
    expect(await cli("faults", "list")).toEqual({
      code: 3,
      stdout: "",
      stderr: `service-emulator: no emulator answers at ${url}: start one, or say where it is with --url\n`,
    });
  });

  it("finds the emulator by its variable too", async () => {
    const { url } = await controlled();
    const { code } = await runHere(["faults", "list"], { SERVICE_EMULATOR_URL: `${url}/` });
    expect(code).toBe(0);
  });
});

describe("the other commands of a running emulator", () => {
  it("list the requests that were answered, or some of them", async () => {
    const { cli, ask, post } = await controlled();
    await ask("/api/metrics?filter=nothing");
    await post();
    const { stdout } = await cli("requests", "list", "--operation", "create-event", "--json");
    expect(JSON.parse(stdout).requests).toMatchObject([{ operation: "create_event", status: 202 }]);
    expect((await cli("requests", "list", "--status", "400")).stdout).toMatch(
      /^[0-9a-f]{8} {2}[\d:.]+ {2}GET {4}400 \/api\/metrics/,
    );
    const wrong = await cli("requests", "list", "--since", "noon");
    expect(wrong).toMatchObject({
      code: 2,
      stderr:
        "service-emulator: --since: invalid datetime: use ISO 8601, such as 2026-01-31T12:00:00Z\n",
    });
    await cli("requests", "clear");
    expect((await cli("requests", "list")).stdout).toBe("No such request.\n");
  });

  it.each([
    [["requests", "list", "--operation", "get_profil"], "--operation", "get_profile"],
    [["requests", "tail", "--operation", "get_profil"], "--operation", "get_profile"],
    [["requests", "list", "--stage", "limits"], "--stage", "limit"],
    [["requests", "list", "--status", "4299"], "--status", "429"],
    [["tokens", "list", "--app", "ap"], "--app", "app"],
  ])("do not look for what there is not: %j", async (args, flag, near) => {
    const app = "{ name: App, client_id: app, client_secret: ocs_AppSecretOfTests0001 }";
    const fixture = fixtureFile(`company_id: Tests1\napps: [${app}]\n`);
    const { cli } = await listening({ fixtures: [fixture] });
    const { code, stderr } = await cli(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`^service-emulator: ${flag}: .*; did you mean ${near}\\?\n$`),
    );
  });

  it("show a request by its short id, or the last one, with why it was refused", async () => {
    const { cli, ask, post } = await controlled();
    await ask("/api/lists?sort=nam");
    await post();
    const { stdout: failed } = await cli("requests", "list", "--failed");
    const [, id = ""] = /^([0-9a-f]{8}) {2}[\d:.]+ {2}GET {4}400 .*\n$/.exec(failed) ?? [];
    const { stdout } = await cli("requests", "show", id);
    expect(stdout).toMatch(/^why +'nam' is not sortable here: /m);
    expect(stdout).toContain(`id            ${id}`);
    expect(stdout).toContain(`"detail": "Cannot sort by 'nam'."`);
    expect((await cli("requests", "show", "last")).stdout).toMatch(/^POST {3}202 /);
    expect(await cli("requests", "show", "ffffffff")).toEqual({
      code: 2,
      stdout: "",
      stderr: "service-emulator: no request with id ffffffff\n",
    });
  });

  it("freeze the clock, advance it, and let it run on", async () => {
    const { cli } = await controlled({ frozenAt: "2026-07-20T12:00:00Z" });
    expect((await cli("clock", "show")).stdout).toMatch(
      /^2026-07-20T12:00:00\+00:00 {2}frozen, \d+ days (behind|ahead of) the machine\n$/,
    );
    expect((await cli("clock", "advance", "90s")).stdout).toMatch(
      /^2026-07-20T12:01:30\+00:00 {2}frozen/,
    );
    expect((await cli("clock", "freeze", "2026-07-21")).stdout).toMatch(
      /^2026-07-21T00:00:00\+00:00 {2}frozen/,
    );
    const resumed = JSON.parse((await cli("clock", "resume", "--json")).stdout);
    expect(resumed).toMatchObject({ mode: "offset" });
    expect(resumed.now).toMatch(/^2026-07-21T00:00/);
    expect((await cli("clock", "real")).stdout).toContain("the machine's time");
    const back = await cli("clock", "advance", "soon");
    expect(back).toMatchObject({ code: 2, stdout: "" });
    expect(back.stderr).toContain("by: expected a duration such as 60s");
  });

  it("show the rate limits and set them", async () => {
    const { cli, post } = await controlled({ frozenAt: "2026-07-20T12:00:00Z" });
    expect((await cli("limits", "show")).stdout).toContain("No counter is in use.");
    await post();
    expect((await cli("limits", "show")).stdout).toMatch(/^create_event +burst +1 +350 +1 s/m);
    expect((await cli("limits", "set", "x10")).stdout).toBe(
      "Rate limits are 10 times the service's.\n",
    );
    expect(await cli("limits", "set", "fast")).toMatchObject({ code: 2 });
  });

  it("put the seeded world back, or a part of it", async () => {
    const { cli, ask, post } = await controlled();
    await post();
    expect((await cli("reset", "--only", "journal,faults")).code).toBe(0);
    expect(JSON.parse(await (await ask("/api/metrics")).text()).data).toHaveLength(1);
    expect((await cli("reset")).stdout).toBe("The seeded world is back.\n");
    expect(JSON.parse(await (await ask("/api/metrics")).text()).data).toHaveLength(0);
    expect(await cli("reset", "--only", "everything")).toMatchObject({ code: 2 });
  });
});
