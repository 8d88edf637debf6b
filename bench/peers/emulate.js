import { execFileSync } from "node:child_process";

/** @type {import("../peers.js").Peer} */
export const peer = {
  package: "emulate",
  // One of its services, the first that it lists: all of them take longer. They have no records of ours.
  prepare: ({ bin, port }) => {
    const listed = execFileSync(process.execPath, [bin, "list"], { encoding: "utf8" });
    const [, service = ""] = /^\s+([a-z][\w-]*)/m.exec(listed) ?? [];
    return { args: [bin, "start", "--port", String(port), "--service", service] };
  },
  least: { start: 1 },
};
