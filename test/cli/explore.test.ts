import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Found } from "../../src/index.ts";
import { empty, ended, runHere, spawnCli } from "../support/cli.ts";
import { root } from "../support/pages.ts";

/** How a client asks. It is started some hundred times: Node's start alone would take ten times as long. */
const asking = `
sent() {
  answer=$(curl -s -w ' %{http_code}' -X "$1" -H "authorization: Service-API-Key $SERVICE_EMULATOR_API_KEY" -H "revision: 2026-07-15" -H "content-type: application/vnd.api+json" \${3+-d "$3"} "$SERVICE_EMULATOR_URL$2") || return
  text=\${answer% *} status=\${answer##* }
}
body='{"data":{"type":"list","attributes":{"name":"VIP"}}}'
`;

/** Asks for lists, and creates one; both again after a failure, as often as it is told. */
const client = (retries: number, more = "") => `${asking}
ask() {
  left=${retries}
  until sent "$@" && [ "$status" -lt 300 ]; do
    [ "$left" -gt 0 ] || exit 1
    left=$((left - 1))
  done
}
${more}
ask GET /api/lists
ask POST /api/lists "$body"
echo "synced 1 list"`;

const sh = (script: string) => ["--", "sh", "-c", script];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "emulator-explore-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const explore = (words: readonly string[], script: string) =>
  runHere(["explore", "--fixtures", empty, "--confirm", "2", ...words, ...sh(script)]);

const lost = ["--only", "create-list", "--only", "reset after"];

const foundIn = (path: string) =>
  JSON.parse(readFileSync(join(path, "explore.json"), "utf8")) as Found;

