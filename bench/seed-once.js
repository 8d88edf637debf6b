import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { bootFrom } from "./boot.js";

/** Seeds once, in a process that does nothing else, and says what it took: bundled emulator, people, events. */

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

function heapUsed() {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const [file = "", profiles, events] = process.argv.slice(2);
const module = await import(pathToFileURL(file).href);
const before = heapUsed();
const { inside, seconds } = await bootFrom(module, Number(profiles), Number(events));
const bytes = heapUsed() - before;
// Only here is it known that it was still there when the heap was measured.
inside.snapshot();
const peak = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ bytes, seconds, peak }));
