import { expect, it } from "vitest";
import { flowActions, flows } from "../../src/domain/resources/flow.ts";
import { memberships } from "../../src/domain/objects/records.ts";
import { erase, merge } from "../../src/domain/profiles/merge.ts";
import { membershipId } from "../../src/domain/segments/membership.ts";
import { drop } from "../../src/world/store/store.ts";
import { any, action, flowing, mail, property, wait } from "../support/flowing.ts";

const ada = "ada@example.com";
const onJoin = { type: "list", id: "Friend" } as const;

it("joining the list of a live flow begins it, and a delay is waited for before the mail goes", async () => {
  const { flow, join, sent, hours, runs } = await flowing();
  flow({ trigger: onJoin, actions: [wait("1", 4, "2"), mail("2", "Hello")] });
  join("Friend", ada);
  await hours(3.99);
  expect(await sent()).toEqual([]);
  expect(runs()).toMatchObject([{ state: "waiting", action: "1" }]);
  await hours(0.01);
  expect(await sent()).toEqual([`${ada}: Hello`]);
  expect(runs()).toMatchObject([{ state: "completed", action: "2" }]);
});

it("a flow without a delay has sent its mail once the write is done", async () => {
  const { flow, join, sent } = await flowing();
  flow({ trigger: onJoin, actions: [mail("1", "Hello")] });
  join("Friend", ada);
  expect(await sent()).toEqual([`${ada}: Hello`]);
});

it("those who were members before the flow was live are not in it", async () => {
  const { flow, join, runs } = await flowing();
  join("Friend", ada);
  flow({ trigger: onJoin, actions: [mail("1", "Hello")] });
  expect(runs()).toEqual([]);
});

it("an event begins a flow, and its properties stand in the mail", async () => {
  const { flow, event, metric, outbox } = await flowing();
  flow({
    trigger: { type: "metric", id: metric("Viewed Product") } as never,
    actions: [mail("1", "{{ event.Item }} is waiting")],
  });
  event("Viewed Product", ada, { Item: "Lamp" });
  const [first] = await outbox.list();
  expect(first).toMatchObject({ to: ada, subject: "Lamp is waiting", flow: "Flow01" });
  expect((await outbox.get(first?.id ?? "")).html).toContain("Ada Lamp");
});

it("an event that is backfilled begins nothing", async () => {
  const { flow, event, metric, runs } = await flowing();
  flow({ trigger: { type: "metric", id: metric("Ordered") } as never, actions: [mail("1", "Hi")] });
  event("Ordered", ada, {}, { backfill: true });
  expect(runs()).toEqual([]);
});

it("the events of a flow's message name the flow and the message", async () => {
  const { flow, join, person, heard } = await flowing();
  flow({ trigger: onJoin, actions: [mail("1", "Hello")] });
  join("Friend", ada);
  const received = heard(person(ada).id).find(({ metric }) => metric === "Received Email");
  expect(received?.properties).toMatchObject({ $flow: "Flow01", $message: "Mail1" });
});

it("whoever does not fit the flow's filter does not enter, and whoever ceases to fit it leaves", async () => {
  const { flow, join, runs, hours, sent, say } = await flowing();
  const filter = any(property("plan", "gold"));
  flow({ trigger: onJoin, filter, actions: [wait("1", 1, "2"), mail("2", "Hello")] });
  join("Friend", ada);
  expect(runs()).toEqual([]);
  say("bob@gmail.com", { plan: "gold" });
  join("Friend", "bob@gmail.com");
  expect(runs()).toMatchObject([{ state: "waiting" }]);
  say("bob@gmail.com", { plan: "none" });
  await hours(1);
  expect(runs()).toMatchObject([
    { state: "left", why: "the flow's filter does not hold any more" },
  ]);
  expect(await sent()).toEqual([]);
});

it("a manual flow is gone through, and its messages wait for an approval", async () => {
  const { flow, join, runs, sent } = await flowing();
  const { data, ...rest } = mail("1", "Hello") as never as { data: object };
  const manual = { ...rest, data: { ...data, status: "manual" } } as never;
  flow({ trigger: onJoin, status: "manual", actions: [manual] });
  join("Friend", ada);
  expect(await sent()).toEqual([]);
  expect(runs()).toMatchObject([
    { state: "completed", notes: [{ action: "1", why: "it waits for an approval" }] },
  ]);
});

