import { describe, expect, it } from "vitest";
import { explore, type ExploredClient, type ExploreOptions } from "../../src/index.ts";
import { emulationOf } from "../../src/explorer.ts";
import { emulate } from "../support/emulate.ts";
import { careful, newList, newProfile, once, requireGood } from "../support/explored.ts";

/** Explores a client on the machine's clock, since it waits by it. */
async function explored(client: ExploredClient, options: ExploreOptions = {}) {
  const { emulator } = await emulate({ frozenAt: undefined as never });
  const found = await explore(emulator, client, {
    confirm: 2,
    depth: 1,
    ...(options.soak === undefined && { budget: 30 }),
    ...options,
  });
  return { emulator, found };
}

/** Creates a list by name unless it is there: it may be run again. */
const upsert: ExploredClient = async (sandbox) => {
  const ask = careful(sandbox);
  const lists = requireGood(await ask("GET", "/api/lists"));
  const { data } = (await lists.json()) as { data: { attributes: { name: string } }[] };
  const isThere = data.some(({ attributes: { name } }) => name === "VIP");
  if (!isThere) requireGood(await ask("POST", "/api/lists", newList("VIP")));
  return "synced 1 list";
};

describe("exploring a client", () => {
  it("finds nothing wrong with a careful one", async () => {
    const { found } = await explored(upsert);
    expect(found.defects).toEqual([]);
    expect(found.unsteady).toEqual([]);
    expect(found.notes).toEqual([
      expect.stringMatching(
        /^Not every schedule was tried: \d+ schedules at [\d.]+ s with 4 jobs take about [\d.]+ (s|min).*\. Give it a larger --budget\.$/,
      ),
    ]);
    expect(found.runs).toBe(30);
    expect(found.schedules).toMatchObject({ defects: 0, unmet: 0 });
    expect(found.schedules.survived).toBeGreaterThan(10);
    expect(found.schedules.left).toBeGreaterThan(20);
  });

  it("says nothing of its budget where every schedule was tried", async () => {
    const { found } = await explored(upsert, { only: ["create_list", "401"], budget: 50 });
    expect(found.schedules.left).toBe(0);
    expect(found.notes).toEqual([]);
  });

  it("ends the runs that go on when its budget is spent, and says how many were not judged", async () => {
    const stuck: ExploredClient = async (sandbox, { signal }) => {
      const answer = await once(sandbox)("GET", "/api/lists");
      if (answer.ok) return;
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error())));
    };
    const { found } = await explored(stuck, { only: ["503"], budget: "1s", timeout: "10m" });
    expect(found.notes.join(" ")).toMatch(
      /\d+ runs? (was|were) ended with the budget, and not judged/,
    );
    expect(found.schedules).toMatchObject({ tried: 0 });
    expect(found.schedules.left).toBeGreaterThan(0);
  });

  it("goes on for as long as it is to, with several faults in a run, and shows one that is enough", async () => {
    const rarely: ExploredClient = async (sandbox) => {
      const ask = careful(sandbox);
      for (const name of ["A", "B", "C"]) {
        const answer = await once(sandbox)("GET", "/api/lists").catch(() => {});
        if (answer?.status !== 403)
          requireGood(await ask("POST", "/api/profile-import", newProfile(`${name}@example.com`)));
      }
    };
    const only = ["get_lists", "403", "429, Retry-After 0"];
    const { found } = await explored(rarely, { only, soak: "4s" });
    expect(found.runs).toBeGreaterThan(10);
    expect(found.notes).toEqual([]);
    expect(found.defects.map(({ oracle, faults }) => [oracle, faults.length])).toEqual([
      ["state", 1],
    ]);
  });

  it("draws faults with the chosen probability, and shows one that is enough", async () => {
    const rarely: ExploredClient = async (sandbox) => {
      for (let index = 0; index < 10; index += 1) {
        const asked = (index === 7 ? once : careful)(sandbox)("GET", "/api/lists");
        if ((await (index === 7 ? asked.catch(() => {}) : asked)) === undefined) return;
      }
      requireGood(
        await careful(sandbox)("POST", "/api/profile-import", newProfile("a@example.com")),
      );
    };
    const options = { soak: "4s", probability: { close: 0.2, "50*": 0.05 }, confirm: 3 };
    const { found } = await explored(rarely, options);
    const kinds = new Set(found.matrix.map(({ kind }) => kind));
    expect(["500", "503", "close"]).toEqual(expect.arrayContaining([...kinds]));
    expect(found.defects.map(({ oracle, faults }) => [oracle, faults.length])).toEqual([
      ["state", 1],
    ]);
    expect(found.defects[0]?.faults[0]).toMatchObject({ skip: 7, connection: "close" });
  });

  it("finds the one call of many at which a client does not try again", async () => {
    const careless: ExploredClient = async (sandbox) => {
      for (let index = 0; index < 40; index += 1) {
        const ask = (index === 31 ? once : careful)(sandbox);
        requireGood(await ask("GET", "/api/lists"));
      }
    };
    const only = ["get_lists", "edge 502"];
    const { found } = await explored(careless, {
      only,
      budget: 40,
      mustSurvive: ["502"],
      depth: 1,
      confirm: 1,
    });
    expect(found.defects.map(({ faults }) => faults)).toEqual([
      [expect.objectContaining({ operation: "get_lists", edge: 502, skip: 31 })],
    ]);
    expect(found.runs).toBeLessThan(30);
  });

  it("leaves nothing behind: no sandbox, no fault", async () => {
    const { emulator } = await explored(upsert, { budget: 10 });
    const { world, sandboxes } = emulationOf(emulator);
    expect(sandboxes.list()).toEqual([]);
    expect(world.sandboxes.size).toBe(0);
    expect(emulator.faults.list()).toEqual([]);
  });

  it("leaves the account as it was whose key a client has in its code, and no fault in it", async () => {
    const { emulator } = await emulate({ frozenAt: undefined as never });
    const before = emulator.state.counts();
    const account = emulator.accounts.at(0)?.companyId;
    const own: ExploredClient = async () => {
      const headers = {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
        revision: "2026-07-15",
        "content-type": "application/vnd.api+json",
      };
      const asked = { method: "POST", headers, body: JSON.stringify(newList("VIP")) };
      const ask = () => emulator.fetch("/api/lists", asked).catch(() => undefined);
      if (!(await ask())?.ok && !(await ask())?.ok) throw new Error("gave up");
    };
    const options = { only: ["500", "reset after"], confirm: 2, depth: 1 };
    const found = await explore(emulator, own, options);
    expect(found.notes[0]).toContain(`a key of the account ${account}`);
    expect(found.defects.map(({ sentence }) => sentence).join("\n")).toContain(
      "list VIP exists twice, not once",
    );
    for (const { failed, repeats } of found.defects) expect(failed).toBe(repeats);
    expect([emulator.state.counts(), emulator.faults.list()]).toEqual([before, []]);
    expect(emulationOf(emulator).sandboxes.list()).toEqual([]);
  });

  it("begins each run with the present state", async () => {
    const { emulator, post } = await emulate({ frozenAt: undefined as never });
    await post("/api/lists", newList("VIP"));
    const found = await explore(emulator, upsert, { budget: 5 });
    expect(found.requests).toBe(1);
    expect(found.matrix.map(({ operation }) => operation)).not.toContain("create_list");
  });

  it("tries the same schedules in the same order for a seed", async () => {
    const outline = async (seed: number) => {
      const { found } = await explored(upsert, { seed, budget: 8, jobs: 1 });
      return found.matrix.map(({ operation, kind }) => `${operation} ${kind}`);
    };
    const one = await outline(1);
    expect(await outline(1)).toEqual(one);
    expect(await outline(2)).not.toEqual(one);
  });

  it("splits the schedules into shards, which have none in common and leave none out", async () => {
    const shards = await Promise.all(
      ["1/3", "2/3", "3/3"].map((shard) => explored(upsert, { shard, budget: 1 })),
    );
    const counts = shards.map(({ found: { schedules } }) => schedules.tried + schedules.left);
    const { found } = await explored(upsert, { budget: 1 });
    const all = found.schedules.tried + found.schedules.left;
    expect(counts.reduce((sum, count) => sum + count)).toBe(all);
  });

  it("plans faults on the operations that are named alone", async () => {
    const { found } = await explored(upsert, { only: ["create_*"], budget: 5 });
    expect(new Set(found.matrix.map(({ operation }) => operation))).toEqual(
      new Set(["create_list"]),
    );
  });

  it("plans faults that no client can notice only if they are asked for, and shows them apart", async () => {
    const silent = ({ matrix }: Awaited<ReturnType<typeof explored>>["found"]) =>
      matrix.filter(({ kind }) => kind === "ignore" || kind === "late");
    expect(silent((await explored(upsert, { budget: 1 })).found)).toEqual([]);
    const only = { only: ["create_list"] as const, include: ["ignore"] };
    const { found } = await explored(upsert, { ...only, budget: 40 });
    expect(silent(found).map(({ kind }) => kind)).toEqual(["ignore"]);
    expect(found.defects.map(({ silent: apart }) => apart)).toEqual([true]);
  });

  it("refuses a fault on retries as well, once their first attempt was refused", async () => {
    const only = ["create_list", "500"] as const;
    const one = (await explored(upsert, { only, depth: 1 })).found.schedules.tried;
    const { found } = await explored(upsert, { only, depth: 2 });
    expect(found.defects).toEqual([]);
    expect(found.schedules).toMatchObject({ tried: one + 1, unmet: 0 });
  });
});

