import { describe, expect, it } from "vitest";
import type { Found } from "../../../src/index.ts";
import { join } from "node:path";
import { empty } from "../../support/cli.ts";
import { clients, ran } from "./client.ts";

/** Waits as it is told, or as long as it likes, and tries again. */
const creates = (waitMs: string) => `
for (let attempt = 0; attempt < 4; attempt += 1) {
  const body = JSON.stringify({ data: { type: "list", attributes: { name: "VIP" } } });
  const more = { ...headers, "content-type": "application/vnd.api+json" };
  const signal = AbortSignal.timeout(5000);
  const answer = await fetch(url + "/api/lists", { method: "POST", headers: more, body, signal })
    .then(async (found) => (await found.text(), found), () => undefined);
  if (answer?.ok) process.exit(0);
  if (answer && answer.status !== 429 && answer.status < 500) process.exit(1);
  await sleep(${waitMs});
}
process.exit(1);`;

const careful = creates(
  'Number(answer?.headers.get("retry-after") ?? 0) * 1000 || 1000 * 2 ** attempt',
);
const hasty = creates("Number(answer?.headers.get('retry-after') ?? 1)");

async function found(script: string, ...words: readonly string[]) {
  const folder = clients({ "client.mjs": script });
  const verb = ["explore", "--fixtures", empty, "--json", "--depth", "1", "--confirm", "1"];
  const command = [process.execPath, join(folder, "client.mjs")];
  const { code, stdout, stderr } = await ran(command, ["--jobs", "2", ...words], verb);
  if (stdout === "") throw new Error(stderr);
  const { defects, runs } = JSON.parse(stdout) as Found;
  return { code, defects: defects.map(({ sentence }) => sentence), runs, stderr };
}

describe("explore --skip-waits", () => {
  it("refuses a command with a key of its own, since the time of its account is everybody's", async () => {
    const folder = clients({
      "client.mjs": careful.replaceAll(
        "...headers",
        "...headers, authorization: 'Service-API-Key pk_FullAccessDemo'",
      ),
    });
    const command = [process.execPath, join(folder, "client.mjs")];
    const { code, stderr } = await ran(command, ["--quiet"], ["explore", "--fixtures", "demo"]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("--skip-waits: The command uses a key of the account"),
    ]);
    expect(stderr).toContain("Let it read SERVICE_EMULATOR_API_KEY, or leave out --skip-waits");
  });

  it("finds what breaks a promise to wait, and nothing in a client that keeps it", async () => {
    const only = ["--only", "429, Retry-After 2", "--only", "create-list", "--timeout", "10m"];
    const kept = await found(careful, ...only);
    expect([kept.code, kept.defects]).toEqual([0, []]);
    expect(kept.stderr).toMatch(/--skip-waits: .* of waits took no time/);
    const broken = await found(hasty, ...only);
    expect([broken.code, broken.defects.join()]).toEqual([
      1,
      expect.stringContaining("rule 'retry-after' fails"),
    ]);
  });
});
