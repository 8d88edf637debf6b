// Loaded by `--require` into each process and thread of a command whose waits are skipped, before its own code.
import { syncBuiltinESMExports } from "node:module";
import { Activity, Threads } from "./activity.ts";
import { join, skippedBefore } from "./channel.ts";
import { Clocks } from "./clocks.ts";
import { channelVariable } from "./messages.ts";
import { replacePromises } from "./promises.ts";
import { replaceSocketTimeouts, Timers } from "./timers.ts";

const channel = process.env[channelVariable];
// Deno loads this file, too, but hides its timers and its fetch from it: there, time stays real.
if (process.versions["deno"] === undefined && channel !== undefined && channel !== "") {
  const [clocks, timers, threads] = [new Clocks(), new Timers(), new Threads()];
  const activity = new Activity(timers, threads);
  clocks.skippedMs = skippedBefore(channel);
  join(channel, { clocks, timers, activity });
  clocks.replace();
  timers.replace();
  replacePromises();
  replaceSocketTimeouts(timers);
  threads.count();
  activity.noteWorkers();
  syncBuiltinESMExports();
}
