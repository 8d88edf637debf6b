import { act, onlyFor as account, subject } from "../act.ts";
import { dueAct } from "./requests.ts";

const instant = ["ISO 8601 datetime"];

const acts = {
  due: dueAct,
  show: act("GET /_emulator/clock", "show", {
    account,
    help: "Show the emulator's time",
  }),
  set: act("PUT /_emulator/clock", {
    does: 'sets it: { "mode": "real" | "offset" | "frozen" | "accelerated" | "shared", "at"?, "by"?, "factor"? }',
    account,
    commands: [
      {
        words: "set <at>",
        help: "Set the time; a frozen clock stays frozen, a running clock keeps running",
        takes: instant,
      },
      {
        words: "freeze [at]",
        help: "Freeze the time, now or at a given time",
        takes: instant,
        sends: ({ at }) => ({ mode: "frozen", at }),
      },
      {
        words: "accelerate <factor>",
        help: "Run the time this many times as fast",
        takes: ["Such as x60"],
        sends({ factor: text }) {
          const factor = Number(/^[x×]?(\d+(?:\.\d+)?)$/.exec(String(text))?.[1]);
          if (factor > 0) return { mode: "accelerated", factor };
          return `factor: expected x60 or such, not '${text}'`;
        },
      },
      { words: "real", help: "Return to the machine's time", sends: () => ({ mode: "real" }) },
      {
        words: "share",
        help: "Return an account to the emulator's clock",
        sends: () => ({ mode: "shared" }),
      },
    ],
  }),
  advance: act("POST /_emulator/clock/advance", "advance <by>", {
    does: 'moves it: { "by": "60s" }; answers when all that was due has run',
    account,
    help: "Move the time forward and run everything that falls due",
    takes: ["Duration, such as 60s"],
  }),
  halt: act("POST /_emulator/clock/halt", {
    does: "ends an advance that is under way: the clock stays where it has got to",
    account,
  }),
  resume: act("POST /_emulator/clock/resume", "resume", {
    account,
    help: "Let the time run again",
  }),
};

export const clock = subject(
  "clock",
  "Show and change the emulator's time",
  acts,
  "show due set freeze advance resume accelerate real share",
);
