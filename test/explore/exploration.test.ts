import { describe, expect, it } from "vitest";
import {
  explore,
  type ExplorationView,
  type ExploredClient,
  type ExploreOptions,
  type Found,
} from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";
import { newList, once, requireGood } from "../support/explored.ts";

/** On the machine's clock, since clients wait by it. */
const emulated = () => emulate({ frozenAt: undefined as never });

/** Creates a list, and again where the response is lost: two of them. */
const doubling: ExploredClient = async (sandbox) => {
  const create = () => once(sandbox)("POST", "/api/lists", newList("VIP"));
  requireGood(await create().catch(create));
};

const few: ExploreOptions = { only: ["500", "reset after"], depth: 1, confirm: 2, jobs: 1 };

describe("GET /_emulator/explore", () => {
  it("knows of none before anything was explored", async () => {
    const { ask } = await control();
    expect(await ask("GET")).toEqual({
      status: 200,
      body: { state: "none", progress: null, problem: null, groups: [], result: null },
    });
  });

  it("says how far an exploration is, and what it has found so far", async () => {
    const { emulator, ask } = await control();
    const views: ExplorationView[] = [];
    const client: ExploredClient = async (...given) => {
      views.push((await ask("GET")).body as ExplorationView);
      return doubling(...given);
    };
    const found = await explore(emulator, client, few);
    expect(views[0]).toMatchObject({
      state: "running",
      progress: { doing: "reference", runs: 0 },
      result: null,
    });
    expect(views.map(({ state }) => state)).not.toContain("finished");
    const halfway = views.find(
      ({ result }) => result !== null && result.schedules.tried > result.schedules.gaveUp,
    );
    const cells = halfway?.result?.matrix ?? [];
    expect(cells.some(({ left }) => left > 0)).toBe(true);
    expect(cells.some(({ defects, survived }) => defects + survived > 0)).toBe(true);
    const last = views.at(-1);
    expect(last?.result?.defects.map(({ oracle }) => oracle)).toEqual(["state"]);
    expect(last?.progress).toMatchObject({ doing: "shrinking", found: 1 });
    const { body } = await ask("GET");
    expect(body).toMatchObject({ state: "finished", problem: null, progress: { found: 1 } });
    expect((body as ExplorationView).result).toEqual(found);
    expect(emulator.exploration.get()).toEqual(body);
  });

  it("is over only once those that have looked on know its end", async () => {
    const { emulator, ask } = await control();
    let isOver = false;
    const client: ExploredClient = async (...given) => {
      await ask("GET");
      return doubling(...given);
    };
    const exploring = explore(emulator, client, few).then(() => (isOver = true));
    while (((await ask("GET")).body as ExplorationView).state !== "finished") {
      expect(isOver).toBe(false);
      await new Promise(setImmediate);
    }
    expect(await exploring).toBe(true);
  });

  it("groups the kinds of fault as the terminal does", async () => {
    const { emulator } = await control();
    await explore(emulator, doubling, few);
    expect(emulator.exploration.get().groups).toEqual([
      { name: "other 5xx", kinds: ["500"] },
      { name: "lost response", kinds: ["reset after"] },
    ]);
  });

  it("says why there is no result", async () => {
    const { emulator } = await control();
    const silent = explore(emulator, async () => {}, few);
    await expect(silent).rejects.toThrow("makes no request");
    expect(emulator.exploration.get()).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("makes no request"),
      result: null,
    });
  });

  it("outlives a reset", async () => {
    const { emulator } = await control();
    await explore(emulator, doubling, few);
    const before = emulator.exploration.get();
    emulator.reset();
    expect(emulator.exploration.get()).toEqual(before);
  });
});

describe("the event explore", () => {
  it("comes when an exploration begins and ends, and between", async () => {
    const { emulator } = await control();
    const told: string[] = [];
    emulator.listen(({ type, data }) => {
      if (type === "explore") told.push(`${data.state} ${data.progress?.doing ?? "-"}`);
    });
    await explore(emulator, doubling, few);
    expect(told[0]).toBe("running -");
    expect(told.at(-1)).toBe("finished shrinking");
    expect(told.filter((each) => each.startsWith("finished"))).toHaveLength(1);
  });
});

describe("POST /_emulator/explore", () => {
  it("shows the result of another exploration", async () => {
    const elsewhere = await control();
    const found = await explore(elsewhere.emulator, doubling, few);
    const { emulator, ask } = await control();
    const told: string[] = [];
    emulator.listen(({ type, data }) => {
      if (type === "explore") told.push(data.state);
    });
    expect(await ask("POST", found)).toEqual({ status: 204, body: undefined });
    expect((await ask("GET")).body).toMatchObject({
      state: "shown",
      progress: null,
      result: found,
    });
    expect(told).toEqual(["shown"]);
  });

  it("refuses what is no such result, and keeps what it had", async () => {
    const { emulator, ask } = await control();
    const found = await explore(emulator, doubling, few);
    const path = async (sent: object) => {
      const { status, body } = await ask("POST", sent);
      return [status, (body as { error: { path: string } }).error.path];
    };
    expect(await path({})).toEqual([400, "seed"]);
    expect(await path({ ...found, seed: "one" })).toEqual([400, "seed"]);
    expect(await path({ ...found, defects: [{ name: "state" }] })).toEqual([
      400,
      "defects[0].oracle",
    ]);
    expect((await ask("GET")).body).toMatchObject({ state: "finished", result: found });
  });

  it("refuses while an exploration runs", async () => {
    const { emulator, ask } = await control();
    const statuses = new Set<number>();
    const client: ExploredClient = async (...given) => {
      const found = emulator.exploration.get().result;
      if (found !== null) statuses.add((await ask("POST", found)).status);
      return doubling(...given);
    };
    await explore(emulator, client, few);
    expect([...statuses]).toEqual([409]);
  });

  it("refuses in the library, too, with the member", async () => {
    const { emulator } = await control();
    const wrong = { ...(await explore(emulator, doubling, few)), runs: -1 } as Found;
    expect(() => emulator.exploration.show(wrong)).toThrow("runs: ");
  });
});

/** An emulator, and its line of the control API. */
async function control() {
  const { emulator } = await emulated();
  const ask = async (method: string, body?: object) => {
    const response = await emulator.fetch("/_emulator/explore", {
      method,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    const answer: unknown = text === "" ? undefined : JSON.parse(text);
    return { status: response.status, body: answer };
  };
  return { emulator, ask };
}
