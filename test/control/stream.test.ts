import { describe, expect, it, vi } from "vitest";
import type { Happening } from "../../src/index.ts";
import { emulate, newest } from "../support/emulate.ts";
import { streamOf } from "../support/listening.ts";
import { receive, webhookBody } from "../support/webhooks.ts";

describe("the stream", () => {
  it("begins with hello: whose numbers these are, and what the time is", async () => {
    const { emulator } = await emulate();
    const { next } = await streamOf(emulator);
    expect(await next()).toMatchObject({
      id: 0,
      name: "hello",
      data: {
        epoch: expect.stringMatching(/./),
        version: expect.stringMatching(/^\d+\.\d+/),
        number: 0,
        accounts: [emulator.companyId],
        clock: { mode: "frozen", now: "2026-07-20T12:00:00+00:00" },
      },
    });
  });

  it("tells of requests, faults, clock, limits, snapshots and resets in the order in which they happen", async () => {
    const { emulator, get } = await emulate({ rateLimits: "real" });
    const { take } = await streamOf(emulator);
    emulator.faults.add({ operation: "get_metrics", status: 503 });
    await get("/api/metrics");
    await emulator.clock.advance("1s");
    emulator.state.snapshot("one");
    emulator.limits.set({ mode: "off" });
    emulator.reset();
    const heard = await take(8);
    expect(heard.map(({ name, data }) => [name, data["what"] ?? data["status"]])).toEqual([
      ["hello", undefined],
      ["fault", "planned"],
      ["request", 503],
      ["fault", "spent"],
      ["clock", "advanced"],
      ["snapshot", "taken"],
      ["limits", "set"],
      ["reset", "reset"],
    ]);
    expect(heard.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("tells of a request again once its response has ended, if it was under way", async () => {
    const { emulator, get } = await emulate({ port: 0, frozenAt: undefined as never });
    const { until } = await streamOf(emulator);
    emulator.faults.add({ operation: "get_metrics", pace: { over: "40ms" } });
    const asked = fetch(`${emulator.url}/api/metrics`, {
      headers: { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest },
    });
    const begun = await until("request");
    await (await asked).text();
    const over = await until("request");
    expect([begun.data["durationMs"], over.data["durationMs"]]).toEqual([null, expect.any(Number)]);
    expect([over.data["id"], over.data["status"]]).toEqual([begun.data["id"], 200]);
    expect(over.id).toBeGreaterThan(begun.id ?? 0);
    await get("/api/profiles");
    expect((await until("request")).data).toMatchObject({ operation: "get_profiles" });
    expect(emulator.requests.list()).toHaveLength(2);
  });

  it("tells of counters that a request took from, with the instant at which each opens", async () => {
    const { emulator, get } = await emulate({ rateLimits: "real" });
    const { until } = await streamOf(emulator);
    await get("/api/accounts");
    expect((await until("limits")).data).toEqual({
      what: "counted",
      account: emulator.companyId,
      counters: [
        {
          name: "get_accounts",
          window: "burst",
          limit: 1,
          used: 1,
          opensAt: "2026-07-20T12:00:01.000Z",
          opensAtMs: Date.parse("2026-07-20T12:00:01Z"),
          shutUntil: null,
          shutUntilMs: null,
          resetSeconds: 1,
        },
        expect.objectContaining({ window: "steady", opensAt: "2026-07-20T12:01:00.000Z" }),
      ],
    });
  });

  it("says how long a counter that refused stays shut", async () => {
    const { emulator, get } = await emulate({ rateLimits: "real" });
    await get("/api/accounts");
    const { until } = await streamOf(emulator);
    await get("/api/accounts");
    const [burst] = (await until("limits")).data["counters"] as object[];
    expect(burst).toMatchObject({
      used: 1,
      opensAt: "2026-07-20T12:00:01.000Z",
      shutUntil: "2026-07-20T12:00:01.000Z",
    });
  });

  it("gathers what a burst of requests changed in few events about limits", async () => {
    const { emulator, get } = await emulate({ rateLimits: "x1000" });
    const heard: Happening[] = [];
    const stop = emulator.listen((happening) => heard.push(happening));
    for (let n = 0; n < 50; n += 1) await get("/api/metrics");
    stop();
    const of = (type: string) => heard.filter((each) => each.type === type).length;
    expect(of("request")).toBe(50);
    expect(of("limits")).toBeLessThan(25);
  });

  it("tells of each state of a fault: planned, met, spent, removed", async () => {
    const { emulator, get } = await emulate();
    const { take } = await streamOf(emulator, "?types=fault");
    const { id } = emulator.faults.add({ operation: "get_metrics", status: 503, times: 2 });
    await get("/api/metrics");
    await get("/api/metrics");
    emulator.faults.remove(id);
    const heard = await take(4);
    const [, request] = emulator.requests.list();
    expect(heard.map(({ data }) => [data["what"], data["exchange"]])).toEqual([
      ["planned", null],
      ["met", expect.any(String)],
      ["spent", request?.id],
      ["removed", null],
    ]);
    expect(heard[1]?.data["fault"]).toMatchObject({ id, remaining: 1, hits: { count: 1 } });
    expect(heard[3]?.data["fault"]).toBeNull();
  });

  it("tells what a clock was told, and whose it is", async () => {
    const { emulator } = await emulate();
    const { take } = await streamOf(emulator, "?types=clock");
    await emulator.clock.advance("2s");
    emulator.clock.set("2026-08-01T00:00:00Z");
    emulator.clock.resume();
    emulator.clock.freeze();
    emulator.clock.of(emulator.companyId).freeze("2026-09-01T00:00:00Z");
    const heard = await take(5);
    expect(heard.map(({ data }) => [data["what"], data["account"]])).toEqual([
      ["advanced", null],
      ["moved", null],
      ["resumed", null],
      ["frozen", null],
      ["frozen", emulator.companyId],
    ]);
    expect(heard[4]?.data["clock"]).toMatchObject({ now: "2026-09-01T00:00:00+00:00" });
  });

  it("has only the types that are asked for", async () => {
    const { emulator, get } = await emulate();
    const { take } = await streamOf(emulator, "?types=request,snapshot");
    emulator.faults.add({ operation: "get_metrics", status: 503 });
    await get("/api/metrics");
    emulator.state.snapshot("one");
    expect((await take(2)).map(({ name }) => name)).toEqual(["request", "snapshot"]);
  });

  it("narrows requests as the journal does, and leaves the other events as they are", async () => {
    const { emulator, get } = await emulate();
    const { take } = await streamOf(emulator, "?types=request,snapshot&status=404");
    await get("/api/metrics");
    await get("/api/nothing");
    emulator.state.snapshot("one");
    const heard = await take(2);
    expect(heard.map(({ name, data }) => data["target"] ?? name)).toEqual([
      "/api/nothing",
      "snapshot",
    ]);
  });

  it("is that of one sandbox, where its company id is given", async () => {
    const { emulator, get } = await emulate();
    const [one, other] = [emulator.sandbox(), emulator.sandbox()];
    const { take } = await streamOf(emulator, `?types=request,fault,reset&account=${one.id}`);
    await get("/api/metrics");
    other.faults.add({ status: 503 });
    await other.fetch("/api/metrics");
    other.reset();
    one.faults.add({ status: 503 });
    await one.fetch("/api/metrics");
    one.reset();
    expect(
      (await take(5)).map(({ name, data }) => [name, data["what"] ?? data["account"]]),
    ).toEqual([
      ["fault", "planned"],
      ["request", one.id],
      ["fault", "spent"],
      ["fault", "removed"],
      ["reset", "reset"],
    ]);
  });

  it.each([
    ["types=requests", "types", "request"],
    ["after=soon", "after", undefined],
    ["statu=400", "statu", "status"],
  ])("refuses ?%s", async (query, path, near) => {
    const { emulator } = await emulate();
    const response = await emulator.fetch(`/_emulator/stream?${query}`);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { path: string; nearest?: string } };
    expect([error.path, error.nearest]).toEqual([path, near]);
  });
});

describe("a reader whose connection was lost", () => {
  it.each(["query", "header"])("goes on where it was, by %s", async (by) => {
    const { emulator, get } = await emulate();
    const first = await streamOf(emulator, "?types=hello,request");
    await get("/api/metrics");
    const { id } = await first.until("request");
    await first.close();
    await get("/api/profiles");
    await get("/api/lists");
    const again = await (by === "query"
      ? streamOf(emulator, `?types=request&after=${id}`)
      : streamOf(emulator, "?types=request", { "Last-Event-ID": String(id) }));
    await get("/api/tags");
    expect((await again.take(3)).map(({ data }) => data["target"])).toEqual([
      "/api/profiles",
      "/api/lists",
      "/api/tags",
    ]);
  });

  it("misses nothing when it is lost right after hello", async () => {
    const { emulator, get } = await emulate();
    const first = await streamOf(emulator);
    await get("/api/metrics");
    const { id = 0 } = await first.until("request");
    const again = await streamOf(emulator, `?after=${id - 1}`);
    const hello = await again.next();
    const third = await streamOf(emulator, `?types=request&after=${hello.id}`);
    expect((await third.next()).data["target"]).toBe("/api/metrics");
  });

  it("hears how much it missed where that is not kept any more", async () => {
    const { emulator } = await emulate();
    const first = await streamOf(emulator, "?types=hello,snapshot");
    await first.next();
    for (let n = 0; n < 10_005; n += 1) emulator.clock.freeze();
    const again = await streamOf(emulator, "?after=0");
    expect((await again.next()).name).toBe("hello");
    expect(await again.next()).toEqual({ id: undefined, name: "missed", data: { missed: 5 } });
    expect((await again.next()).id).toBe(6);
  });

  it("hears that it missed everything where the numbers are those of another epoch", async () => {
    const { emulator, get } = await emulate();
    const again = await streamOf(emulator, "?types=hello,request&after=3&epoch=other");
    const third = await streamOf(emulator, "?types=request&after=900");
    for (const { until } of [again, third]) {
      expect((await until("missed")).data).toEqual({ missed: null });
    }
    await get("/api/metrics");
    expect((await again.next()).data["target"]).toBe("/api/metrics");
  });

  it("finds another epoch once nobody has listened for a minute", async () => {
    const { emulator, get } = await emulate();
    const first = await streamOf(emulator);
    const { epoch } = (await first.next()).data;
    await first.close();
    await get("/api/metrics");
    const soon = await streamOf(emulator, `?after=0&epoch=${epoch}`);
    expect((await soon.next()).data["epoch"]).toBe(epoch);
    await soon.close();
    const later = performance.now() + 61_000;
    const spied = vi.spyOn(performance, "now").mockReturnValue(later);
    await get("/api/metrics");
    spied.mockRestore();
    const late = await streamOf(emulator, `?after=0&epoch=${epoch}`);
    expect((await late.next()).data["epoch"]).not.toBe(epoch);
    expect((await late.next()).data).toEqual({ missed: null });
  });

  it("goes on over a reset, in the same epoch", async () => {
    const { emulator, get } = await emulate();
    const first = await streamOf(emulator, "?types=reset,request");
    emulator.reset();
    const { id } = await first.next();
    const again = await streamOf(emulator, `?types=request&after=${id}`);
    await get("/api/metrics");
    expect((await again.next()).data["target"]).toBe("/api/metrics");
  });

  it("is sent much that it has missed as fast as it reads, and no more waits for it than a megabyte", async () => {
    const { emulator } = await emulate();
    const first = await streamOf(emulator, "?types=hello");
    await first.next();
    const filler = "x".repeat(8000);
    for (let n = 0; n < 400; n += 1) await emulator.fetch(`/api/profiles?x=${filler}`);
    const again = await streamOf(emulator, "?types=request&after=0");
    const health = await emulator.fetch("/_emulator/health");
    const { readers } = (await health.json()) as { readers: { waitingBytes: number } };
    expect(readers.waitingBytes).toBeLessThan(1_100_000);
    const heard = await again.take(400);
    expect(heard.every(({ name }) => name === "request")).toBe(true);
  });
});

describe("what is sent out", () => {
  it("is heard of: messages as they are sent, and what becomes of them", async () => {
    const { emulator } = await emulate({ fixtures: ["demo"], frozenAt: undefined as never });
    const unread = (await emulator.outbox.list()).find(({ status }) => status === "delivered");
    const { id } = unread ?? { id: "" };
    const { until } = await streamOf(emulator, "?types=message");
    await emulator.outbox.open(id);
    expect((await until("message")).data).toMatchObject({
      account: emulator.companyId,
      count: 1,
      messages: [{ id, channel: "email", status: "opened" }],
    });
  });

  it("is heard of: deliveries as they are planned, tried and ended, with the faults that they meet", async () => {
    const { url } = await receive();
    const { emulator, post } = await emulate({ fixtures: ["test/support/two.yaml"] });
    const topic = "event:service.subscribed_to_list";
    await post("/api/webhooks", webhookBody({ endpoint_url: url }, [topic]));
    const { id } = emulator.faults.add({ delivery: topic, signature: "wrong" });
    const { until, next } = await streamOf(emulator, "?types=delivery,fault");
    emulator.deliveries.trigger(topic);
    expect((await until("delivery")).data["deliveries"]).toMatchObject([{ state: "pending" }]);
    await emulator.clock.advance("1s");
    const heard: string[] = [];
    while (!heard.includes("delivered")) {
      const { name, data } = await next();
      const [delivery] = (data["deliveries"] ?? []) as { state: string; id: string }[];
      heard.push(name === "fault" ? `${data["what"]} ${data["id"]}` : (delivery?.state ?? ""));
    }
    expect(heard).toContain(`spent ${id}`);
  });
});

describe("a scenario", () => {
  it("is heard of as its steps are reached, and listed with its verdict", async () => {
    const { emulator, get } = await emulate();
    const { take } = await streamOf(emulator, "?types=scenario");
    const fault = { operation: "get_metrics", status: 503 } as const;
    const steps = [
      { name: "first", fault },
      { name: "second", after: { operation: "get_metrics", requests: 1 }, fault },
    ] as const;
    const id = emulator.scenarios.begin({ name: "twice", steps });
    await get("/api/metrics");
    expect(emulator.scenarios.list()).toMatchObject([
      { id, over: false, verdict: null, steps: [{ hits: 1 }, { done: true, hits: 0 }] },
    ]);
    await get("/api/metrics");
    emulator.scenarios.finish(id);
    const heard = await take(4);
    expect(heard.map(({ data }) => [data["what"], data["scenario"], data["step"]])).toEqual([
      ["begun", "twice", null],
      ["step", "twice", "first"],
      ["step", "twice", "second"],
      ["finished", "twice", null],
    ]);
    const answer = await emulator.fetch("/_emulator/scenarios");
    expect(await answer.json()).toMatchObject({
      scenarios: [{ id, over: true, verdict: { passed: true } }],
    });
  });
});