describe("what is not worth exploring is refused", () => {
  const refusal = (client: ExploredClient, options?: ExploreOptions) =>
    explored(client, options).catch((error: Error) => `${error.name}: ${error.message}`);

  it("a client that fails without faults", async () => {
    const client = () => Promise.reject(new Error("no such file"));
    expect(await refusal(client)).toBe(
      "NoReferenceError: the command fails without faults (no such file). Make it pass first: run it with exec",
    );
  });

  it("a client that asks nothing, or asks with a key of no account", async () => {
    expect(await refusal(() => 1)).toContain("makes no request to the emulator. Let it read");
    const { emulator } = await emulate();
    const other = () =>
      emulator.fetch("/api/lists", {
        headers: { authorization: "Service-API-Key pk_nobody", revision: "2026-07-15" },
      });
    await expect(explore(emulator, other)).rejects.toThrow(
      "uses a key that the emulator does not know. Let it read",
    );
  });

  it("a client that remembers what an earlier run has done", async () => {
    let isDone = false;
    const client: ExploredClient = async (sandbox) => {
      if (!isDone) requireGood(await once(sandbox)("GET", "/api/lists"));
      isDone = true;
    };
    const why = await refusal(client);
    expect(why).toContain("the second run without faults makes no request");
    expect(why).toContain("keep the file in SERVICE_EMULATOR_RUN_DIR");
  });

  it("a client that does not end", async () => {
    const client = () => new Promise(() => {});
    expect(await refusal(client, { timeout: "50ms" })).toContain("Give it longer with --timeout");
  });

  it.each([
    [
      { only: ["create_lists"] as never },
      "only[0]: there is no operation and no kind of fault 'create_lists'",
    ],
    [{ include: ["page short"] }, "include[0]: expected page skip, ignore, late, stale"],
    [{ mustSurvive: ["429", "rest"] }, "mustSurvive[1]: expected a status, reset or timeout"],
    [{ budget: "2x" }, "budget"],
    [{ shard: "5/4" }, "shard: there is no part 5 of 4"],
    [{ oracles: ["states"] as never }, "oracles[0]"],
  ])("%j", async (options, message) => {
    const text = await refusal(upsert, options as ExploreOptions);
    expect(text).toContain("ControlError");
    expect(text).toContain(message);
  });
});

