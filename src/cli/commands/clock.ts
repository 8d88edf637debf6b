import type { Command } from "commander";
import { controlled } from "../controlled.ts";

/** `clock`, as it is declared: what it does is loaded when it runs. */
export function addClock(program: Command): void {
  const clock = program.command("clock").description("see and move the emulator's time");
  const load = () => import("../clock.ts");
  controlled(clock, "show", "the emulator's time").action(async (values) =>
    (await load()).showClock(values),
  );
  controlled(clock, "freeze", "stop it, now or at an instant")
    .argument("[at]", "an ISO 8601 datetime")
    .action(async (at, values) => (await load()).setClock({ mode: "frozen", at }, values));
  controlled(clock, "advance", "move it forward; answers when all that was due has run")
    .argument("<by>", "a duration such as 60s")
    .action(async (by, values) => (await load()).advanceClock(by, values));
  controlled(clock, "resume", "let it run on from where it stands").action(async (values) =>
    (await load()).resumeClock(values),
  );
  controlled(clock, "real", "back to the machine's time").action(async (values) =>
    (await load()).setClock({ mode: "real" }, values),
  );
}
