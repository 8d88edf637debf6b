import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { described } from "./described.js";

/** @type {import("../peers.js").Peer} */
export const peer = {
  package: "@stoplight/prism-cli",
  prepare: ({ bin, port, folder, documents }) => {
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify(described(documents)));
    return {
      args: [bin, "mock", "--host", "127.0.0.1", "--port", String(port), file],
      one: ({ id }) => `/profiles/${id}`,
      many: "/profiles",
      post: { path: "/events", status: 202 },
    };
  },
  least: { start: 1 },
};
