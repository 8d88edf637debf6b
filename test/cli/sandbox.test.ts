import { describe, expect, it } from "vitest";
import { listening } from "../support/cli.ts";

describe("sandboxes", () => {
  it("are made, listed, put back and deleted", async () => {
    const emulator = await listening();
    const cli = (...args: string[]) => emulator.cli("sandbox", ...args);
    const made = await cli("create", "--from", "empty", "--rate-limits", "off", "--json");
    const { id, keys } = JSON.parse(made.stdout) as { id: string; keys: { key: string }[] };
    const headers = {
      authorization: `Service-API-Key ${keys[0]?.key}`,
      revision: "2026-07-15",
    };
    const answer = await fetch(`${emulator.url}/api/accounts`, { headers });
    expect((await answer.json()) as object).toMatchObject({ data: [{ id }] });
    const key = keys[0]?.key as string;
    const { stdout: listed } = await cli("list");
    expect([listed.includes(id), listed.includes(`${key.slice(0, 7)}…`)]).toEqual([true, true]);
    expect(listed).not.toContain(key);
    expect((await cli("reset", id)).stdout).toBe(`${id} is as it began.\n`);
    expect((await cli("rm", id)).stdout).toBe(`${id} is gone.\n`);
    expect((await cli("list")).stdout).toBe("There is no sandbox.\n");
    const again = await cli("rm", id);
    const told = `service-emulator: no sandbox with id ${id} (there is none)\n`;
    expect([again.code, again.stderr]).toEqual([2, told]);
  });

  it("each have a control token, with which a command sees and does nothing else", async () => {
    const { cli, emulator } = await listening();
    const { stdout } = await cli("sandbox", "create");
    const [, id = ""] = /^Company id {2}(\w+)$/m.exec(stdout) ?? [];
    const [, token = ""] = /^Token {7}(\w+)$/m.exec(stdout) ?? [];
    expect(stdout).toContain(`Inspector   ${emulator.url}/#token=${token}\n`);
    emulator.faults.add({ operation: "get_lists", status: 503 });
    const as = (...args: string[]) => cli(...args, "--token", token);
    await as("faults", "add", "get_profiles", "--status", "503");
    expect((await as("faults", "list", "--json")).stdout).not.toContain("get_lists");
    await as("faults", "clear");
    expect(emulator.faults.list().map(({ operation }) => operation)).toEqual(["get_lists"]);
    expect((await as("sandbox", "list")).stdout).toContain(id);
    const { code, stderr } = await as("revisions", "clear");
    expect([code, stderr]).toEqual([
      2,
      "service-emulator: the control token of a sandbox is not enough: revisions are the whole emulator's\n",
    ]);
  });

  it.each([
    [["--from", "nothing"], "--from: expected 'seed' or 'current' or 'empty', not 'nothing'"],
    [["--ttl", "soon"], "--ttl: expected a duration such as 10m, not 'soon'"],
    [["--rate-limits", "fast"], "--rate-limits: expected real, off, or x10, not 'fast'"],
  ])("are not made with %j", async (args, line) => {
    const { cli } = await listening();
    const { code, stderr } = await cli("sandbox", "create", ...args);
    expect([code, stderr]).toEqual([2, `service-emulator: ${line}\n`]);
  });
});
