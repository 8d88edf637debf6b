import { createServer } from "node:http";

/** Answers `/100` after 100 ms: Node's own server and its own timer. */
const server = createServer((request, response) => {
  setTimeout(
    () => {
      response.setHeader("content-type", "application/json");
      response.end('{"data":[]}');
    },
    Number(request.url?.slice(1)),
  );
});
server.listen(0, "127.0.0.1", () => {
  console.log(
    `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`,
  );
});
