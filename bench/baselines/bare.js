import { createServer } from "node:http";

/** The least that can answer: Node's own server. */
const server = createServer((_, response) => {
  response.setHeader("content-type", "application/json");
  response.end('{"data":[]}');
});
server.listen(0, "127.0.0.1", () => {
  console.log(
    `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`,
  );
});
