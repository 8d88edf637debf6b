import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { newProfile } from "../support/bodies.ts";
import { boot, run } from "../support/cli.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "service-emulator-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Waits until nothing listens there any more. */
async function closed(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    const socket = connect(Number(port), hostname);
    const refused = await once(socket, "connect").then(
      () => false,
      () => true,
    );
    socket.destroy();
    if (refused) return;
  }
}

describe("the ready file", () => {
  it("is there, for its owner alone, once the emulator answers, and gone when it ends", async () => {
    const place = folder();
    const file = join(place, "ready.json");
    writeFileSync(file, JSON.stringify({ event: "ready", url: "http://of-one.that-was-killed" }));
    const { child, ready, exit } = await boot(["--ready-file", file, "--control-token", "secret"]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...ready, controlToken: "secret" });
    expect(readdirSync(place)).toEqual(["ready.json"]);
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  it("takes the place of nothing that no emulator wrote", async () => {
    const file = join(folder(), "package.json");
    writeFileSync(file, '{"name":"mine"}');
    for (const path of [file, dirname(file), "/dev/null"]) {
      const { code, stderr } = await run(["start", "--port", "0", "--ready-file", path]);
      expect([code, stderr]).toEqual([
        2,
        `service-emulator: --ready-file ${path}: is there already, and no emulator wrote it: ` +
          "give another name, or remove it\n",
      ]);
    }
    expect(readFileSync(file, "utf8")).toBe('{"name":"mine"}');
    expect(existsSync("/dev/null")).toBe(true);
  });

  it("stays when another emulator has put its own in place", async () => {
    const file = join(folder(), "ready.json");
    const { child, exit } = await boot(["--ready-file", file]);
    const other = JSON.stringify({ event: "ready", pid: 0 });
    writeFileSync(file, other);
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(other);
  });
});

describe("a signal", () => {
  it("ends it with exit code 0", async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const { child, exit } = await boot();
      child.kill(signal);
      expect(await exit).toBe(0);
    }
  });

  it("ends an answer that is delayed by an hour at once", async () => {
    const { child, ready, ask, exit, next } = await boot();
    const add = ["faults", "add", "create-profile", "--delay", "1h", "--url", ready.url];
    expect(await run(add)).toMatchObject({ code: 0 });
    const late = ask("/api/profiles", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(newProfile()),
    });
    let hits = 0;
    while (hits === 0) {
      const { faults } = JSON.parse(await (await fetch(`${ready.url}/_emulator/faults`)).text());
      hits = faults[0].hits.count;
    }
    child.kill("SIGINT");
    expect(await exit).toBe(0);
    await late.catch(() => {});
    expect(await next()).toMatchObject({ event: "request", operation: "create_profile" });
  });

  it("ends it at once when it is the second", async () => {
    const { child, ready, exit } = await boot();
    const { hostname, port } = new URL(ready.url);
    // A client that never sends the rest of its body keeps the first signal waiting.
    const stalled = connect(Number(port), hostname);
    stalled.on("error", () => {});
    const head = "POST /api/profiles HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n";
    await new Promise((resolve) => stalled.write(`${head}x`, resolve));
    await fetch(`${ready.url}/_emulator/health`);
    child.kill("SIGTERM");
    await closed(ready.url);
    child.kill("SIGINT");
    expect(await exit).toBe(130);
    stalled.destroy();
  });
});

it("a command leaves by itself: Node's own taking down has waited for ever for what a killed child was asked", async () => {
  const place = folder();
  const watch = join(place, "watch.cjs");
  writeFileSync(
    watch,
    `const leave = process.reallyExit;
     process.reallyExit = (code) => {
       require("node:fs").writeSync(2, "left with " + code + "\\n");
       leave.call(process, code);
     };`,
  );
  const env = { NODE_OPTIONS: `--require ${watch}` };
  for (const [words, code] of [
    ["routes", 0],
    ["exec --quiet --fixtures empty -- true", 0],
    ["exec --quiet --fixtures empty -- false", 1],
  ] as const) {
    const ran = await run(words.split(" "), env);
    expect([words, ran.code, ran.stderr]).toEqual([words, code, `left with ${code}\n`]);
  }
});
