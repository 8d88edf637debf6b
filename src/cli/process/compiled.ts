import type { Emulator } from "../../emulator.ts";
import { quiet } from "../../world/time/deadline.ts";

type Heard = Pick<Emulator, "requests">;

const [usual, held] = ["--semi-space-growth-factor=2", "--semi-space-growth-factor=1"];

let setFlags: ((flags: string) => void) | undefined;

/**
 * From the first request on, what V8 puts what is new in stays as large as it is; a start does not wait for that. V8
 * doubles it while much lives on: 26 MB more for no time won (`bench --only memory`, `--only throughput`).
 */
export function holdYoungSpace({ requests }: Heard): void {
  const stop = requests.listen(() => {
    stop();
    setFlags = process.getBuiltinModule("node:v8").setFlagsFromString;
    setFlags(held);
  });
}

/** @param hasAnswered whether a request has been answered: what answers it is compiled, too */
export type Keep = (hasAnswered: boolean) => void;

let keeper: Keep | undefined;
let hasAnswered = false;

/** What this process has compiled: kept once, where it is new, for the start that comes next. */
export const compiled = {
  keepBy(keep: Keep): void {
    keeper = keep;
  },

  /** Under the flags with which the process began: V8 takes in no code that was kept under others. */
  keep(): void {
    const keep = keeper;
    keeper = undefined;
    if (keep === undefined) return;
    setFlags?.(usual);
    try {
      keep(hasAnswered);
    } finally {
      setFlags?.(held);
    }
  },

  hear({ requests }: Heard): void {
    if (keeper === undefined) return;
    const stop = requests.listen(() => {
      hasAnswered = true;
      stop();
    });
  },

  /** Keeps it once requests have come, so that what answers them is compiled, too, and while none comes. */
  keepWhenQuiet({ requests }: Heard): void {
    if (keeper === undefined) return;
    compiled.hear({ requests });
    let asked = 0;
    const stop = requests.listen(() => {
      asked += 1;
      if (asked > 1) return;
      void quiet(() => asked).then(() => {
        stop();
        compiled.keep();
      });
    });
  },
};
