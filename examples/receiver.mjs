// A receiver of webhooks that does it right: it checks before it reads, keeps before it answers, and keeps each event
// once. Its report card:
// service-emulator scenario run receiver --webhook http://127.0.0.1:4100/hooks --read-back "cat kept.txt" \
//   --kill-after-ack -- node examples/receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";

const secret = process.env.SERVICE_EMULATOR_WEBHOOK_SECRET;
const file = "kept.txt";
const maxAgeMs = 5 * 60_000;

/** What is kept outlives the process: an `external_id` a line. A database has a table with a unique key in its place. */
const kept = new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  response.writeHead(receive(request.headers, Buffer.concat(chunks))).end();
}).listen(4100, "127.0.0.1");

/** @returns the status to answer */
function receive(headers, body) {
  const { "service-signature": signature = "", "service-timestamp": timestamp = "" } = headers;
  // Over the bytes as they came: JSON that was parsed and written again may differ.
  const right = createHmac("sha256", secret).update(body).update(timestamp).digest("hex");
  if (!isSame(signature, right)) return 401;
  if (!(Math.abs(Date.now() - Date.parse(timestamp)) <= maxAgeMs)) return 401;

  const ids = JSON.parse(body).data.map(({ external_id }) => external_id);
  const fresh = [...new Set(ids)].filter((id) => !kept.has(id));
  // One write for the whole batch: all of it is kept, or none.
  appendFileSync(file, fresh.map((id) => `${id}\n`).join(""));
  for (const id of fresh) kept.add(id);
  return 200;
}

/** In a time that tells nothing of where they differ. */
function isSame(one, other) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
