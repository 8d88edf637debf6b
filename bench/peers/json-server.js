import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** @type {import("../peers.js").Peer} */
export const peer = {
  package: "json-server",
  // Its database is a file, which it writes anew with each POST.
  prepare: ({ bin, port, folder, documents }) => {
    const file = join(folder, "database.json");
    writeFileSync(file, JSON.stringify({ profiles: documents, events: [] }));
    return {
      args: [bin, "--host", "127.0.0.1", "--port", String(port), file],
      one: ({ id }) => `/profiles/${id}`,
      many: "/profiles?_page=1&_per_page=20",
      post: { path: "/events", status: 201 },
    };
  },
  least: { start: 1, one: 2, post: 20 },
};
