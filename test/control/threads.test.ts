import { expect, it } from "vitest";
import { event } from "../support/inspector.ts";
import { flowing, mail, wait } from "../support/flowing.ts";

const ada = "ada@example.com";

interface Step {
  readonly kind: string;
  readonly id: string;
  readonly what: string;
  readonly became: string;
  readonly isDue: boolean;
}

/** A flow that sends a mail four hours after an order, and a request that writes one. */
async function ordered() {
  const core = await flowing();
  core.flow({
    trigger: { type: "metric", id: core.metric("Placed Order") } as never,
    actions: [wait("1", 4, "2"), mail("2", "Thanks")],
  });
  const [key] = core.account().keys;
  const answer = await core.fetch("/api/events", {
    method: "POST",
    body: event(ada),
    headers: {
      authorization: `Service-API-Key ${key?.secret}`,
      revision: "2026-07-15",
      "content-type": "application/json",
    },
  });
  expect(answer.status).toBe(202);
  const read = async (path: string) => (await core.fetch(`/_emulator/${path}`)).json() as never;
  const thread = async (id: string): Promise<readonly Step[]> =>
    ((await read(`threads/${id}`)) as { steps: Step[] }).steps;
  const due = async () => ((await read("due")) as { due: Step[] }).due;
  return { ...core, thread, due };
}

const saying = (steps: readonly Step[]) => steps.map(({ kind, what }) => `${kind}: ${what}`);

it("what is due says who goes on where, and nothing of how that is done", async () => {
  const { due } = await ordered();
  expect(saying(await due())).toEqual(["flow: Welcome goes on"]);
});

it("a request's thread has its event, the flow that was entered by it, and what is due of it", async () => {
  const { thread } = await ordered();
  expect(saying(await thread("last"))).toEqual([
    "request: create_event",
    "event: Placed Order",
    "flow: enters Welcome",
    "flow: Welcome goes on",
  ]);
});

it("the same thread is found from its other end", async () => {
  const { thread, hours, outbox } = await ordered();
  const before = await thread("last");
  await hours(4);
  const [sent] = await outbox.list();
  const after = await thread(sent?.id ?? "");
  expect(saying(after)).toEqual([
    ...saying(before).slice(0, 3),
    `message: Thanks to ${ada}`,
    "event: Received Email",
  ]);
  expect(await thread(after[0]?.id ?? "")).toEqual(after);
});

it("what a person did about a mail is part of its thread", async () => {
  const { thread, hours, outbox } = await ordered();
  await hours(4);
  const [sent] = await outbox.list();
  await outbox.open(sent?.id ?? "");
  const steps = await thread(sent?.id ?? "");
  expect(saying(steps)).toContain("event: Opened Email");
  expect(steps.find(({ kind }) => kind === "message")?.became).toBe("opened");
});

it("an id of nothing is told so", async () => {
  const { fetch } = await ordered();
  const answer = await fetch("/_emulator/threads/nothing");
  expect([answer.status, await answer.text()]).toEqual([
    404,
    expect.stringContaining("with id nothing"),
  ]);
});