describe("explore", () => {
  it("takes a kind of fault that has a comma in its name", async () => {
    const words = ["--only", "create-list,429, Retry-After 2", "--depth", "1"];
    const { code, stdout } = await explore(words, client(3));
    expect(code).toBeLessThan(2);
    expect(stdout).toMatch(/schedules?\n/);
  });

  it("finds what a lost response breaks, and ends with 1", async () => {
    const output = folder();
    const { code, stdout, stderr } = await explore([...lost, "--output", output], client(1));
    expect([code, stderr]).toEqual([1, expect.stringContaining("explore.html\n")]);
    expect(stderr).toContain(
      "found, not yet confirmed: When the response of create_list is lost (reset), list VIP exists twice",
    );
    expect(stdout).toContain("1 defect in 2 schedules\n");
    expect(stdout).toContain(
      "✗ When the response of create_list is lost (reset), list VIP exists twice",
    );
    expect(readdirSync(output).toSorted()).toEqual([
      "empty.yaml",
      "explore.html",
      "explore.json",
      "explore.md",
      "explore.xml",
      "state-create-list-reset-after.yaml",
      "tried.jsonl",
    ]);
    const [defect] = foundIn(output).defects;
    expect(defect).toMatchObject({ failed: 2, repeats: 2, exitCode: 0 });
    expect(defect?.faults).toEqual([
      { operation: "create_list", where: "after", connection: "reset" },
    ]);
  });

  it("writes a scenario that fails until the defect is mended", async () => {
    const output = folder();
    await explore([...lost, "--output", output], client(1));
    const file = join(output, "state-create-list-reset-after.yaml");
    expect(readFileSync(file, "utf8")).toContain("scenario run ");
    const again = (script: string) => runHere(["scenario", "run", file, "--json", ...sh(script)]);
    const broken = await again(client(1));
    expect([broken.code, broken.stdout]).toEqual([
      1,
      expect.stringContaining("list VIP exists twice, not once"),
    ]);
    const isThere = 'ask() { sent "$@" || echo "it may be there"; }';
    expect((await again(client(0, isThere))).code).toBe(0);
  });

  it("writes the command in one line, also where an argument has several", async () => {
    const output = folder();
    await explore([...lost, "--output", output], client(1));
    const file = readFileSync(join(output, "state-create-list-reset-after.yaml"), "utf8");
    const [first = "", second = ""] = file.split("\n");
    expect([first.startsWith("# service-emulator scenario run "), second]).toEqual([
      true,
      expect.stringMatching(/^name: /),
    ]);
    const line = first.replace(/^.* -- \S+ /, "printf '%s ' ");
    const { stdout } = spawnSync("bash", ["-c", line], { encoding: "utf8" });
    if (stdout !== null) expect(stdout).toContain(client(1));
  });

  it("hands over the options that a scenario cannot say, and it runs as it is told", async () => {
    const output = folder();
    const own = ["--env", "API=url", "--profiles", "3", "--vendor-name", "acme"];
    const script = client(1).replace("SERVICE_EMULATOR_URL", "API");
    await explore([...lost, ...own, "--depth", "1", "--output", output], script);
    const { command } = foundIn(output).defects[0] ?? {};
    expect(command).toContain("--profiles 3 --vendor-name acme --env API=url ");
    const bin = join(root, "bin/service-emulator.js");
    const line = command?.replace("service-emulator", `node ${bin}`) ?? "";
    const ran = spawnSync("sh", ["-c", line], { cwd: root, encoding: "utf8" });
    expect(ran.stdout + ran.stderr).toContain("✗");
    expect(ran.status).toBe(1);
  });

  it("writes a scenario also where nothing but the output is wrong", async () => {
    const output = folder();
    const reads = (onError: string) => `${asking}
sent GET /api/lists
echo "$(date -u +%FT%TZ) begins"
if [ "$status" -lt 300 ]; then echo "lists read at $(date -u +%FT%TZ)"
else ${onError}
fi
echo done`;
    await explore(["--only", "401", "--output", output], reads(":"));
    const [defect] = foundIn(output).defects;
    expect(defect).toMatchObject({
      oracle: "output",
      missing: [{ line: "lists read at *", expected: 1 }],
      scenario: "output-get-lists-401.yaml",
    });
    const file = join(output, "output-get-lists-401.yaml");
    const again = (script: string) => runHere(["scenario", "run", file, ...sh(script)]);
    const broken = await again(reads(":"));
    expect([broken.code, broken.stdout]).toEqual([
      1,
      expect.stringMatching(/ begins\ndone\n[^]*does not print "lists read at/),
    ]);
    const mended = await again(reads('echo "lists read at $(date -u +%FT%TZ)"'));
    expect(mended.code).toBe(0);
  });

  it("explores a command with a key of its own, says so, and sets its account back between runs", async () => {
    const script = `SERVICE_EMULATOR_API_KEY=pk_FullAccessDemo\n${client(1)}`;
    const words = ["explore", "--fixtures", "small", "--confirm", "2", ...lost, ...sh(script)];
    const { code, stdout, stderr } = await runHere(words);
    expect(stderr).toMatch(/The command uses a key of the account \w+, not the one/);
    expect([code, stdout]).toEqual([1, expect.stringContaining("1 defect in 2 schedules")]);
    const text = stdout.replaceAll(/\s+/g, " ");
    expect(text).toContain("list VIP exists twice, not once");
    expect(text).toContain("2 of 2 runs");
  });

  it("ends with 0 where a command gives up in order", async () => {
    const words = ["--only", "create-list", "--only", "401"];
    const { code, stdout } = await explore(words, client(0));
    expect([code, stdout]).toEqual([0, expect.stringContaining("No defect in 2 schedules")]);
    expect(stdout).toContain("create_list  –");
  });

  it.each([
    [
      "the error, not the page that came with it",
      "Error: HTTP 503 <html>\n<body>\nno\n</html>\n    at x (y.mjs:1:2)",
      "Error: HTTP 503 <html>",
    ],
    [
      "the last of several errors",
      "KeyError: 'x'\n\nrequests.exceptions.HTTPError: 503 Server Error\n",
      "requests.exceptions.HTTPError: 503 Server Error",
    ],
    [
      "the error of Ruby, not the one that led to it",
      "r.rb:9:in `after': no DateTime (NameError)\n\tfrom r.rb:1:in `<main>'\nr.rb:5:in `tap': Retriable\n\tfrom r.rb:1:in `<main>'",
      "no DateTime (NameError)",
    ],
    [
      "the error of PHP, not where it was",
      "PHP Fatal error:  Uncaught ClientException: 429 in p.php:20\nStack trace:\n#0 {main}\n  thrown in p.php",
      "Uncaught ClientException: 429 in p.php:20",
    ],
    ["the last line where none is an error", "asked\nno answer\n", "no answer"],
  ])("tells why a command gave up: %s", async (_, said, why) => {
    const fails = `printf '%s\\n' '${said.replaceAll("'", String.raw`'\''`)}' >&2; exit 1`;
    const { stderr } = await explore(["--quiet"], fails);
    expect(stderr).toContain(`fails without faults (exit code 1: ${why})`);
  });

  it("prints JSON and nothing else on stdout", async () => {
    const { stdout } = await explore([...lost, "--json", "--quiet"], client(1));
    expect((JSON.parse(stdout) as Found).defects).toHaveLength(1);
  });

  it("goes on where it ended, also where a crash has cut a line", async () => {
    const output = folder();
    const words = ["--output", output, "--only", "create-list", "--only", "close*", "--seed", "3"];
    await explore([...words, "--budget", "6"], client(0));
    expect(foundIn(output).runs).toBe(6);
    const file = join(output, "tried.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").slice(0, -20));
    // A line for each that was tried, behind the one that says of what: several may have been tried in one run.
    const before = readFileSync(file, "utf8").split("\n").length - 2;
    expect(before).toBeGreaterThan(1);
    const { stderr } = await explore([...words, "--budget", "3", "--resume"], client(0));
    expect(stderr).toContain(`--resume: ${before} schedules tried before\n`);
    const { runs, schedules } = foundIn(output);
    expect(runs).toBe(3);
    expect(schedules.tried).toBeGreaterThan(before);
    const other = await explore([...words, "--resume"], client(1));
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining("was written for another command or other options"),
    ]);
  });

  it("puts the shards of an exploration together", async () => {
    const parts = [folder(), folder()];
    const fixture = join(folder(), "own.yaml");
    writeFileSync(fixture, "lists: []\n");
    const own = ["--fixtures", relative(root, fixture)];
    const words = [...own, "--only", "create-list", "--depth", "1", "--only", "reset*"];
    for (const [index, output] of parts.entries()) {
      await explore([...words, "--shard", `${index + 1}/2`, "--output", output], client(1));
    }
    const output = folder();
    const { code } = await runHere(["explore", "merge", ...parts, "--output", output]);
    const whole = foundIn(output);
    const tried = parts.map((part) => foundIn(part).schedules.tried);
    expect(code).toBe(1);
    expect(whole.schedules.tried).toBe((tried[0] ?? 0) + (tried[1] ?? 0));
    expect(whole.defects).toHaveLength(1);
    const [{ scenario, command: line, test } = {} as Found["defects"][number]] = whole.defects;
    const brought = join(output, scenario ?? "nowhere");
    const path = relative(root, brought);
    expect(existsSync(join(output, "own.yaml"))).toBe(true);
    for (const text of [line, test, readFileSync(brought, "utf8")]) {
      expect(text).toContain(path);
      for (const part of parts) expect(text).not.toContain(relative(root, part));
    }
    const twice = await runHere(["explore", "merge", parts[0] ?? "", parts[0] ?? ""]);
    expect([twice.code, twice.stderr]).toEqual([2, "service-emulator: shard 1/2 comes twice\n"]);
  });

  it("gives a ratchet its pairs, and fails where one is lost", async () => {
    const ratchet = join(folder(), "survived.json");
    const words = ["--only", "get-lists", "--only", "500", "--depth", "1", "--ratchet", ratchet];
    expect((await explore(words, client(1))).code).toBe(0);
    expect(readFileSync(ratchet, "utf8")).toContain('"fault":"status","status":500');
    const { code, stderr } = await explore(words, client(0));
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/get_lists no longer handles status 500 \(0 of \d+ times\)\n/),
    ]);
  });

  it("ends what does not end, and leaves none of its processes", async () => {
    const mark = `explored-${process.pid}`;
    const forked = `setsid sh -c "sleep 60; : ${mark}" >/dev/null 2>&1 &`;
    const words = ["--only", "get-lists", "--only", "hang", "--depth", "1", "--timeout", "2s"];
    const { code, stdout } = await explore([...words, "--confirm", "1"], client(0, forked));
    const told = stdout.replace(/\s+/g, " ");
    expect([code, told]).toEqual([
      1,
      expect.stringMatching(/the command does not end \(it was stopped after \d s\)/),
    ]);
    const running = readdirSync("/proc").filter((pid) => {
      if (!/^\d+$/.test(pid)) return false;
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`: ${mark}`);
      } catch {
        return false;
      }
    });
    expect(running).toEqual([]);
  });

  it("is shown live, shows what it has found when it is interrupted, and says how to go on", async () => {
    const output = folder();
    const words = ["explore", "--fixtures", empty, "--log-format", "plain", "--output", output];
    const child = spawnCli([...words, "--confirm", "1000", ...sh(client(1))]);
    let [printed, told] = ["", ""];
    child.stdout?.on("data", (part: Buffer) => {
      printed += part.toString();
    });
    child.stderr?.on("data", (part: Buffer) => {
      told += part.toString();
    });
    const file = join(output, "tried.jsonl");
    const tried = () => (existsSync(file) ? readFileSync(file, "utf8") : "");
    await expect.poll(tried, { timeout: 20_000 }).toContain("exists twice");
    const [, url = ""] = /the inspector shows it live: (\S+)\/#\/explore\n/.exec(told) ?? [];
    const live = await fetch(`${url}/_emulator/explore`);
    expect(await live.json()).toMatchObject({ state: "running", result: { requests: 2 } });
    child.kill("SIGINT");
    expect(await ended(child)).toBe(130);
    expect(printed.replaceAll(/\s+/g, " ")).toContain("list VIP exists twice, not once");
    expect(printed).toContain("Not every schedule was tried: ");
    expect(told).toContain("interrupted. The same command with --resume goes on from here\n");
    expect(foundIn(output).defects).not.toEqual([]);
  });

  it("says nothing but how to begin where it is interrupted before it knows a run without faults", async () => {
    const words = ["explore", "--fixtures", empty, "--quiet"];
    const mark = join(folder(), "runs");
    const child = spawnCli([...words, ...sh(`: > ${mark}; exec sleep 60`)]);
    let told = "";
    child.stderr?.on("data", (part: Buffer) => {
      told += part.toString();
    });
    await expect.poll(() => existsSync(mark), { timeout: 20_000 }).toBe(true);
    child.kill("SIGINT");
    expect(await ended(child)).toBe(130);
    expect(told).toBe(
      "service-emulator: interrupted. With --output, --resume could go on from here\n",
    );
  });
});

