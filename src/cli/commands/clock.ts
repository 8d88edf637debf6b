import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { readDuration } from "../options/values.ts";

/** `clock`, as it is declared: what it does is loaded when it runs. */
export function addClock(program: Command): void {
  const clock = program.command("clock").description("see and move the emulator's time");
  const load = () => import("../actions/clock.ts");
  const command = (name: string, description: string, how?: { isDefault: boolean }) =>
    controlled(clock, name, description, how).option("--account <id>", "of this account alone");
  command("show", "the emulator's time", { isDefault: true }).action(async (values) =>
    (await load()).showClock(values),
  );
  command("set", "move it: it stands or runs on from there, as it did")
    .argument("<at>", "an ISO 8601 datetime")
    .action(async (at, values) => (await load()).setClock({ at }, values));
  command("freeze", "stop it, now or at an instant")
    .argument("[at]", "an ISO 8601 datetime")
    .action(async (at, values) => (await load()).setClock({ mode: "frozen", at }, values));
  command("advance", "move it forward; answers when all that was due has run")
    .argument("<by>", "a duration such as 60s", readDuration)
    .action(async (by, values) => (await load()).advanceClock(by, values));
  command("resume", "let it run on from where it stands").action(async (values) =>
    (await load()).resumeClock(values),
  );
  command("accelerate", "let it run so many times as fast")
    .argument("<factor>", "such as x60")
    .action(async (factor, values) => (await load()).accelerateClock(factor, values));
  command("real", "back to the machine's time").action(async (values) =>
    (await load()).setClock({ mode: "real" }, values),
  );
  command("share", "give an account the emulator's clock back").action(async (values) =>
    (await load()).setClock({ mode: "shared" }, values),
  );
}
