import type { ChildProcess } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { Emulation } from "../../src/emulation/emulation.ts";
import { lists } from "../../src/domain/resources/groups.ts";
import { openDataFolder } from "../../src/durable/open.ts";
import { createEmulator } from "../../src/index.ts";
import { Dice } from "../../src/world/dice.ts";
import { put } from "../../src/world/store/store.ts";
import { boot, ended, linesOf, spawnCli } from "../support/cli.ts";
import { copyUnlocked, newFolder } from "../support/data-folder.ts";

/** `npm run test:proof` kills a hundred times, with 100,000 records. */
const kills = Number(process.env["FOLDER_KILLS"] ?? 8);
const records = Number(process.env["FOLDER_RECORDS"] ?? 3000);
const frozenAt = "2026-07-20T12:00:00Z";
const amounts = { profiles: records / 10, events: (records * 9) / 10 };
const own = { rateLimits: "off", frozenAt, onNote: () => {} } as const;
const start = ["--rate-limits", "off", "--frozen-at", frozenAt];
const seeding = [
  ["--fixtures", "small"],
  ["--profiles", String(amounts.profiles)],
  ["--events", String(amounts.events)],
].flat();

const basesIn = (dataDir: string): number =>
  readdirSync(dataDir).filter((name) => name.startsWith("base-")).length;

/** All records of a folder as text, and the names of its lists; undefined: nothing is in it. */
async function stateIn(dataDir: string): Promise<ReturnType<typeof stateOf> | undefined> {
  if (basesIn(dataDir) === 0) return undefined;
  await using found = await createEmulator({ ...own, fixtures: [], dataDir });
  return stateOf(found);
}

function stateOf({ state, companyId: account }: Awaited<ReturnType<typeof createEmulator>>) {
  const all = [...createApi({ trusted: true }).collections.keys()].filter(
    (name) => name !== "list",
  );
  const texts = all.map((name) => JSON.stringify(state.get(name, { account, limit: 100_000 })));
  const named = state.get("lists", { account, limit: 100_000 }).records;
  return {
    text: texts.join("\n"),
    names: named.map(({ name }) => String(name)).sort(),
    counts: state.counts(account),
  };
}

/** A folder that is folded with the next lines: its log has as many as there may be. */
async function nearlyLong(dataDir: string): Promise<void> {
  const tell = { lost: () => {}, note: () => {} };
  const api = createApi({ trusted: true });
  const data = await openDataFolder(api, dataDir, { fsync: false, tell });
  const settings = { seed: 1, limits: "off", authScheme: "A", badKeyStatus: 401 } as const;
  const emulation = new Emulation(api, settings, "0", data.begin, undefined, data.log);
  await data.start(emulation);
  const [account] = emulation.world.accounts.values();
  for (let left = Math.max(10_000, records / 2) - 10; left > 0; left -= 1) {
    const list = { id: "Folded", seq: 1, name: "Folded", created: 0, updated: left };
    account?.commit([put(lists, list as never)]);
    await data.log.saved();
  }
  await data.log.close();
}

/** Begins something with a folder. @returns its process, and when it is over if nobody kills that */
type Phase = (dataDir: string) => Promise<{ child: ChildProcess; over: Promise<unknown> }>;

const started = (args: readonly string[]) => {
  const child = spawnCli(["--port", "0", ...start, ...args]);
  return { child, over: linesOf(child).next() };
};

it(
  `nothing that was confirmed is lost, and nothing half is taken as whole, of a folder of ${records} records whose process is killed ${kills} times`,
  async () => {
    const [full, long, exported] = [newFolder(), newFolder(), join(newFolder(), "state")];
    const whole = await createEmulator({ ...own, fixtures: ["small"], ...amounts, dataDir: full });
    await whole.state.export(exported);
    const expected = stateOf(whole);
    await whole.close();
    copyUnlocked(full, long);
    await nearlyLong(long);
    let confirmed: string[] = [];
    let isImported = false;
    const phases: Record<string, Phase> = {
      seeds: async (dataDir) => started([...seeding, "--data-dir", dataDir]),
      opens: async (dataDir) => {
        cpSync(full, dataDir, { recursive: true });
        return started(["--data-dir", dataDir]);
      },
      imports: async (dataDir) => {
        const { child, ready } = await boot(["--data-dir", dataDir, ...start]);
        const body = JSON.stringify({ folder: exported });
        isImported = false;
        const headers = { "content-type": "application/json" };
        const url = `${ready.url}/_emulator/import`;
        const asked = fetch(url, { method: "POST", headers, body });
        const answered = asked.then(({ ok }) => (isImported = ok));
        return { child, over: answered.catch(() => {}) };
      },
      folds: async (dataDir) => {
        cpSync(long, dataDir, { recursive: true });
        const { child, ask } = await boot(["--data-dir", dataDir, ...start]);
        confirmed = [];
        const headers = { "content-type": "application/vnd.api+json" };
        const write = async () => {
          while (basesIn(dataDir) < 2) {
            const name = `N${confirmed.length}`;
            const body = JSON.stringify({ data: { type: "list", attributes: { name } } });
            const answer = await ask("/api/lists", { method: "POST", headers, body });
            expect(answer.status).toBe(201);
            confirmed.push(name);
          }
        };
        return { child, over: write().catch(() => {}) };
      },
    };
    const dice = Dice.from(Number(process.env["FOLDER_SEED"] ?? 1), "kills");
    const found: Record<string, number> = {};
    const took: Record<string, number> = {};
    for (let kill = 0; kill < kills; kill += 1) {
      const [name, phase] = Object.entries(phases)[kill % 4] as [string, Phase];
      const dataDir = newFolder();
      const { child, over } = await phase(dataDir);
      const begun = performance.now();
      // The first of each is over before it is killed: then it is known how long that takes.
      const after = (took[name] ?? 100) * dice.fraction();
      await (took[name] === undefined ? over : Promise.race([over, delay(after)]));
      took[name] ??= 1.2 * (performance.now() - begun);
      child.kill("SIGKILL");
      await Promise.all([ended(child), over]);
      const state = await stateIn(dataDir);
      const isWhole = state?.text === expected.text;
      const what = `${name}: ${state === undefined ? "nothing" : isWhole ? "all" : "what was there before"}`;
      found[what] = (found[what] ?? 0) + 1;
      const at = [kill, name, after];
      if (name === "opens" || name === "folds") expect([...at, isWhole]).toEqual([...at, true]);
      if (name === "seeds") expect([...at, state === undefined || isWhole]).toEqual([...at, true]);
      if (name === "folds") {
        const written = state?.names.filter((each) => /^N\d/.test(each)) ?? [];
        // The last may have been done before it was killed.
        expect([...at, written.length - confirmed.length]).toEqual([
          ...at,
          expect.toBeOneOf([0, 1]),
        ]);
        expect(written).toEqual(expect.arrayContaining(confirmed));
      }
      if (kill < 4) expect([...at, isWhole]).toEqual([...at, true]);
      if (name === "imports" && !isWhole) {
        expect([...at, isImported]).toEqual([...at, false]);
        expect(state?.counts).toMatchObject({ profiles: 0, events: 0 });
      }
    }
    if (kills >= 20)
      console.log(`${kills} × kill -9 found, after the process ${JSON.stringify(found, null, 2)}`);
  },
  60_000 + kills * 30_000,
);
