import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { boot, runHere, spawnCli } from "../support/cli.ts";
import { newFolder, newProfile } from "../support/data-folder.ts";

/** More of the account that `boot` begins with. */
const account = (...emails: string[]) =>
  [
    "company_id: Tests1",
    "keys: [{ name: mine, scopes: full, key: pk_watchedfixture0001 }]",
    `profiles: [${emails.map((email) => `{ email: ${email} }`).join(", ")}]`,
    "",
  ].join("\n");

/** What `--json` tells of a change. */
interface Reseeded {
  readonly event: "reseeded";
  readonly files: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** An emulator that watches a fixture of the test's own. */
async function watching(text: string, args: readonly string[] = []) {
  const folder = newFolder();
  const file = join(folder, "mine.yaml");
  writeFileSync(file, text);
  const running = await boot(["--fixtures", file, "--watch", ...args]);
  const errors = createInterface({ input: running.child.stderr as NodeJS.ReadableStream });
  const error = errors[Symbol.asyncIterator]();
  return {
    ...running,
    folder,
    file,
    /** The next change that it tells of; requests that it tells of are passed over. */
    reseeded: async (): Promise<Reseeded> => {
      for (;;) {
        const told = (await running.next()) as unknown as Reseeded | { event: "request" };
        if (told.event === "reseeded") return told;
      }
    },
    error: async (): Promise<string> => (await error.next()).value,
    emails: async () => {
      const { data } = (await (await running.ask("/api/profiles")).json()) as {
        data: { attributes: { email: string } }[];
      };
      return data.map(({ attributes }) => attributes.email).sort();
    },
    control: (method: string, path: string) =>
      fetch(`${running.ready.url}/_emulator/${path}`, { method }),
  };
}

const made = (email: string) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(newProfile(email)),
});

describe("start --watch", () => {
  it("begins anew with a fixture that has changed, and resets go back to that", async () => {
    const { file, ask, reseeded, emails, control } = await watching(account("ada@example.com"));
    await ask("/api/profiles", made("made@example.com"));
    writeFileSync(file, account("bob@example.com", "cyd@example.com"));
    expect(await reseeded()).toMatchObject({ counts: { profiles: 2 } });
    expect(await emails()).toEqual(["bob@example.com", "cyd@example.com"]);

    await ask("/api/profiles", made("made@example.com"));
    await control("POST", "reset");
    expect(await emails()).toEqual(["bob@example.com", "cyd@example.com"]);
  });

  it("sees a file that an editor put in the place of the old one, time and again", async () => {
    const { folder, file, reseeded, emails } = await watching(account("ada@example.com"));
    for (const email of ["bob@example.com", "cyd@example.com", "dan@example.com"]) {
      const draft = join(folder, ".mine.yaml.swp");
      writeFileSync(draft, account(email));
      renameSync(draft, file);
      expect((await reseeded()).files).toHaveLength(1);
      expect(await emails()).toEqual([email]);
    }
  });

  it("watches the files that a fixture names, and those that it names only later", async () => {
    const { folder, file, reseeded, emails, error } = await watching(account("ada@example.com"));
    writeFileSync(file, `${account("ada@example.com")}profiles_from: people.jsonl\n`);
    expect(await error()).toMatch(/there is no file 'people\.jsonl' beside the fixture; the state/);
    writeFileSync(join(folder, "people.jsonl"), '{"email":"bob@example.com"}\n');
    await reseeded();
    expect(await emails()).toEqual(["ada@example.com", "bob@example.com"]);
    writeFileSync(join(folder, "people.jsonl"), '{"email":"cyd@example.com"}\n');
    await reseeded();
    expect(await emails()).toEqual(["ada@example.com", "cyd@example.com"]);
  });

  it("tells of a wrong fixture in one line, and stays as it was until it is right", async () => {
    const { file, error, reseeded, emails, ask } = await watching(account("ada@example.com"));
    await ask("/api/profiles", made("made@example.com"));
    writeFileSync(file, account("bob@example.com", "bob@example.com"));
    expect(await error()).toMatch(
      /^service-emulator: \S+mine\.yaml:3: profiles\[1\]\.email: 'bob@example\.com' is already at \S+mine\.yaml:3; the state stays as it was$/,
    );
    expect(await emails()).toEqual(["ada@example.com", "made@example.com"]);
    rmSync(file);
    expect(await error()).toMatch(
      /mine\.yaml: there is no such file .*; the state stays as it was$/,
    );
    writeFileSync(file, account("eve@example.com"));
    await reseeded();
    expect(await emails()).toEqual(["eve@example.com"]);
  });

  it("takes several changes in one go for one", async () => {
    const { file, reseeded, emails } = await watching(account("ada@example.com"));
    for (const email of ["b", "c", "d", "e"]) writeFileSync(file, account(`${email}@example.com`));
    await reseeded();
    expect(await emails()).toEqual(["e@example.com"]);
    // Had there been a second one for these, it would be told of before this one.
    writeFileSync(file, account("f@example.com", "g@example.com"));
    expect((await reseeded()).counts).toMatchObject({ profiles: 2 });
  });

  it("writes the ready file anew, with the keys that hold now", async () => {
    const ready = join(newFolder(), "ready.json");
    const { file, reseeded } = await watching(account("ada@example.com"), ["--ready-file", ready]);
    writeFileSync(file, account("ada@example.com").replace("fixture0001", "fixture0002"));
    await reseeded();
    const { accounts } = JSON.parse(readFileSync(ready, "utf8")) as Pick<
      Awaited<ReturnType<typeof boot>>["ready"],
      "accounts"
    >;
    const mine = accounts[0]?.keys.find(({ name }) => name === "mine");
    expect(mine?.key).toBe("pk_watchedfixture0002");
  });

  it("ends at once by a signal", async () => {
    const { child, exit } = await watching(account("ada@example.com"));
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
  });

  it.each([
    ["--data-dir", 2],
    ["--state", 2],
  ])("is refused with %s, in one line", async (flag, exitCode) => {
    const file = join(newFolder(), "mine.yaml");
    writeFileSync(file, account("ada@example.com"));
    const told = await runHere([
      "--port",
      "0",
      ...(flag === "--state" ? [] : ["--fixtures", file]),
      "--watch",
      flag,
      newFolder(),
    ]);
    expect(told).toEqual({
      code: exitCode,
      stdout: "",
      stderr: `service-emulator: --watch restarts from the fixtures, so it can't be combined with ${flag}\n`,
    });
  });

  it("is refused where only shipped fixtures are given", async () => {
    const { code, stderr } = await runHere(["--port", "0", "--fixtures", "small", "--watch"]);
    expect([code, stderr]).toEqual([
      2,
      "service-emulator: --watch has no file to watch: give one with --fixtures\n",
    ]);
  });

  it("may stand in a config file", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "mine.yaml"), account("ada@example.com"));
    const config = join(folder, "service-emulator.config.yaml");
    writeFileSync(config, "port: 0\nfixtures: mine.yaml\nwatch: true\nlogFormat: plain\n");
    const child = spawnCli(["--config", config]);
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    for await (const line of lines) {
      if (line.includes("Ctrl-C stops it")) {
        writeFileSync(join(folder, "mine.yaml"), account("bob@example.com", "cyd@example.com"));
      }
      if (!line.startsWith("Restarted from")) continue;
      expect(line).toMatch(/^Restarted from \S*mine\.yaml: 2 profiles, 0 events\.$/);
      break;
    }
  });
});
