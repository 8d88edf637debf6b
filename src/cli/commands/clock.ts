import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { readDuration } from "../options/values.ts";

/** `clock`, as it is declared: what it does is loaded when it runs. */
export function addClock(program: Command): void {
  const clock = program.command("clock").description("Show and change the emulator's time");
  const load = () => import("../actions/clock.ts");
  const command = (name: string, description: string, how?: { isDefault: boolean }) =>
    controlled(clock, name, description, how).option("--account <id>", "Only for this account");
  command("show", "Show the emulator's time", { isDefault: true }).action(async (values) =>
    (await load()).showClock(values),
  );
  command("set", "Set the time; a frozen clock stays frozen, a running clock keeps running")
    .argument("<at>", "ISO 8601 datetime")
    .action(async (at, values) => (await load()).setClock({ at }, values));
  command("freeze", "Freeze the time, now or at a given time")
    .argument("[at]", "ISO 8601 datetime")
    .action(async (at, values) => (await load()).setClock({ mode: "frozen", at }, values));
  command("advance", "Move the time forward and run everything that falls due")
    .argument("<by>", "Duration, such as 60s", readDuration)
    .action(async (by, values) => (await load()).advanceClock(by, values));
  command("resume", "Let the time run again").action(async (values) =>
    (await load()).resumeClock(values),
  );
  command("accelerate", "Run the time this many times as fast")
    .argument("<factor>", "Such as x60")
    .action(async (factor, values) => (await load()).accelerateClock(factor, values));
  command("real", "Return to the machine's time").action(async (values) =>
    (await load()).setClock({ mode: "real" }, values),
  );
  command("share", "Return an account to the emulator's clock").action(async (values) =>
    (await load()).setClock({ mode: "shared" }, values),
  );
}