/** Creates a list, once for all: a file in the place of the run says that it is done. */
const remembering = (script: string) => `${asking}
mark="$SERVICE_EMULATOR_RUN_DIR/done"
sent GET /api/lists
case $text in *VIP*) ;; *) [ -e "$mark" ] || { ${script} } ;; esac
echo "synced 1 list"`;

const marking = ': > "$mark";';
const creating = 'sent POST /api/lists "$body";';

describe("explore kills a command", () => {
  const words = ["--only", "create-list", "--only", "kill*"];

  it("and finds what it takes for done in its next run, though it was not", async () => {
    const output = folder();
    const script = remembering(`${marking} ${creating}`);
    const { code, stdout } = await explore([...words, "--output", output], script);
    expect(code).toBe(1);
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "Does not survive being killed ✗ When the command is killed before it sends create_list, after the next run list VIP is missing.",
    );
    const [defect] = foundIn(output).defects;
    expect(defect).toMatchObject({ oracle: "crash", scenario: null, failed: 2 });
    expect(defect?.command).toContain("explore --only create_list --only 'kill before' --fixtures");
  });

  it("and finds nothing wrong with one that looks first, and marks last", async () => {
    const { code, stdout } = await explore(words, remembering(`${creating} ${marking}`));
    expect([code, stdout]).toEqual([0, expect.stringContaining("No defect in 3 schedules")]);
  });
});

