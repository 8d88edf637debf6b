import { X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Happening } from "../../src/index.ts";
import { emulationOf } from "../../src/explorer.ts";
import { newProfile } from "../support/bodies.ts";
import { listening } from "../support/cli.ts";
import { emulate } from "../support/emulate.ts";
import { movableMachine } from "../support/machine.ts";
import { receive, webhookBody } from "../support/webhooks.ts";

const hour = 3_600_000;
const running = { frozenAt: undefined as never };

/** An emulator whose clock runs, on a machine that sleeps when it is told to, and what it says of that. */
async function awake(options: Parameters<typeof emulate>[0] = {}) {
  const machine = movableMachine();
  const notes: string[] = [];
  const ways = await emulate({ ...running, onNote: (note) => notes.push(note), ...options });
  return { ...machine, notes, ...ways };
}

/** How many hours lie between, rounded: a test takes its time, too. */
const hoursFrom = (begun: number, at: number | string | null): number =>
  Math.round((new Date(at ?? Number.NaN).getTime() - begun) / hour) + 0;

describe("an emulator whose machine has slept", () => {
  it("says so once, in one line, and is in the machine's time", async () => {
    const { emulator, sleep, notes, get } = await awake();
    const begun = emulator.clock.now().ms;
    sleep(8 * hour);
    await get("/api/profiles");
    await get("/api/profiles");
    expect(notes).toEqual(["the machine slept for 8 h: the clock moved on"]);
    expect(emulator.clock.now()).toMatchObject({ mode: "real", aheadMs: 0 });
    expect(hoursFrom(begun, emulator.clock.now().ms)).toBe(8);
  });

  it("notices it at whatever comes first: a request, the control API, a call of the library", async () => {
    const { emulator, sleep, notes, get } = await awake();
    const asked = [
      () => get("/api/profiles"),
      () => emulator.fetch("/_emulator/health"),
      async () => emulator.requests.list(),
    ];
    for (const ask of asked) {
      sleep(90 * 60_000);
      await ask();
    }
    expect(notes).toEqual(asked.map(() => "the machine slept for 90 min: the clock moved on"));
  });

  it("says the same time everywhere: in headers, records, the journal, health and commands", async () => {
    const { sleep } = movableMachine();
    const { emulator, ask, cli } = await listening({ onNote: () => {}, rateLimits: "off" });
    emulator.faults.add({ operation: "get_lists", status: 429, retryAfter: { date: "+1h" } });
    const begun = emulator.clock.now().ms;
    // Node keeps what its header says of a second.
    await ask("/api/profiles");
    sleep(8 * hour);
    const refused = await ask("/api/lists");
    const created = await ask("/api/profiles", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(newProfile({ email: "late@example.com" })),
    });
    const { data } = (await created.json()) as { data: { attributes: { created: string } } };
    const entry = emulator.requests.list().at(-1);
    const health = (await (await ask("/_emulator/health")).json()) as { uptimeSeconds: number };
    const shown = (await cli("clock", "show")).stdout;
    expect(shown).toMatch(/^\S+ {2}the machine's time\n$/);
    const told = {
      date: refused.headers.get("date"),
      created: data.attributes.created,
      arrivedReal: entry?.arrivedReal ?? null,
      arrivedWorld: entry?.arrivedWorld ?? null,
      up: begun + health.uptimeSeconds * 1000,
      "clock show": shown.split(" ", 1)[0] ?? null,
    };
    expect(Object.entries(told).map(([what, at]) => [what, hoursFrom(begun, at)] as const)).toEqual(
      Object.keys(told).map((what) => [what, 8]),
    );
    expect(hoursFrom(begun, refused.headers.get("retry-after"))).toBe(9);
  });

  it("has opened the windows that were full, and ended what was given for a time", async () => {
    const { emulator, sleep, get } = await awake({ rateLimits: "real" });
    const statuses = [await get("/api/accounts"), await get("/api/accounts")];
    emulator.sandbox({ ttl: "2h" });
    emulator.faults.add({ operation: "get_lists", status: 503, ttl: "3h" });
    sleep(8 * hour);
    statuses.push(await get("/api/accounts"), await get("/api/lists"));
    expect(statuses.map(({ status }) => status)).toEqual([200, 429, 200, 200]);
    expect((await (await emulator.fetch("/_emulator/sandboxes")).json()) as object).toEqual({
      sandboxes: [],
    });
  });

  it("has done what was due before it answers", async () => {
    const { emulator, sleep, post, get } = await awake({ processingDelay: "2h" });
    const begun = emulator.clock.now().ms;
    const { data } = await post("/api/profiles", newProfile({ email: "gone@example.com" }));
    await post("/api/data-privacy-deletion-jobs", {
      data: {
        type: "data-privacy-deletion-job",
        attributes: {
          profile: { data: { type: "profile", attributes: { email: "gone@example.com" } } },
        },
      },
    });
    expect((await get(`/api/profiles/${data.id}`)).status).toBe(200);
    sleep(8 * hour);
    expect((await get(`/api/profiles/${data.id}`)).status).toBe(404);
    expect(hoursFrom(begun, emulator.clock.now().ms)).toBe(8);
  });

  it("calls the webhooks whose time came, with its present time", async () => {
    const { url, received } = await receive();
    const { emulator, sleep, post } = await awake({ webhooksDelay: "2h" });
    const topic = "event:service.subscribed_to_list";
    await post("/api/webhooks", webhookBody({ endpoint_url: url }, [topic]));
    const list = await post("/api/lists", {
      data: { type: "list", attributes: { name: "News" } },
    });
    const { data } = await post("/api/profiles", newProfile({ email: "new@example.com" }));
    await post(`/api/lists/${list.data.id}/relationships/profiles`, {
      data: [{ type: "profile", id: data.id }],
    });
    const begun = emulator.clock.now().ms;
    sleep(8 * hour);
    await emulator.deliveries.settled();
    const [delivery] = emulator.deliveries.list();
    const stamp = Object.values(received[0]?.json.meta ?? {}).find((each) => Date.parse(each) > 0);
    expect([delivery?.state, received.length, hoursFrom(begun, stamp ?? null)]).toEqual([
      "delivered",
      1,
      8,
    ]);
  });

  it("keeps the distance of sandboxes whose waits were skipped, and dates their responses so", async () => {
    const { emulator, sleep } = await awake();
    const sandbox = emulator.sandbox({ ttl: "2d" });
    const { companyId } = sandbox;
    const begun = emulator.clock.now().ms;
    emulationOf(emulator).sandboxes.timeOf(companyId).skip(hour);
    const date = async () => (await sandbox.fetch("/api/profiles")).headers.get("date");
    expect(hoursFrom(begun, await date())).toBe(1);
    sleep(8 * hour);
    const hours = [emulator.clock.now(), emulator.clock.of(companyId).now()].map(({ ms }) =>
      hoursFrom(begun, ms),
    );
    expect([...hours, hoursFrom(begun, await date())]).toEqual([8, 9, 9]);
  });

  it("tells those who read the stream, of each clock", async () => {
    const { emulator, sleep } = await awake({ fixtures: ["test/support/two.yaml"] });
    const [, second] = emulator.accounts;
    const id = second?.companyId ?? "";
    await emulator.clock.of(id).advance("1h");
    const begun = emulator.clock.now().ms;
    const heard: Happening[] = [];
    emulator.listen((happening) => heard.push(happening));
    sleep(8 * hour);
    emulator.clock.now();
    expect(
      heard.map(({ type, data }) => {
        const { what, account, clock } = data as { what: string; account: string | null } & {
          clock: { ms: number };
        };
        return [type, what, account, hoursFrom(begun, clock.ms)];
      }),
    ).toEqual([
      ["clock", "slept", null, 8],
      ["clock", "slept", id, 9],
    ]);
  });

  it("lets a frozen clock stand, and says nothing", async () => {
    const { emulator, sleep, notes, get } = await awake({ frozenAt: "2026-07-20T12:00:00Z" });
    const before = emulator.clock.now();
    sleep(8 * hour);
    await get("/api/profiles");
    const { ms, aheadMs } = emulator.clock.now();
    expect([ms, hoursFrom(before.aheadMs, aheadMs), notes]).toEqual([before.ms, -8, []]);
  });

  it("holds the sleep against no client that waited", async () => {
    const { emulator, sleep, get } = await awake();
    emulator.faults.add({ operation: "get_lists", status: 429, retryAfter: 1 });
    const ask = () => get("/api/lists", { headers: { "x-emulator-test-id": "one" } });
    await ask();
    sleep(8 * hour);
    await ask();
    const { rules } = await emulator.report();
    expect(rules.filter(({ verdict }) => verdict === "fail")).toEqual([]);
  });

  it("gives a certificate that holds from now on", async () => {
    const { sleep } = movableMachine();
    sleep(1000 * 24 * hour);
    const { emulator } = await listening({ tls: true });
    const now = emulator.clock.now().ms;
    const { validFrom, validTo } = new X509Certificate(emulator.certificate ?? "");
    expect([hoursFrom(now, validFrom), hoursFrom(now, validTo)]).toEqual([-24, 365 * 24]);
  });
});

describe("an emulator whose machine's date was set back", () => {
  it("goes on, says by how much it is ahead, and has its own date beside what it promises", async () => {
    const { setBack } = movableMachine();
    const notes: string[] = [];
    const { emulator, ask, cli } = await listening({ onNote: (note) => notes.push(note) });
    const begun = emulator.clock.now().ms;
    emulator.faults.add({ operation: "get_lists", status: 429, retryAfter: { date: "+1h" } });
    setBack(hour);
    const refused = await ask("/api/lists");
    const { ms, aheadMs } = emulator.clock.now();
    expect([ms >= begun, aheadMs, notes]).toEqual([true, hour, []]);
    const [date, until] = ["date", "retry-after"].map((name) => refused.headers.get(name));
    expect([hoursFrom(begun, date ?? null), hoursFrom(begun, until ?? null)]).toEqual([0, 1]);
    expect((await cli("clock")).stdout).toMatch(
      /  the machine's time, 1 hour ahead of the machine, whose date was set back\n$/,
    );
  });
});
