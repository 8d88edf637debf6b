// A receiver of webhooks in some lines, and each way to get it wrong. As a program:
//   node receiver.mjs --port 4100 --store kept.txt [--defect dedups-in-memory] [--work 4500]
import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** What outlives the process: a line for each event that is kept. */
export const storeIn = (path) => ({
  lines: () => (existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : []),
  add: (line) => appendFileSync(path, `${line}\n`),
});

/** @param work how long it takes over a delivery, and over one that it works too long on */
export function receiverWith({
  defect,
  secrets,
  store,
  work = 0,
  tooLong = 6000,
  isAlive = () => true,
}) {
  const inMemory = defect === "dedups-in-memory";
  const seen = new Set(inMemory ? [] : store.lines());
  let newest = "";
  const expected = (body, time, secret = secrets[0]) =>
    createHmac("sha256", secret).update(body).update(time).digest("hex");

  function isSigned(headers, body) {
    const { "service-signature": given = "", "service-timestamp": time = "" } = headers;
    if (defect === "no-signature-check") return true;
    if (defect === "parses-before-verifying") {
      return given === expected(JSON.stringify(JSON.parse(body)), time);
    }
    const right = expected(body, time);
    if (defect === "compares-the-beginning") return given.startsWith(right.slice(0, 8));
    if (defect === "compares-as-far-as-given") return right.startsWith(given);
    return secrets.some((secret) => {
      const [a, b] = [Buffer.from(given), Buffer.from(expected(body, time, secret))];
      return a.length === b.length && timingSafeEqual(a, b);
    });
  }

  function keep({ external_id: id, payload }) {
    const { datetime } = payload.data.attributes;
    if (defect === "trusts-order") {
      if (datetime < newest) return;
      newest = datetime;
    }
    if (defect !== "no-dedup" && seen.has(id)) return;
    seen.add(id);
    store.add(id);
  }

  function keepAll(entries) {
    if (defect === "marks-before-it-keeps") {
      const fresh = entries.filter(({ external_id: id }) => !seen.has(id) && seen.add(id));
      for (const { external_id: id, payload } of fresh) {
        void payload.data.attributes;
        store.add(id);
      }
      return;
    }
    for (const entry of entries) keep(entry);
  }

  function isOff(age) {
    if (defect === "no-time-check") return false;
    if (defect === "checks-the-day-alone") return Math.abs(age) >= 86_400_000;
    if (defect === "takes-the-future") return age > 300_000;
    return Math.abs(age) > 300_000;
  }

  const failedOnce = new Set();

  async function statusOf({ headers }, body) {
    if (!isSigned(headers, body)) return 401;
    const age = Date.now() - Date.parse(headers["service-timestamp"]);
    if (isOff(age)) return 403;
    await pause(defect === "works-before-it-answers" ? tooLong : work);
    const { data } = JSON.parse(body);
    const [{ external_id: begin }] = data;
    if (defect === "answers-500-first" && !failedOnce.has(begin)) {
      failedOnce.add(begin);
      return 500;
    }
    if (defect === "stops-behind-poison") {
      if (data.some(({ payload }) => payload === null)) failedOnce.add("poison");
      if (failedOnce.has("poison")) return 500;
    }
    if (defect === "looks-before-it-keeps") {
      const fresh = data.filter(({ external_id: id }) => !store.lines().includes(id));
      await pause(30);
      for (const { external_id: id, payload } of fresh) if (payload) store.add(id);
      return 200;
    }
    if (defect === "acknowledges-before-it-keeps") {
      void pause(40).then(() => isAlive() && keepAll(data.filter(({ payload }) => payload)));
      return 202;
    }
    keepAll(data);
    return 200;
  }

  return createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const status = await statusOf(request, Buffer.concat(chunks)).catch(() => {
      if (defect === "dies-of-an-error") process.exit(3);
      return 500;
    });
    if (isAlive()) response.writeHead(status).end();
  });
}

if (import.meta.filename === process.argv[1]) {
  const told = (name) => process.argv[process.argv.indexOf(`--${name}`) + 1];
  const has = (name) => process.argv.includes(`--${name}`);
  receiverWith({
    defect: has("defect") ? told("defect") : undefined,
    secrets: [process.env.SERVICE_EMULATOR_WEBHOOK_SECRET],
    store: storeIn(told("store")),
    work: has("work") ? Number(told("work")) : 0,
  }).listen(Number(told("port")), "127.0.0.1");
}
