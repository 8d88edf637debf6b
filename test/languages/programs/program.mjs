// The work of a program, by the HTTP library that its first word names. Host and key are written in.
import { request } from "node:https";
import { setTimeout as wait } from "node:timers/promises";

const host = "https://api.example.com";
const headers = {
  authorization: "Service-API-Key pk_live_written_in_0001",
  revision: "2026-07-15",
  "content-type": "application/json",
};

const by = {
  async fetch(method, url, body) {
    const how = { method, headers, body };
    const answer = await fetch(url, how);
    return [answer.status, answer.headers.get("retry-after"), await answer.text()];
  },
  https: (method, url, body) =>
    new Promise((resolve, reject) => {
      const asking = request(url, { method, headers }, async (answer) => {
        let text = "";
        for await (const part of answer) text += part;
        resolve([answer.statusCode, answer.headers["retry-after"], text]);
      });
      asking.once("error", reject).end(body);
    }),
  async axios(method, url, data) {
    const { default: axios } = await import("axios");
    const text = (found) => found;
    const how = { method, url, headers, data, validateStatus: null, transformResponse: text };
    const answer = await axios(how);
    return [answer.status, answer.headers["retry-after"], answer.data];
  },
  async got(method, url, body) {
    const { got } = await import("got");
    const answer = await got(url, {
      method,
      headers,
      body,
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
    return [answer.statusCode, answer.headers["retry-after"], answer.body];
  },
  async undici(method, url, body) {
    const { request: ask } = await import("undici");
    const { statusCode, headers: told, body: content } = await ask(url, { method, headers, body });
    return [statusCode, told["retry-after"], await content.text()];
  },
};

async function call(method, url, data) {
  const whole = url.startsWith("https:") ? url : host + url;
  const body = data && JSON.stringify({ data });
  for (;;) {
    const [status, after, text] = await by[process.argv[2]](method, whole, body);
    if (status === 429) await wait(1000 * Number(after));
    else if (status >= 300) throw new Error(`${method} ${url}: ${status}`);
    else return text === "" ? {} : JSON.parse(text);
  }
}

const people = Array.from({ length: 10 }, (_, n) => ({
  type: "profile",
  attributes: { email: `p${n}@example.com` },
}));
for (const person of people) await call("POST", "/api/profile-import", person);
for (let n = 0; n < 20; n += 1) {
  const metric = { data: { type: "metric", attributes: { name: "Seen" } } };
  const attributes = { unique_id: `e${n}`, metric, profile: { data: people[0] }, properties: {} };
  await call("POST", "/api/events", { type: "event", attributes });
}
let [pages, found] = [0, 0];
for (let url = "/api/profiles?page%5Bsize%5D=4"; url !== null; pages += 1) {
  const page = await call("GET", url);
  found += page.data.length;
  url = page.links.next;
}
const jobs = "/api/profile-bulk-import-jobs";
const attributes = { profiles: { data: people } };
let job = await call("POST", jobs, { type: "profile-bulk-import-job", attributes });
while (job.data.attributes.status !== "complete") {
  await wait(200);
  job = await call("GET", `${jobs}/${job.data.id}`);
}
console.log(`${pages} pages ${found} profiles ${job.data.attributes.status}`);
