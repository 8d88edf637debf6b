import { expect, it } from "vitest";
import type { EmulatorOptions } from "../../src/index.ts";
import { crashed, newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { data, type Fields } from "../support/sending.ts";
import { receive } from "../support/webhooks.ts";

const shop = `
company_id: Tests1
metrics: [{ name: Placed Order, id: Order1 }]
profiles: [{ email: ada@example.com, first_name: Ada, consent: { email: SUBSCRIBED } }]
`;

type Ways = Awaited<ReturnType<typeof emulate>>;

const order = ({ post }: Ways, properties: Fields = {}) => {
  const profile = { data: { type: "profile", attributes: { email: "ada@example.com" } } };
  const metric = { data: { type: "metric", attributes: { name: "Placed Order" } } };
  return post("/api/events", data("event", { properties, metric, profile }));
};

/** A live flow that calls a URL for each order, and what its run says. */
async function calling(url: string, message: Fields = {}, options: EmulatorOptions = {}) {
  const ways = await emulate({ fixtures: [fixtureFile(shop)], ...options });
  const { emulator, post, patch } = ways;
  const says = { url, headers: {}, body: '{"item": "{{ event.Item }}"}', ...message };
  const split = {
    condition_groups: [
      {
        conditions: [
          {
            type: "action-output",
            output_config_id: 1,
            field: "tier",
            filter: { type: "string", operator: "equals", value: "gold" },
          },
        ],
      },
    ],
  };
  const set = (temporary_id: string, value: string) => ({
    temporary_id,
    type: "update-profile",
    data: {
      profile_operations: [
        {
          operator: "create",
          property_key: "Tier",
          property_type: "string",
          property_value: value,
        },
      ],
    },
  });
  const definition = {
    triggers: [{ type: "metric", id: "Order1" }],
    entry_action_id: "1",
    actions: [
      { temporary_id: "1", type: "send-webhook", data: { message: says }, links: { next: "2" } },
      {
        temporary_id: "2",
        type: "action-output-split",
        data: { action_output_filter: split },
        links: { next_if_true: "3", next_if_false: "4" },
      },
      set("3", "gold"),
      set("4", "other"),
    ],
  };
  const made = await post("/api/flows", data("flow", { name: "Calling", definition }));
  const { id } = made.data;
  await patch(`/api/flows/${id}`, data("flow", { status: "live" }, { id }));
  const tier = () => {
    const [person] = emulator.state.get("profiles").records;
    return (person as { properties: Fields }).properties["Tier"];
  };
  return { ...ways, id, tier, run: () => emulator.flows.runs("Calling")[0] };
}

it("a flow calls a URL with what is rendered for the person, and goes on by what it answers", async () => {
  const receiver = await receive((response) => response.end('{"tier": "gold"}'));
  const headers = { "X-For": "{{ first_name }}" };
  const ways = await calling(receiver.url, { headers });
  await order(ways, { Item: "Lamp" });
  await ways.emulator.clock.advance("0s");
  const [call] = receiver.received;
  expect(call?.body).toBe('{"item": "Lamp"}');
  expect(call?.headers).toMatchObject({
    "content-type": "application/json",
    "x-for": "Ada",
    "x-service-flow-id": ways.id,
  });
  expect(ways.run()).toMatchObject({ state: "completed", notes: [] });
  expect(ways.tier()).toBe("gold");
});

it.for([429, 500, 502, 503])("an answer of %i is tried again, later each time", async (status) => {
  const receiver = await receive((response, _, count) => {
    response.statusCode = count < 3 ? status : 204;
    response.end();
  });
  const ways = await calling(receiver.url);
  await order(ways);
  await ways.emulator.clock.advance("1s");
  expect(ways.run()).toMatchObject({ state: "waiting", why: `the answer is ${status}` });
  await ways.emulator.clock.advance("30s");
  expect(receiver.received).toHaveLength(2);
  await ways.emulator.clock.advance("1m");
  expect(receiver.received).toHaveLength(3);
  expect(ways.run()).toMatchObject({ state: "completed", notes: [] });
});

it.for([400, 404, 501])("an answer of %i is final, and the person goes on", async (status) => {
  const receiver = await receive((response) => {
    response.statusCode = status;
    response.end();
  });
  const ways = await calling(receiver.url);
  await order(ways);
  await ways.emulator.clock.advance("1d");
  expect(receiver.received).toHaveLength(1);
  expect(ways.run()).toMatchObject({
    state: "completed",
    notes: [{ why: `the answer is ${status}` }],
  });
  expect(ways.tier()).toBe("other");
});

it("a receiver that never does well is tried at most 17 times more within a day", async () => {
  const receiver = await receive((response) => {
    response.statusCode = 500;
    response.end();
  });
  const ways = await calling(receiver.url);
  await order(ways);
  await ways.emulator.clock.advance("1d");
  expect(receiver.received).toHaveLength(18);
  expect(ways.run()).toMatchObject({ state: "completed" });
});

it("a host that is not allowed is not called", async () => {
  const ways = await calling("https://shop.example/hook");
  await order(ways);
  await ways.emulator.clock.advance("1m");
  expect(ways.run()).toMatchObject({ state: "completed" });
  expect(ways.run()?.notes[0]?.why).toContain("shop.example is not loopback");
});

it("a call that was under way when the process was killed is made again", async () => {
  const dataDir = newFolder();
  const hanging = await receive((response, _, count) => void (count > 1 && response.end("{}")));
  const ways = await calling(hanging.url, {}, { dataDir });
  await order(ways);
  await new Promise<void>((resolve) => {
    const look = () => (hanging.received.length > 0 ? resolve() : setImmediate(look));
    look();
  });
  const { emulator } = await emulate({ fixtures: [], dataDir: crashed(dataDir) });
  await emulator.clock.advance("1s");
  expect(hanging.received).toHaveLength(2);
  expect(emulator.flows.runs("Calling")).toMatchObject([{ state: "completed" }]);
});
