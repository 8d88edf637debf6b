import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Behind a socket, as its authors serve it. @type {import("../peers.js").Peer} */
export const peer = {
  package: "@mswjs/http-middleware",
  prepare: ({ home, port, folder, documents }) => {
    const [file, server] = [join(folder, "documents.json"), join(folder, "server.cjs")];
    writeFileSync(file, JSON.stringify(documents));
    writeFileSync(
      server,
      `const load = require("node:module").createRequire(${JSON.stringify(join(home, "package.json"))});
const { createServer } = load("@mswjs/http-middleware");
const { http, HttpResponse } = load("msw");
const documents = require(${JSON.stringify(file)});
const byId = new Map(documents.map((each) => [each.id, each]));
const kept = [];
createServer(
  http.get("/profiles/:id", ({ params }) => HttpResponse.json(byId.get(params.id))),
  http.get("/profiles", () => HttpResponse.json({ data: documents.slice(0, 20) })),
  http.post("/events", async ({ request }) => {
    kept.push(await request.json());
    return new HttpResponse(null, { status: 202 });
  }),
).listen(${port}, "127.0.0.1");
`,
    );
    return {
      args: [server],
      one: ({ id }) => `/profiles/${id}`,
      many: "/profiles",
      post: { path: "/events", status: 202 },
    };
  },
  least: { start: 1 },
};
