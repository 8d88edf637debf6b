import { object, whether } from "../../contract/shape.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import { act, subject } from "../act.ts";

const takes = ["Fault id, such as fault-1"];

const switching = (to: "on" | "off", help: string) => ({
  words: `${to} <id>`,
  help,
  takes,
  sends: () => ({ on: to === "on" }),
  says: ({ id }: FaultView) => `${id} is ${to}.`,
});

export const faults = subject(
  "faults",
  "Plan faults, and see which requests they hit",
  {
    plan: act("POST /_emulator/faults", {
      does: 'plans a fault: { "operation": "create_event", "status": 429, "times": 2 }',
      status: 201,
    }),
    several: act("POST /_emulator/faults/several", {
      does: "plans several faults, or none if one is wrong: { faults: [ … ] }",
      status: 201,
    }),
    dryRun: act("POST /_emulator/faults/dry-run", {
      does: "how many of the recorded requests, or of the deliveries, a fault would have met; it is not planned",
    }),
    list: act("GET /_emulator/faults", "list", {
      help: "List the planned faults, what is left of them, and their hits",
    }),
    show: act("GET /_emulator/faults/{id}", "show <id>", {
      help: "Show a fault and the requests that it hit",
      takes,
    }),
    switch: act("PATCH /_emulator/faults/{id}", {
      does: 'switches a fault off, or on again: { "on": false }',
      body: object({ on: whether("false: it acts on nothing until it is on again.") }),
      commands: [
        switching("off", "Switch a fault off, and keep what is left of it"),
        switching("on", "Switch a fault on again"),
      ],
    }),
    remove: act("DELETE /_emulator/faults/{id}", "rm <id>", {
      help: "Remove a fault",
      takes,
      data: (_, { id }) => ({ removed: id }),
      says: (_, { id }) => `${id} is removed.`,
    }),
    clear: act("DELETE /_emulator/faults", "clear", {
      help: "Remove all faults",
      data: () => ({ cleared: true }),
      says: () => "No fault is planned any more.",
    }),
  },
  "add list show off on rm clear",
);