it("while a flow is a draft those in it stay where they are, and they go on once it is live", async () => {
  const { flow, join, runs, sent, hours } = await flowing();
  const whole = { trigger: onJoin, actions: [wait("1", 4, "2"), mail("2", "Hello")] };
  flow(whole);
  join("Friend", ada);
  flow({ ...whole, status: "draft" });
  join("Friend", "bob@gmail.com");
  await hours(24);
  expect(runs()).toMatchObject([{ state: "waiting", action: "1", why: "the flow is not live" }]);
  flow(whole);
  await hours(0);
  expect(await sent()).toEqual([`${ada}: Hello`]);
  expect(runs()).toMatchObject([{ state: "completed" }]);
});

it("a circle without a wait ends", async () => {
  const { flow, join, runs } = await flowing();
  const loop = { profile_operations: [{ operator: "delete", property_key: "x" }] };
  flow({
    trigger: onJoin,
    actions: [action("1", "update-profile", loop, "2"), action("2", "update-profile", loop, "1")],
  });
  join("Friend", ada);
  expect(runs()).toMatchObject([
    { state: "left", why: "100 actions without a wait: it goes in a circle" },
  ]);
});

it("flows that make people enter each other end, too", async () => {
  const { flow, event, metric, runs, hours } = await flowing();
  const track = (event_key: string) =>
    action("1", "internal-service", {
      service_configuration: { service_method_type: "track-event", event_key },
    });
  flow({ trigger: { type: "metric", id: metric("A") } as never, actions: [track("A")] });
  event("A", ada);
  await hours(0);
  expect(runs()).toHaveLength(101);
  expect(runs().filter(({ state }) => state === "left")).toHaveLength(1);
});

it("the runs of a deleted person go, and those of a merged one are the other's", async () => {
  const { flow, join, runs, person, account, now, hours, sent } = await flowing();
  flow({ trigger: onJoin, actions: [wait("1", 4, "2"), mail("2", "Hello")] });
  join("Friend", ada);
  join("Friend", "bob@gmail.com");
  const [kept, given] = [person("+12025550103").id, person("bob@gmail.com").id];
  merge(account(), kept, given, now());
  expect(runs().map(({ profile }) => profile)).toEqual([person(ada).id, kept]);
  erase(account(), person(ada).id);
  await hours(4);
  expect(runs()).toMatchObject([{ profile: kept, state: "completed" }]);
  expect(await sent()).toEqual(["bob@gmail.com: Hello"]);
});

it("those in a flow that is deleted leave it", async () => {
  const { flow, join, runs, account, hours } = await flowing();
  flow({ trigger: onJoin, actions: [wait("1", 4, "2"), mail("2", "Hello")] });
  join("Friend", ada);
  account().commit([drop(flows, "Flow01")]);
  await hours(0);
  expect(runs()).toMatchObject([{ state: "left", why: "the flow was deleted", due: null }]);
});

it("whoever waits at an action that is deleted goes on behind it", async () => {
  const { flow, join, account, hours, sent } = await flowing();
  flow({ trigger: onJoin, actions: [wait("1", 4, "2"), mail("2", "Hello")] });
  join("Friend", ada);
  account().commit([drop(flowActions, "1")]);
  await hours(4);
  expect(await sent()).toEqual([`${ada}: Hello`]);
});

it("by a list somebody enters once, and by an event as often as it happens", async () => {
  const { flow, join, event, metric, account, runs, person } = await flowing();
  const actions = [mail("1", "Hello")];
  flow({ trigger: onJoin, actions });
  flow({ id: "Flow02", trigger: { type: "metric", id: metric("A") } as never, actions });
  const leave = () => account().commit([drop(memberships, membershipId("Friend", person(ada).id))]);
  join("Friend", ada);
  leave();
  join("Friend", ada);
  event("A", ada);
  event("A", ada);
  expect(runs().map((run) => run.flow)).toEqual(["Flow01", "Flow02", "Flow02"]);
});

it("its re-entry criteria say how soon somebody may enter again", async () => {
  const { flow, event, metric, runs, hours } = await flowing();
  const trigger = { type: "metric", id: metric("A") } as never;
  flow({ trigger, reentry: { duration: 2, unit: "hour" }, actions: [mail("1", "Hello")] });
  const happens = (times: number) => {
    for (let at = 0; at < times; at += 1) event("A", ada);
  };
  happens(2);
  await hours(1.9);
  happens(1);
  expect(runs()).toHaveLength(1);
  await hours(0.1);
  happens(1);
  expect(runs()).toHaveLength(2);
});
