import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it, onTestFinished } from "vitest";
import { interceptionLines } from "../../../src/cli/card/interception.ts";
import { commandOptions } from "../../../src/cli/options/command-options.ts";
import { createProgram } from "../../../src/cli/program.ts";
import { boot, empty, execHere, run, runHere } from "../../support/cli.ts";

const url = "https://api.example.com/api/metrics";

/** A program of Node that has its host and its key written in. */
const asking = (then = "") => `
const headers = { authorization: "Service-API-Key pk_live_carried_0001", revision: "2026-07-15" };
fetch("${url}", { headers }).then(async (answer) => {
  console.log(answer.status, (await answer.json()).links.self);
  ${then}
});`;

const node = (then = "") => [process.execPath, "-e", asking(then)];
const intercept = ["--intercept", "api.example.com", "--fixtures", empty];

/** A folder whose name has a space in it. */
function spaced(): string {
  const made = mkdtempSync(join(tmpdir(), "emulator intercept "));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const works = (file: string, ...args: string[]): boolean => {
  try {
    execFileSync(file, args, { stdio: "ignore", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
};

describe("a program with its host and its key written in", () => {
  it("meets the emulator under exec, which leaves nothing behind", async () => {
    const place = spaced();
    const { code, stdout, stderr } = await run(["exec", ...intercept, "--", ...node()], {
      TMPDIR: place,
    });
    expect([code, stdout]).toEqual([0, `200 ${url}\n`]);
    expect(stderr).toContain("saw 1 request");
    expect(execFileSync("find", [place, "-type", "f"], { encoding: "utf8" })).toBe("");
  });

  it("is told that it asks the emulator's own URL, if it does", async () => {
    const ask = "fetch(process.env.SERVICE_EMULATOR_URL + '/api/metrics')";
    const { stderr } = await runHere(["exec", ...intercept, "--", process.execPath, "-e", ask]);
    expect(stderr).toContain("its requests came to the emulator's own URL");
    expect(stderr).not.toContain("proxy variable");
  });

  it("has its waits skipped there", async () => {
    const wait = `await new Promise((done) => setTimeout(done, 3_600_000)); await fetch("${url}", { headers });`;
    const words = [...intercept, "--skip-waits", "--timeout", "2h"];
    const { code, stderr } = await runHere(["exec", ...words, "--", ...node(wait)]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("60 min of waits took no time")]);
  });

  it("meets a sandbox of its own in each run of explore, two at a time", async () => {
    const words = [...intercept, "--jobs", "2", "--budget", "1", "--confirm", "1", "--only", "503"];
    const { stdout, stderr } = await runHere(["explore", ...words, "--", ...node()]);
    expect(stderr).not.toMatch(/without faults \(|key in the code/);
    expect(stdout).toContain("get_metrics");
  }, 120_000);

  it("meets the emulator under scenario run, which takes what explore takes", async () => {
    const file = join(spaced(), "mine.yaml");
    writeFileSync(
      file,
      "name: mine\nfixtures: [empty]\nexpect: [{ requests: { operation: get_metrics, count: 1 } }]\n",
    );
    const words = ["--intercept", "api.example.com", "--offline", "--env", "MY_URL=url"];
    const { code, stdout } = await runHere(["scenario", "run", file, ...words, "--", ...node()]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("mine passed")]);
  });

  it("meets a running emulator with the variables that env prints", async () => {
    const { child, exit } = await boot(["--intercept", "api.example.com"]);
    const { stdout } = await runHere(["env", "--json"]);
    const env = { ...process.env, ...(JSON.parse(stdout) as Record<string, string>) };
    const [file = "", ...words] = node();
    expect(execFileSync(file, words, { env, encoding: "utf8" })).toBe(`200 ${url}\n`);
    const dotenv = await runHere(["env", "--dotenv"]);
    expect(dotenv.stdout).toMatch(/^HTTPS_PROXY='http:\/\/127\.0\.0\.1:\d+'$/m);
    const github = await runHere(["env", "--github"]);
    expect(github.stdout).toMatch(/^HTTPS_PROXY=http:\/\/127\.0\.0\.1:\d+$/m);
    expect((await runHere(["env", "--github", "--dotenv"])).code).toBe(2);
    child.kill("SIGTERM");
    await exit;
    // What the shell still has lets its programs start.
    expect(execFileSync(process.execPath, ["-p", "1"], { env, encoding: "utf8" })).toBe("1\n");
  });
});

describe("the hooks", () => {
  const quiet = ["--quiet", ...intercept];
  const carrying = (more: Record<string, string>) => ({ ...more, TMPDIR: spaced() });

  it("of Node runs beside what NODE_OPTIONS loads already", async () => {
    const own = join(spaced(), "own.cjs");
    writeFileSync(own, 'console.log("own");');
    const env = carrying({ NODE_OPTIONS: `--require "${own}"` });
    const { printed } = await execHere(quiet, node(), env);
    expect(printed).toMatch(/own\n200 /);
  });

  it.runIf(works("python3", "--version"))(
    "of Python runs the sitecustomize that it hides",
    async () => {
      const own = spaced();
      writeFileSync(join(own, "sitecustomize.py"), 'print("own")\n');
      const ask = `
import http.client
asked = http.client.HTTPSConnection("api.example.com")
asked.request("GET", "/api/metrics", headers={"authorization": "Service-API-Key pk_live_0001", "revision": "2026-07-15"})
print(asked.getresponse().status)`;
      const env = carrying({ PYTHONPATH: own });
      const { printed, stderr } = await execHere(quiet, ["python3", "-c", ask], env);
      expect([printed, stderr]).toEqual(["own\n200\n", ""]);
    },
  );

  it.runIf(works("ruby", "--version"))(
    "of Ruby is required beside what RUBYOPT requires",
    async () => {
      const own = spaced();
      writeFileSync(join(own, "own.rb"), 'puts "own"\n');
      const ask = `
require "net/http"
headers = { "authorization" => "Service-API-Key pk_live_0001", "revision" => "2026-07-15" }
puts Net::HTTP.get_response(URI("${url}"), headers).code`;
      const env = carrying({ RUBYLIB: own, RUBYOPT: "-rown" });
      const { printed } = await execHere(quiet, ["ruby", "-e", ask], env);
      expect(printed).toBe("own\n200\n");
    },
  );

  it.runIf(works("php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"))(
    "of PHP is a folder of settings beside the user's own and PHP's",
    async () => {
      const own = spaced();
      mkdirSync(own, { recursive: true });
      writeFileSync(join(own, "own.ini"), "user_agent=own\n");
      const ask = `
echo ini_get("user_agent") . "\\n";
$asked = curl_init("${url}");
curl_setopt_array($asked, [CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER =>
  ["authorization: Service-API-Key pk_live_0001", "revision: 2026-07-15"]]);
curl_exec($asked);
echo curl_getinfo($asked, CURLINFO_RESPONSE_CODE) . "\\n";`;
      const env = carrying({ PHP_INI_SCAN_DIR: `:${own}` });
      const { printed } = await execHere(quiet, ["php", "-r", ask], env);
      expect(printed).toBe("own\n200\n");
    },
  );

  it("have 40 lines at most, and are in the package as they are", () => {
    const folder = join(import.meta.dirname, "../../../src/hooks");
    for (const name of execFileSync("ls", [folder], { encoding: "utf8" }).trim().split("\n")) {
      const text = readFileSync(join(folder, name), "utf8");
      expect([name, text.trimEnd().split("\n").length <= 40]).toEqual([name, true]);
      expect(readFileSync(join(folder, "../../dist/hooks", name), "utf8")).toBe(text);
    }
  });
});

describe("a command of which nothing arrived is told why", () => {
  const seen = { requests: 0, passed: [], refused: [], failed: [], untrusted: [], http2: [] };
  const told = (more: object, hooks: string[] = []) =>
    interceptionLines({
      hosts: ["api.example.com"],
      command: ["/usr/bin/thing"],
      seen: { ...seen, ...more },
      hooks,
    }).join("\n");
  const one = (name: string) => [{ name, count: 2 }];

  it.each([
    ["that it uses no proxy", {}, /thing; no hook was loaded.*reads no proxy variable/s],
    [
      "which hosts it asked instead",
      { passed: one("b.example") },
      /b\.example \(2\).*check the host/s,
    ],
    ["that it refused the certificate", { untrusted: one("Go-http-client/1.1") }, /SSL_CERT_FILE/],
    ["that it speaks HTTP/2 alone", { http2: one("h2-thing") }, /HTTP\/2 alone/],
  ])("%s", (_, more, expected) => {
    expect(told(more)).toMatch(expected);
  });

  it("and which hook was loaded", () => {
    expect(told({}, ["Python"])).toContain("the hook of Python was loaded");
  });

  it("and what a program reads that does not say who it is, by its hook or its command", () => {
    const untrusted = one("a program");
    expect(told({ untrusted }, ["Python"])).toMatch(
      /a program refused.*Python reads SSL_CERT_FILE/,
    );
    expect(told({ untrusted }, ["Ruby"])).toContain("Ruby reads SSL_CERT_FILE");
    expect(told({ untrusted })).toContain("SERVICE_EMULATOR_CA_FILE");
  });

  it("by exec, where a certificate is pinned", async () => {
    const pinned = asking().replace("fetch(", "process.env.NODE_EXTRA_CA_CERTS; fetch(");
    const env = { NODE_OPTIONS: "" };
    const words = [
      "exec",
      ...intercept,
      "--",
      "sh",
      "-c",
      `NODE_EXTRA_CA_CERTS= "$0" -e '${pinned}'`,
    ];
    const { stderr } = await runHere([...words, process.execPath], env);
    expect(stderr).toMatch(/no request to api\.example\.com arrived.*refused the certificate/s);
    // It asks another URL on purpose.
    expect(stderr).not.toContain("does your command read SERVICE_EMULATOR_URL?");
  });
});

describe("what cannot be intercepted is refused in one line", () => {
  it.each([
    [["--intercept", "localhost"], "--intercept: localhost is this machine"],
    [["--intercept", "https://a.example"], "--intercept: invalid host"],
    [["--offline"], "--offline: there is nothing to intercept"],
    [["--strict-keys"], "--strict-keys: there is nothing to intercept"],
  ])("%j", async (words, expected) => {
    const { code, stderr } = await runHere(["exec", ...words, "--", "true"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(expected)]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("and with --url, which names an emulator that runs already", async () => {
    const words = ["--url", "http://127.0.0.1:9", "--intercept", "api.example.com"];
    const { code, stderr } = await runHere(["scenario", "run", "retry-after", ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("leave out --url")]);
  });
});

it("exec, explore and scenario run take the same options, said in the same words", () => {
  const program: Command = createProgram();
  const find = (...names: string[]) =>
    names.reduce<Command>(
      (at, name) => at.commands.find((each) => each.name() === name) ?? at,
      program,
    );
  const all = [find("exec"), find("explore"), find("scenario", "run")];
  for (const { flags, description } of commandOptions()) {
    const found = all.map(({ options }) =>
      options.find((each) => each.long === flags.split(" ")[0]),
    );
    const isOutput = /^--(?:json|log-format|force)\b/.test(flags);
    const words = isOutput ? found.slice(0, 2) : found;
    expect([flags, words.map((each) => each?.description)]).toEqual([
      flags,
      words.map(() => description),
    ]);
  }
});
