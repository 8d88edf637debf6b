import { describe, expect, it } from "vitest";
import { client } from "./client.ts";

/** Asks for lists with a package, and gives up after 3 s. */
const asks: Readonly<Record<string, string>> = {
  fetch: `const ask = async () => {
    const answer = await get("/api/lists", { signal: AbortSignal.timeout(3000) });
    return answer.status;
  };`,
  "node:http": `const { request } = await import("node:http");
  const ask = () => new Promise((resolve, reject) => {
    const asked = request(url + "/api/lists", { headers, timeout: 3000 }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode));
    });
    asked.once("timeout", () => asked.destroy(new Error("timeout"))).once("error", reject).end();
  });`,
  axios: `const { default: axios } = await import("axios");
  const ask = async () => (await axios.get(url + "/api/lists", { headers, timeout: 3000, validateStatus: null })).status;`,
  superagent: `const { default: superagent } = await import("superagent");
  const ask = async () => (await superagent.get(url + "/api/lists").set(headers).timeout(3000).ok(() => true)).status;`,
  bottleneck: `const { default: Bottleneck } = await import("bottleneck");
  const limiter = new Bottleneck({ minTime: 60_000, maxConcurrent: 1 });
  const ask = () => limiter.schedule(async () => (await get("/api/lists", { signal: AbortSignal.timeout(3000) })).status);`,
  got: `const { default: got } = await import("got");
  const ask = async () => (await got(url + "/api/lists", { headers, timeout: { request: 3000 }, retry: { limit: 0 }, throwHttpErrors: false })).statusCode;`,
  undici: `const { request } = await import("undici");
  const ask = async () => {
    const { statusCode, body } = await request(url + "/api/lists", { headers, signal: AbortSignal.timeout(3000) });
    await body.text();
    return statusCode;
  };`,
};

describe("a client with a time-out of 3 s, whose waits are skipped", () => {
  it.each(Object.keys(asks))(
    "gives up what comes after 5 s and takes what comes after 2 s, with %s",
    async (name) => {
      const { code, said } = await client(`${asks[name]}
        await plan({ sequence: [{ delay: "2s" }, { delay: "5s" }, { connection: "hang" }, { delay: "2s" }] });
        for (let count = 0; count < 4; count += 1) {
          const t = Date.now();
          const ended = await ask().catch(() => "gave up");
          say([ended, Math.round((Date.now() - t) / 1000) % 60]);
          await sleep(120_000);
        }`);
      expect([code, said]).toEqual([
        0,
        [
          [200, 2],
          ["gave up", 3],
          ["gave up", 3],
          [200, 2],
        ],
      ]);
    },
  );
});
