import { expect, it, onTestFinished } from "vitest";
import { Participant, SkipChannel } from "../../../src/cli/process/skip-channel.ts";
import { skippedBefore } from "../../../src/preload/channel.ts";

it("a process that begins when another has just been told of a skip knows of it, too", async () => {
  const channel = new SkipChannel(() => {});
  onTestFinished(() => channel.close());
  await channel.listen();
  const known: number[] = [];
  // As fast as a process can end and the next begin.
  const socket = { write: () => known.push(skippedBefore(channel.folder.path)) };
  const hello = { pid: 1, parent: 1, thread: 0, name: "one.mjs" };
  channel.participants.add(new Participant(hello, socket as never));
  channel.tell(3_600_000, true);
  expect(known).toEqual([3_600_000]);
});
