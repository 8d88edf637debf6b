import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { credentialsOf } from "../../src/server/certificate.ts";
import { boot, empty, run, runHere } from "../support/cli.ts";

const execute = promisify(execFile);
const node = process.execPath;

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "emulator-tls-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A client in a process of its own, which finds all that it needs in its environment. */
const asks = `
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
const headers = { authorization: "Service-API-Key " + key, revision: "2026-07-15" };
const { status } = await fetch(url + "/api/profiles", { headers });
console.log(new URL(url).protocol, status);
`;

const client = [node, "--input-type=module", "-e", asks];

describe("--tls", () => {
  it("gives the command of `exec` a URL that it trusts", async () => {
    const { code, stdout } = await run(["exec", "--tls", "--fixtures", empty, "--", ...client]);
    expect([code, stdout]).toEqual([0, "https: 200\n"]);
  });

  it("says in the ready line what to trust, and takes the file away at the end", async () => {
    const { child, ready, exit } = await boot(["--tls"]);
    const { url, caFile } = ready as unknown as { url: string; caFile: string };
    expect(readFileSync(caFile, "utf8")).toMatch(/^-----BEGIN CERTIFICATE-----/);
    const program = `fetch("${url}/_emulator/health").then(({ status }) => console.log(status))`;
    const { stdout } = await execute(node, ["-e", program], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: caFile },
    });
    expect(stdout).toBe("200\n");
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
    expect(existsSync(caFile)).toBe(false);
  });

  it("writes what to trust to the file that is named, which stays", async () => {
    const file = join(folder(), "ca.pem");
    const { ready, child, exit } = await boot(["--tls", "--tls-ca-file", file]);
    expect(ready).toMatchObject({ caFile: file });
    child.kill("SIGTERM");
    await exit;
    expect(readFileSync(file, "utf8")).toContain("BEGIN CERTIFICATE");
  });

  it("runs with the file that is named where there is no folder for others, and says so", async () => {
    const file = join(folder(), "ca.pem");
    const args = [
      "exec",
      "--quiet",
      "--tls",
      "--tls-ca-file",
      file,
      "--fixtures",
      empty,
      "--",
      ...client,
    ];
    const { code, stdout, stderr } = await run(args, { TMPDIR: empty });
    expect([code, stdout]).toEqual([0, "https: 200\n"]);
    expect(stderr).toMatch(
      /^service-emulator: --tls: cannot write to .*only clients of Node trust/,
    );
  });

  it("is spoken by the commands that talk to a running one, and by `wait`", async () => {
    const { ready } = await boot(["--tls"]);
    const { url } = ready as { url: string };
    const added = await runHere(["faults", "add", "get_metrics", "--status", "503", "--url", url]);
    expect([added.code, added.stderr]).toEqual([0, ""]);
    const listed = await runHere(["faults", "list", "--json"]);
    expect(JSON.parse(listed.stdout).faults).toHaveLength(1);
    expect((await runHere(["wait"])).stdout).toBe(`${url} is ready.\n`);
    const { stdout } = await runHere(["env"]);
    expect(stdout).toMatch(/export NODE_EXTRA_CA_CERTS='.+\.pem'\n/);
    expect(stdout).toMatch(/export SERVICE_EMULATOR_URL='https:/);
  });

  it("says of one that is not trusted what to do", async () => {
    const { ready } = await boot(["--tls"]);
    const { url } = ready as { url: string };
    const { code, stderr } = await runHere(["clock", "show", "--url", url], { TMPDIR: folder() });
    expect(code).toBe(3);
    expect(stderr).toMatch(/is not trusted \(.+\): NODE_EXTRA_CA_CERTS names a file/);
  });
});

describe("--tls-cert and --tls-key", () => {
  async function files() {
    const [made, other, place] = [
      await credentialsOf(true, []),
      await credentialsOf(true, []),
      folder(),
    ];
    const write = (name: string, text: string) => {
      const file = join(place, name);
      writeFileSync(file, text);
      return file;
    };
    return {
      cert: write("cert.pem", made.cert),
      key: write("key.pem", made.key),
      other: write("other.pem", other.key),
    };
  }

  it("are what the emulator shows", async () => {
    const { cert, key } = await files();
    const given = ["--tls-cert", cert, "--tls-key", key];
    const { code, stdout } = await run(["exec", ...given, "--fixtures", empty, "--", ...client]);
    expect([code, stdout]).toEqual([0, "https: 200\n"]);
  });

  it("are refused in one line when something is wrong", async () => {
    const { cert, key, other } = await files();
    const cases: [string[], string][] = [
      [["--tls-cert", cert], "--tls-cert: give --tls-key too"],
      [["--tls-cert", "gone.pem", "--tls-key", key], "--tls-cert: gone.pem: there is no such file"],
      [["--tls-cert", cert, "--tls-key", other], "--tls-key: it is not the key of the certificate"],
      [["--tls-cert", key, "--tls-key", key], "--tls-cert: expected a certificate in PEM"],
      [["--tls-ca-file", "ca.pem"], "--tls-ca-file: there is nothing to trust without --tls"],
    ];
    for (const [args, line] of cases) {
      const { code, stdout, stderr } = await runHere(["start", "--port", "0", ...args]);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr.trimEnd().split("\n")).toEqual([expect.stringContaining(line)]);
    }
  });

  it("and a file for what to trust that cannot be written ends it with 3", async () => {
    const file = join(folder(), "none/ca.pem");
    const { code, stderr } = await runHere([
      "start",
      "--port",
      "0",
      "--tls",
      "--tls-ca-file",
      file,
    ]);
    expect(code).toBe(3);
    expect(stderr).toBe(`service-emulator: --tls-ca-file: ${file} cannot be written (ENOENT)\n`);
  });
});
