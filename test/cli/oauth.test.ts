import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { boot } from "../support/cli.ts";

const execute = promisify(execFile);
const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

it("the README's way to a token works when it is pasted into a shell", async () => {
  const { ready } = await boot(["--fixtures", "demo"]);
  const { url } = ready as { url: string };
  const cwd = mkdtempSync(join(tmpdir(), "service-emulator-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const script = /```sh\n(.*?)```/s.exec(readme)?.[1]?.replaceAll("http://127.0.0.1:4010", url);
  const { stdout } = await execute("sh", ["-c", script ?? "false"], { cwd });
  const { access_token: token, scope } = JSON.parse(stdout) as Record<string, string>;
  expect(scope).toBe("profiles:read");
  const headers = { authorization: `Bearer ${token}`, revision: "2026-07-15" };
  const answer = await fetch(`${url}/api/profiles`, { headers });
  expect(answer.status).toBe(200);
});

it("the tokens that are shipped work", async () => {
  const { ready } = await boot(["--fixtures", "small"]);
  const { url } = ready as { url: string };
  const token = /`(oat_\w+)`/.exec(readme)?.[1];
  const headers = { authorization: `Bearer ${token}`, revision: "2026-07-15" };
  expect((await fetch(`${url}/api/profiles`, { headers })).status).toBe(200);
});
