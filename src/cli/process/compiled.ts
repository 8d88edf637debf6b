import type { Emulator } from "../../emulator.ts";
import { quiet } from "../../world/time/deadline.ts";

type Heard = Pick<Emulator, "requests">;

const [usual, held] = ["--semi-space-growth-factor=2", "--semi-space-growth-factor=1"];

/** @param hasAnswered whether a request has been answered: what answers it is compiled, too */
export type Keep = (hasAnswered: boolean) => void;

/** What this process has compiled: kept once, where it is new, for the start that comes next. */
function compiledHere() {
  let setFlags: ((flags: string) => void) | undefined;
  let keeper: Keep | undefined;
  let hasAnswered = false;
  const hear = ({ requests }: Heard): void => {
    if (keeper === undefined) return;
    const stop = requests.listen(() => {
      hasAnswered = true;
      stop();
    });
  };
  /** Under the flags with which the process began: V8 takes in no code that was kept under others. */
  const keep = (): void => {
    const kept = keeper;
    keeper = undefined;
    if (kept === undefined) return;
    setFlags?.(usual);
    try {
      kept(hasAnswered);
    } finally {
      setFlags?.(held);
    }
  };
  return {
    hear,
    keep,
    keepBy: (given: Keep) => void (keeper = given),
    /** Keeps it once requests have come, so that what answers them is compiled, too, and while none comes. */
    keepWhenQuiet({ requests }: Heard): void {
      if (keeper === undefined) return;
      hear({ requests });
      let asked = 0;
      const stop = requests.listen(() => {
        asked += 1;
        if (asked > 1) return;
        void quiet(() => asked).then(() => {
          stop();
          keep();
        });
      });
    },
    /**
     * From the first request on, what V8 puts what is new in stays as large as it is. It doubles it while much in there
     * lives on: 26 MB more for no time won (`bench --only memory`, `--only throughput`). A start does not wait for that.
     */
    holdYoungSpace({ requests }: Heard): void {
      const stop = requests.listen(() => {
        stop();
        setFlags = process.getBuiltinModule("node:v8").setFlagsFromString;
        setFlags(held);
      });
    },
  };
}

export const compiled = compiledHere();