describe("what differs between two runs without faults", () => {
  it("is left out, and said", async () => {
    let runs = 0;
    const client: ExploredClient = async (sandbox) => {
      runs += 1;
      const body = newProfile("ann@example.com", `run ${runs}`);
      requireGood(await careful(sandbox)("POST", "/api/profiles", body));
      return { person: "ann", run: runs };
    };
    const { found } = await explored(client, { budget: 20 });
    expect(found.defects).toEqual([]);
    expect(found.notes).toEqual([
      "not compared: two runs without faults differ in profile.first_name.",
      "not compared: two runs without faults differ in 1 line of output.",
      "recovery and crash are not judged: without faults, too, a second run changes the state or fails.",
      expect.stringContaining("Not every schedule was tried: "),
    ]);
  });
});

/** A client with one mistake, and what finds it. */
interface Planted {
  readonly oracle: string;
  readonly mistake: string;
  readonly client: ExploredClient;
  readonly options?: ExploreOptions;
  readonly sentence: string;
}

const planted: readonly Planted[] = [
  {
    oracle: "state",
    mistake: "sends a write again whose answer is lost",
    client: async (sandbox) => {
      const create = () => once(sandbox)("POST", "/api/lists", newList("VIP"));
      requireGood(await create().catch(create));
    },
    options: { only: ["reset after", "truncate"] },
    sentence:
      "When the response of create_list is lost (reset), list VIP exists twice, not once, although the command ends with exit code 0.",
  },
  {
    oracle: "honesty",
    mistake: "says that it is done, whatever the answer was",
    client: async (sandbox) => {
      await once(sandbox)("POST", "/api/lists", newList("VIP"));
      return "synced 1 list";
    },
    options: { only: ["500"] },
    sentence: `the command prints "synced 1 list", but list VIP is missing`,
  },
  {
    oracle: "output",
    mistake: "leaves out what it could not read",
    client: async (sandbox) => {
      const lists = await careful(sandbox)("GET", "/api/lists").catch(() => undefined);
      requireGood(await careful(sandbox)("POST", "/api/tags", newTag));
      return lists?.ok ? ["lists read", "done"] : ["done"];
    },
    options: { only: ["get_lists", "malformed"] },
    sentence: `the command does not print ""lists read","`,
  },
  {
    oracle: "survival",
    mistake: "never tries again",
    client: async (sandbox) => {
      requireGood(await once(sandbox)("GET", "/api/lists"));
    },
    options: { only: ["503"], oracles: ["survival", "hang", "honesty", "state", "output"] },
    sentence: "When get_lists is refused with 503, the command gives up (HTTP 503).",
  },
  {
    oracle: "hang",
    mistake: "follows next links for ever",
    client: async (sandbox) => {
      let next: string | null = "/api/lists?page[size]=1";
      for (let page = 0; next !== null && page < 1000; page += 1) {
        const answer: Response = requireGood(await careful(sandbox)("GET", next));
        ({ next } = ((await answer.json()) as { links: { next: string | null } }).links);
        if (page > 20) await new Promise(() => {});
      }
    },
    options: { timeout: "1s", only: ["page *"], include: ["page-loops"], confirm: 1 },
    sentence: "When every get_lists meets 'page cycle', the command does not end",
  },
  {
    oracle: "reads-all",
    mistake: "takes an empty page for the end, and prints nothing",
    client: async (sandbox) => {
      let next: string | null = "/api/lists?page[size]=1";
      while (next !== null) {
        const answer: Response = requireGood(await careful(sandbox)("GET", next));
        const { data, links } = (await answer.json()) as {
          data: unknown[];
          links: { next: string | null };
        };
        next = data.length === 0 ? null : links.next;
      }
    },
    options: { only: ["page empty"] },
    sentence: "When get_lists meets 'page empty', get_lists: ",
  },
  {
    oracle: "recovery",
    mistake: "takes what it left half done for done",
    client: async (sandbox) => {
      const ask = careful(sandbox);
      const { data } = (await (await ask("GET", "/api/lists")).json()) as { data: unknown[] };
      if (data.length >= 3) return;
      requireGood(await ask("POST", "/api/lists", newList("VIP")));
      requireGood(await ask("POST", "/api/tags", newTag));
    },
    options: { only: ["create_tag", "401"] },
    sentence: "the command gives up, and after the next run tag new is missing",
  },
  {
    oracle: "storm",
    mistake: "tries again fifty times",
    client: async (sandbox) => {
      for (let attempt = 0; attempt < 50; attempt += 1) {
        const answer = await once(sandbox)("GET", "/api/lists").catch(() => undefined);
        if (answer?.ok) return;
      }
      throw new Error("gave up");
    },
    options: { only: ["500"], oracles: ["storm", "state", "honesty"] },
    sentence: "rule 'storm' fails: get_lists: 50 requests, 1 without faults",
  },
  {
    oracle: "waits",
    mistake: "never reads Retry-After",
    client: async (sandbox) => {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const answer = await once(sandbox)("GET", "/api/lists").catch(() => undefined);
        if (answer?.ok) return;
      }
      throw new Error("gave up");
    },
    options: { only: ["429"], oracles: ["waits", "state", "honesty"] },
    sentence: "rule 'retry-after' fails",
  },
];