describe("explore tests the state by a check of the user's own", () => {
  const check = (count: string) =>
    `curl -s -H "Authorization: Service-API-Key $SERVICE_EMULATOR_API_KEY" -H "revision: 2026-07-15" $SERVICE_EMULATOR_URL/api/lists | grep -q ${count}`;

  it("after each run that has ended well", async () => {
    const words = ["--only", "create-list", "--only", "500", "--oracles", "check"];
    const script = `${asking} sent POST /api/lists "$body"; exit 0`;
    const { code, stdout } = await explore([...words, "--check", check("VIP")], script);
    expect([code, stdout.replace(/\s+/g, " ")]).toEqual([
      1,
      expect.stringContaining("refused with 500, the check fails (exit code 1). 2 of 2 runs"),
    ]);
  });

  it("and does not begin where it fails without faults", async () => {
    const words = ["--quiet", "--check", "echo no such list >&2; exit 1"];
    const { code, stderr } = await explore(words, client(0));
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        "the check fails without faults (exit code 1: no such list). Make it pass first",
      ),
    ]);
  });
});

it("explore gives each run files of its own, and leaves none of them", async () => {
  const script = `${client(0)}
for place in "$TMPDIR" "$HOME" "$PWD"; do
  [ ! -e "$place/known" ] || exit 1
  : > "$place/known"
done
echo "$TMPDIR"`;
  const words = ["--only", "get-lists", "--only", "429", "--depth", "1", "--oracles", "state"];
  const cwd = folder();
  const own = ["explore", "--fixtures", empty, "--own-home", "--copy-cwd"];
  const child = spawnCli([...own, ...words, ...sh(script)], {}, "pipe", cwd);
  expect([await ended(child), readdirSync(cwd)]).toEqual([0, []]);
});

