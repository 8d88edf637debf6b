import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runHere } from "../support/cli.ts";
import { steadyPort } from "../support/steady-port.ts";

const script = join(import.meta.dirname, "../webhooks/zoo/receiver.mjs");

/** A port that nobody listens on, and a folder. */
async function prepared() {
  const folder = mkdtempSync(join(tmpdir(), "service-emulator-receiver-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await steadyPort();
  const store = join(folder, "kept.txt");
  const webhook = `http://127.0.0.1:${port}/hooks`;
  const judge = (...words: readonly string[]) =>
    runHere(["scenario", "run", "receiver", "--webhook", webhook, ...words]);
  const program = [process.execPath, script, "--port", `${port}`, "--store", store];
  const receiver = (...words: readonly string[]) => ["--", ...program, ...words];
  return { folder, store, judge, receiver, reading: ["--read-back", `cat '${store}'`] };
}

describe("scenario run receiver", () => {
  it("starts, kills and starts a good receiver, and passes all of it", async () => {
    const { folder, judge, receiver, reading } = await prepared();
    const [output, junit] = [join(folder, "card.md"), join(folder, "card.xml")];
    const files = ["--output", output, "--junit", junit];
    const all = "acknowledges,signature,timestamp,duplicates,order,half-batch,keeps";
    const flags = [...reading, "--kill-after-ack", ...files, "--require", all];
    const { code, stdout, stderr } = await judge(...flags, ...receiver());
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("No rule failed, 7 passed, 0 not exercised.");
    expect(readFileSync(output, "utf8")).toContain("### ✓ Receiver's report card");
    expect(readFileSync(junit, "utf8")).toContain('tests="7" failures="0"');
  });

  it("catches one that acknowledges before it keeps, since it really kills it", async () => {
    const { judge, receiver, reading } = await prepared();
    const wrong = receiver("--defect", "acknowledges-before-it-keeps");
    const { code, stdout } = await judge(...reading, "--kill-after-ack", "--json", ...wrong);
    const { rules } = JSON.parse(stdout) as { rules: { rule: string; verdict: string }[] };
    const failed = rules.filter(({ verdict }) => verdict === "fail").map(({ rule }) => rule);
    expect({ code, failed }).toEqual({ code: 1, failed: ["keeps"] });
  });

  it("starts a receiver again that ends in the middle of a batch, and goes on", async () => {
    const { judge, receiver, reading } = await prepared();
    const wrong = receiver("--defect", "dies-of-an-error");
    const { code, stdout, stderr } = await judge(...reading, "--require", "half-batch", ...wrong);
    expect({ code, stdout }).toEqual({ code: 0, stdout });
    expect(stderr).toContain("the command ended with exit code 3: starting it again");
  });

  it("fails for a rule that is required and was not exercised", async () => {
    const { judge, receiver } = await prepared();
    const { code, stderr } = await judge("--require", "signature,order", ...receiver());
    expect(code).toBe(1);
    expect(stderr).toContain("order: not exercised: No reading of what the receiver has kept");
    expect(stderr).not.toContain("signature");
  });

  it("says in one line what is wrong before or while it starts the command", async () => {
    const { judge } = await prepared();
    const node = ["--", process.execPath];
    const all = [
      await judge("--", "no-such-command"),
      await judge(...node, "-e", "process.exit(7)"),
      await judge("--kill-after-ack"),
      await judge("--output", "card.pdf", ...node),
      await judge("--compare", ...node),
      await runHere(["scenario", "run", "receiver", ...node]),
      await runHere(["scenario", "run", "exam", "--kill-after-ack", ...node]),
      await runHere(["scenario", "run", "receiver", "--webhook", "shop", ...node]),
    ];
    const lines = all.map(({ code, stderr }) => `${code} ${stderr.trim().split("\n").at(-1)}`);
    expect(lines).toEqual([
      expect.stringMatching(/^3 .*no-such-command cannot start: there is no such command/),
      expect.stringMatching(/^3 .*cannot start: it ended with exit code 7 before/),
      expect.stringMatching(/^2 .*--kill-after-ack needs a command to kill, after --/),
      expect.stringMatching(/^2 .*card.pdf: unknown format/),
      expect.stringMatching(/^2 .*--compare is not for the receiver/),
      expect.stringMatching(/^2 .*needs the URL of the receiver: add --webhook/),
      expect.stringMatching(/^2 .*--kill-after-ack is for scenario run receiver/),
      expect.stringMatching(/^2 .*Expected a URL such as/),
    ]);
  });
});