const newTag = { data: { type: "tag", attributes: { name: "new" } } };

describe("a client that asks without an end", () => {
  it("is stopped once it has asked too often, long before its time is over", async () => {
    const endless: ExploredClient = async (sandbox) => {
      for (let next: string | null = "/api/lists?page[size]=1"; next !== null;) {
        const answer: Response = requireGood(await once(sandbox)("GET", next));
        ({ next } = ((await answer.json()) as { links: { next: string | null } }).links);
      }
    };
    const { emulator, post } = await emulate({ frozenAt: undefined as never });
    for (const name of ["A", "B"]) await post("/api/lists", newList(name));
    const options = {
      timeout: "10m",
      only: ["page cycle"],
      include: ["page-loops"],
      confirm: 1,
      depth: 1,
    };
    const { defects } = await explore(emulator, endless, options);
    expect(defects.map(({ oracle, sentence }) => `${oracle}: ${sentence}`)).toEqual([
      expect.stringMatching(
        /^hang: When every get_lists meets 'page cycle', the command does not end \(it was stopped after \d+ requests, 2 without faults\)\.$/,
      ),
    ]);
  });

  it("is stopped at the request that makes it a storm, once all of one storm was seen", async () => {
    const asked: number[] = [];
    const hot: ExploredClient = async (sandbox, { signal }) => {
      const at = asked.push(0) - 1;
      while (!signal.aborted && !(await once(sandbox)("GET", "/api/lists")).ok)
        asked[at] = (asked[at] ?? 0) + 1;
    };
    const { found } = await explored(hot, {
      only: ["500"],
      oracles: ["storm"],
      budget: 12,
      confirm: 1,
    });
    expect(found.defects.map(({ oracle }) => oracle)).toEqual(["storm"]);
    expect(Math.max(...asked)).toBeGreaterThan(100);
    expect(asked.at(-1)).toBeLessThan(12);
  });

  it("has a storm, and no hang, where what it asks fails", async () => {
    const hot: ExploredClient = async (sandbox) => {
      while (!(await once(sandbox)("GET", "/api/lists")).ok);
    };
    const { found } = await explored(hot, { timeout: "10m", only: ["500"], confirm: 1 });
    const oracles = found.defects.map(({ oracle }) => oracle);
    expect(oracles).toContain("storm");
    expect(oracles).not.toContain("hang");
  });
});

describe("an oracle", () => {
  it.each(planted)("$oracle finds a client that $mistake", async (each) => {
    const { emulator, post } = await emulate({ frozenAt: undefined as never });
    for (const name of ["A", "B"]) await post("/api/lists", newList(name));
    const options = { confirm: 2, depth: 1, budget: 80, ...each.options };
    const found = await explore(emulator, each.client, options);
    expect(new Set(found.defects.map(({ oracle }) => oracle))).toEqual(new Set([each.oracle]));
    const sentences = found.defects.map(({ sentence }) => sentence);
    expect(sentences.join("\n")).toContain(each.sentence);
    for (const { failed, repeats } of found.defects) expect(failed).toBe(repeats);
  });
});
