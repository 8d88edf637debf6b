import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/**
 * A bare node:http server that does what an answer cannot do without, and nothing else: it reads
 * the URL and writes the record or the page as JSON, or it reads a body as JSON and keeps it.
 *
 * argv: a file with `{ one: {…}, many: {…} }`, the documents of the emulator's own answers, by path.
 */
const { one, many } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const kept = new Map();
let base = "";

const server = createServer((request, response) => {
  if (request.method === "POST") {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString());
      kept.set(data.attributes.unique_id, data);
      response.writeHead(202, { "content-length": "0" });
      response.end();
    });
    return;
  }
  const { pathname } = new URL(request.url ?? "/", base);
  const body = JSON.stringify(one[pathname] ?? many);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
  });
  response.end(body);
});
// As the emulator's: no connection is closed between two slices.
server.keepAliveTimeout = 76_000;
server.listen(0, "127.0.0.1", () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  base = `http://127.0.0.1:${port}`;
  console.log(base);
});
