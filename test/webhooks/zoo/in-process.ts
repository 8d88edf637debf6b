import { once } from "node:events";
import type { Server } from "node:net";
import { onTestFinished } from "vitest";
import { steadyPort } from "../../support/steady-port.ts";
import { receiverWith } from "./receiver.mjs";

export const secret = "0123456789abcdef0123";

interface Living {
  readonly defect?: string | undefined;
  readonly work?: number;
  readonly tooLong?: number;
}

/** Opens its port. Where a connection has taken it meanwhile, it waits until that is over. */
async function opened(server: Server, port: number): Promise<void> {
  for (;;) {
    server.listen(port, "127.0.0.1");
    const isOpen = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (isOpen) return;
    await new Promise(setImmediate);
  }
}

/**
 * A receiver of the zoo in this process: killed, it answers and keeps nothing more, and what it had in memory is gone;
 * started again, it has its port and its store.
 */
export async function live({ defect, work, tooLong }: Living) {
  const kept: string[] = [];
  const store = { lines: () => [...kept], add: (line: string) => void kept.push(line) };
  let server: Server | undefined;
  let kill = () => {};
  const port = await steadyPort();
  let secrets = [secret];
  const start = async () => {
    let isAlive = true;
    kill = () => (isAlive = false);
    const started = receiverWith({ defect, secrets, store, work, tooLong, isAlive: () => isAlive });
    server = started;
    await opened(started, port);
  };
  const stop = async () => {
    kill();
    (server as Server & { closeAllConnections?: () => void }).closeAllConnections?.();
    await new Promise((resolve) => server?.close(resolve));
  };
  await start();
  onTestFinished(stop);
  return {
    webhook: `http://127.0.0.1:${port}/hooks`,
    secret,
    readBack: async () => kept,
    restart: async () => {
      await stop();
      await start();
    },
    rotate: async (next: string) => {
      await stop();
      if (defect === "trusts-the-secret-of-before") secrets = [next, ...secrets];
      else if (defect !== "keeps-the-first-secret") secrets = [next];
      await start();
    },
  };
}
