import { expect, it } from "vitest";
import { runHere } from "../support/cli.ts";

/** A client of one request, which waits as it is told to. @param first runs before it asks */
const client = (first: string) => `
  ${first}
  const headers = { authorization: "Service-API-Key " + process.env.SERVICE_EMULATOR_API_KEY, revision: "2026-07-15" };
  for (let attempt = 1; attempt < 5; attempt += 1) {
    const response = await fetch(process.env.SERVICE_EMULATOR_URL + "/api/lists", { headers }).catch(() => undefined);
    await response?.text().catch(() => "");
    if (response?.ok) process.exit(0);
    const asked = Number(response?.headers.get("retry-after") ?? NaN);
    await new Promise((resolve) => setTimeout(resolve, asked > 0 ? Math.min(asked * 1000, 2 ** 31 - 1) : 300 * 2 ** attempt));
  }
  process.exit(1);`;

async function checksOf(first = "") {
  const options = ["--quiet", "--json", "--budget", "15s", "--fixtures", "small"];
  const command = [process.execPath, "--input-type=module", "-e", client(first)];
  const { stdout } = await runHere(["exam", ...options, "--", ...command]);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; passed: boolean }[] };
  return Object.fromEntries(checks.map(({ name, passed }) => [name, passed]));
}

it("asks the command to end in the middle of a wait, and passes one that does", async () => {
  expect(await checksOf()).toMatchObject({ interrupt: true });
});

it("fails a command that goes on with its wait when it is asked to end", async () => {
  expect(await checksOf('process.on("SIGINT", () => {});')).toMatchObject({ interrupt: false });
});

it("says what was too short, and fails, where its time is over before the first fault", async () => {
  const command = [process.execPath, "--input-type=module", "-e", client("")];
  const ran = await runHere(["exam", "--quiet", "--budget", "10ms", "--", ...command]);
  expect(ran).toMatchObject({ code: 1, stderr: "" });
  expect(ran.stdout).toBe(
    "The exam ended before its first run with faults: nothing is known of the client. Give it longer: --budget 1m\n",
  );
});
