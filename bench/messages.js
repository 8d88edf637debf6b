import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { progress } from "./progress.js";
import { boot, counted } from "./worlds.js";

/** @typedef {import("./inside.ts").Inside} Inside */

const sizes = { normal: 100_000, quick: 10_000 };

/**
 * A campaign to a list, from its sending until it is sent, and how long a GET waits that comes meanwhile.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureMessages({ quick }) {
  const people = quick ? sizes.quick : sizes.normal;
  const { inside } = await boot(people, 0, {
    lists: ["AllAll", "Buyers"].map((id) => ({ name: id, id })),
    generate: {
      profiles: people,
      events: people,
      span: "180d",
      lists: { email: "AllAll", customers: "Buyers" },
    },
  });
  // The first campaign of a process loads the template language.
  await untilSent(inside, await campaignTo(inside, "Buyers"));
  const id = await campaignTo(inside, "AllAll");
  progress(`a campaign to ${counted(people)} people`);
  const before = heap();
  const already = inside.count("message");
  const { seconds, waitMs, count } = await untilSent(inside, id);
  const sent = count - already;
  const grown = heap() - before;
  progress("the same, drawn by drag and drop");
  const drawn = await untilSent(inside, await campaignTo(inside, "AllAll", designed));
  const ratio = (drawn.count - count) / drawn.seconds / (sent / seconds);
  return [
    `A campaign to the subscribers among ${counted(people)} people`,
    { what: "messages", ours: counted(sent) },
    { what: "sent", ours: `${Math.round(sent / seconds)} a second` },
    {
      what: "a GET beside it waits at most",
      ours: `${waitMs.toFixed(1)} ms`,
      figure: waitMs,
      bar: { most: 20, unit: "ms" },
    },
    {
      what: "the same, drawn by drag and drop",
      ours: `${Math.round((drawn.count - count) / drawn.seconds)} a second`,
      figure: ratio,
      bar: { least: 0.7, unit: "of that" },
    },
    {
      what: "a GET beside that waits at most",
      ours: `${drawn.waitMs.toFixed(1)} ms`,
      figure: drawn.waitMs,
      bar: { most: 20, unit: "ms" },
    },
    { what: "heap for each message", ours: `${Math.round(grown / sent)} bytes` },
  ];
}

const written = {
  editor_type: "CODE",
  html: "<p>Hello {{ first_name }}, <a href='https://example.com/new'>look</a></p>",
};

/** @param {string} type @param {object} data */
const block = (type, data) => ({
  content_type: "block",
  type,
  data: { display_options: {}, styles: {}, properties: {}, ...data },
});
const blocks = [
  block("text", { content: "<h1>Hello {{ first_name }}</h1>" }),
  block("image", { properties: { src: "https://example.com/a.png", href: "https://example.com" } }),
  block("spacer", { styles: { height: 24 } }),
  block("text", { content: "Only here", display_options: { visible_check: "first_name" } }),
  block("button", { content: "Look", properties: { href: "https://example.com/new" } }),
  block("horizontal_rule", {}),
  block("text", { content: "{% unsubscribe %}" }),
];
const designed = {
  editor_type: "USER_DRAGGABLE",
  definition: {
    body: {
      properties: {},
      styles: { width: 600 },
      sections: [
        {
          content_type: "section",
          type: "section",
          data: { properties: {}, display_options: {}, styles: {} },
          rows: blocks.map((each) => ({
            data: { styles: { column_layout: "1-column-full-width" } },
            columns: [{ data: {}, blocks: [each] }],
          })),
        },
      ],
    },
    styles: [],
  },
};

/**
 * A campaign that is ready to be sent.
 *
 * @param {Inside} inside @param {string} list @param {object} said what its template has
 */
async function campaignTo(inside, list, said = written) {
  const attributes = { name: "Mail", ...said };
  const template = await made(inside, "/api/templates", { type: "template", attributes });
  const content = { subject: "Hello {{ first_name }}", from_email: "hello@example.com" };
  const definition = { channel: "email", content };
  const campaign = await made(inside, "/api/campaigns", {
    type: "campaign",
    attributes: {
      name: "To all",
      audiences: { included: [list] },
      send_options: { use_smart_sending: false },
      "campaign-messages": { data: [{ type: "campaign-message", attributes: { definition } }] },
    },
  });
  await made(inside, "/api/campaign-message-assign-template", {
    type: "campaign-message",
    id: campaign.relationships["campaign-messages"].data[0].id,
    relationships: { template: { data: { type: "template", id: template.id } } },
  });
  return campaign.id;
}

/** @param {Inside} inside @param {string} path @param {object} data */
async function made(inside, path, data) {
  const { status, body } = await inside.askLater(inside.request("POST", path, { data }));
  if (status >= 300) throw new Error(`${path}: ${status} ${body}`);
  return JSON.parse(String(body)).data;
}

/** @param {Inside} inside @param {string} id */
async function untilSent(inside, id) {
  const get = inside.request("GET", "/api/metrics");
  const look = inside.request("GET", `/api/campaigns/${id}`);
  const began = performance.now();
  await made(inside, "/api/campaign-send-jobs", { type: "campaign-send-job", id });
  let waitMs = performance.now() - began;
  let [state, turns] = ["", 0];
  while (!/^(Sent|Cancelled)/.test(state)) {
    const came = performance.now();
    await new Promise(setImmediate);
    inside.ask(get);
    waitMs = Math.max(waitMs, performance.now() - came);
    turns += 1;
    if (turns % 20 === 0) state = JSON.parse(String(inside.ask(look).body)).data.attributes.status;
  }
  if (state !== "Sent") throw new Error(state);
  const seconds = (performance.now() - began) / 1000;
  return { seconds, waitMs, count: inside.count("message") };
}

/** What is in use, in bytes, once nothing is left to be collected. */
export function heap() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
