import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { described } from "./described.js";

/** @type {import("../peers.js").Peer} */
export const peer = {
  package: "@mockoon/cli",
  prepare: ({ bin, port, folder, documents }) => {
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify(described(documents)));
    return {
      args: [bin, "start", "--data", file, "--port", String(port)],
      one: ({ id }) => `/profiles/${id}`,
      many: "/profiles",
      post: { path: "/events", status: 202 },
    };
  },
  least: { start: 1 },
};
