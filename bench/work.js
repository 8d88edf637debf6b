import { requestBytes } from "./load.js";

/** The three kinds of request whose rate is measured. */

/** @typedef {import("./load.js").NextRequest} NextRequest */

/** @typedef {{ id: string, attributes: { email: string | null, name?: string } }} Person */

/**
 * @typedef {object} Known what the default seed holds
 * @property {string} key
 * @property {readonly Person[]} people
 * @property {readonly string[]} metrics
 * @property {{ one: Record<string, unknown>, many: { data: Person[] } }} documents the emulator's own answers
 */

const revision = "2026-07-15";

/** How many people are read, and written events for. */
const people = 20;

const listPath = `/api/profiles?page%5Bsize%5D=${people}`;

/** Asks an emulator what it holds. @param {number} port @param {string} key @returns {Promise<Known>} */
export async function askKnown(port, key) {
  const headers = { authorization: `Service-API-Key ${key}`, revision };
  /** @param {string} path @returns {Promise<{ data: Person[] }>} */
  const ask = async (path) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return /** @type {{ data: Person[] }} */ (await answer.json());
  };
  const many = await ask(listPath);
  /** @type {Record<string, unknown>} */
  const one = {};
  for (const { id } of many.data) one[`/api/profiles/${id}`] = await ask(`/api/profiles/${id}`);
  const { data } = await ask("/api/metrics");
  const metrics = data.map(({ attributes }) => attributes.name ?? "");
  return { key, people: many.data, metrics, documents: { one, many } };
}

/** @param {Known} known */
const headersOf = ({ key }, host = "127.0.0.1") => [
  `host: ${host}`,
  `authorization: Service-API-Key ${key}`,
  `revision: ${revision}`,
  "accept: application/json",
];

/** Each person in turn. @param {Known} known @param {string} [host] @returns {NextRequest} */
export function getOne(known, host) {
  const requests = known.people.map(({ id }) =>
    requestBytes([`GET /api/profiles/${id} HTTP/1.1`, ...headersOf(known, host)]),
  );
  return inTurn(requests);
}

/** @param {Known} known @returns {NextRequest} */
export function getList(known) {
  const request = requestBytes([`GET ${listPath} HTTP/1.1`, ...headersOf(known)]);
  return () => request;
}

const mark = "bench-0000000000";
let lastEvent = 0;

/** Events of known people and metrics, no two alike. @param {Known} known @returns {NextRequest} */
export function postEvent(known) {
  const requests = known.people.map((person, index) => {
    const metric = known.metrics[index % known.metrics.length] ?? "";
    const body = JSON.stringify(eventOf(person.attributes.email ?? "nobody@example.com", metric));
    const bytes = requestBytes(
      ["POST /api/events HTTP/1.1", ...headersOf(known), "content-type: application/json"],
      body,
    );
    return { bytes, at: bytes.indexOf(mark) + mark.length };
  });
  const next = inTurn(requests);
  return () => {
    const { bytes, at } = next();
    lastEvent += 1;
    // The bytes of an earlier request may be written over, since it has been answered.
    for (let rest = lastEvent, place = at - 1; rest > 0; place -= 1, rest = Math.floor(rest / 10)) {
      bytes[place] = 48 + (rest % 10);
    }
    return bytes;
  };
}

/** @param {string} email @param {string} metric */
export function eventOf(email, metric) {
  const items = [1, 2, 3].map((number) => ({
    SKU: `SKU-${number}`,
    Name: `Item ${number}`,
    Price: 9.5 * number,
  }));
  return {
    data: {
      type: "event",
      attributes: {
        properties: {
          OrderId: "A-1001",
          Categories: ["Shoes", "Hats"],
          Items: items,
          Discount: 0,
          Shipped: false,
        },
        metric: { data: { type: "metric", attributes: { name: metric } } },
        profile: { data: { type: "profile", attributes: { email } } },
        time: new Date().toISOString(),
        value: 57,
        value_currency: "USD",
        unique_id: mark,
      },
    },
  };
}

/** @template T @param {readonly T[]} items @returns {() => T} */
function inTurn(items) {
  let index = -1;
  return () => {
    index = (index + 1) % items.length;
    return /** @type {T} */ (items[index]);
  };
}