it("explore tries again what the last run did not survive", async () => {
  const output = folder();
  const words = [...lost, "--depth", "1", "--output", output];
  const first = await explore([...words, "--changed"], client(1));
  expect(first.code).toBe(1);
  expect(first.stderr).toContain("--changed: no earlier run in --output, so all is tried\n");
  const { schedules } = foundIn(output);
  const then = await explore([...words, "--changed"], client(1));
  expect(then.code).toBe(1);
  expect(foundIn(output).schedules).toEqual(schedules);
});

describe("explore refuses, with exit code 2,", () => {
  it("of an exam, too, without a word of waits that nothing came to", async () => {
    const { code, stderr } = await runHere(["exam", "--fixtures", empty, "--", "false"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("fails without faults")]);
    expect(stderr).not.toContain("--skip-waits");
  });

  it("a command that fails without faults, and shows what it printed", async () => {
    const script = 'echo "so far"; echo "no such table" >&2; exit 3';
    const { code, stderr } = await explore(["--quiet"], script);
    expect(code).toBe(2);
    expect(stderr).toBe(
      "  so far\nservice-emulator: the command fails without faults (exit code 3: no such table). Make it pass first: run it with exec\n",
    );
  });

  it("a command whose key is of no account", async () => {
    const script = `${asking} SERVICE_EMULATOR_API_KEY=pk_nobody; sent GET /api/lists`;
    const { code, stderr } = await explore(["--quiet"], script);
    expect([code, stderr]).toEqual([
      2,
      "service-emulator: the command uses a key that the emulator does not know. Let it read SERVICE_EMULATOR_URL and SERVICE_EMULATOR_API_KEY\n",
    ]);
  });

  it("to call nothing good: a budget that was spent before anything was tried", async () => {
    const { code, stderr } = await explore(["--quiet", "--budget", "1ms"], client(0));
    expect([code, stderr]).toEqual([
      2,
      "service-emulator: no schedule was tried: the budget was spent. Give it a longer --budget\n",
    ]);
  });

  it("a command that asks nothing", async () => {
    const { code, stderr } = await explore(["--quiet"], ":");
    expect([code, stderr]).toEqual([
      2,
      "service-emulator: the command makes no request to the emulator. Let it read SERVICE_EMULATOR_URL and SERVICE_EMULATOR_API_KEY\n",
    ]);
  });

  it.each([
    [[], "explore needs a command"],
    [["--resume", "--", "true"], "--resume goes with --output"],
    [["--changed", "--", "true"], "--changed goes with --output"],
    [["--changed", "--resume", "--", "true"], "--changed does not go with --resume"],
    [["--only", "create-lists", "--", "true"], "--only: there is no operation and no kind"],
    [["--include", "reset", "--", "true"], "--include: expected page skip, ignore, late, stale"],
    [["--probability", "429=0.5", "--", "true"], "--probability: goes with soak"],
    [
      ["--soak", "1s", "--probability", "429=2", "--", "true"],
      "--probability: 429: expected a num",
    ],
    [["--soak", "1s", "--probability", "499=0.1", "--", "true"], "there is no kind of fault '499'"],
    [["--must-survive", "resets", "--", "true"], "--must-survive: expected a status, reset"],
    [["--budget", "2 weeks or so", "--", "true"], "--budget: expected"],
    [["--oracles", "luck", "--", "true"], "Expected hang, honesty, state"],
    [["--depth", "0", "--", "true"], "Expected a whole number, 1 or more"],
    [["--depth", "9", "--", "true"], "--depth: "],
    [["--shard", "5/4", "--", "true"], "--shard: there is no part 5 of 4"],
    [["--output", "package.json", "--", "true"], "--output package.json: no folder can be made"],
    [["merge", "package.json"], "package.json: expected an explore.json"],
    [["merge", "nowhere"], "nowhere: there is no such file"],
  ])("%j", async (words, why) => {
    const { code, stderr } = await runHere(["explore", ...words], {
      SERVICE_EMULATOR_FIXTURES: empty,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  });

  it("and leaves no folder for a result that there is not", async () => {
    const output = join(folder(), "found");
    const words = ["--shard", "3/2", "--output", output, "--", "true"];
    expect((await runHere(["explore", "--fixtures", empty, ...words])).code).toBe(2);
    expect(existsSync(output)).toBe(false);
  });
});
