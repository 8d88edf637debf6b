import { createServer } from "node:http";

/** A receiver of webhooks that takes everything: what it is asked with GET is how many deliveries it has had. */
let calls = 0;
const server = createServer((request, response) => {
  if (request.method === "GET") return void response.end(String(calls));
  request.resume().once("end", () => {
    calls += 1;
    response.end();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`http://127.0.0.1:${address?.port}`);
});
