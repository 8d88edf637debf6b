import { setTimeout as pause } from "node:timers/promises";
import { truncated } from "./texts.ts";
import { errorWidth, terminal } from "./terminal.ts";

/** So long nobody wonders, and so often it changes what is seen, in milliseconds. */
const stepMs = 300;

/**
 * Waits for something, and shows on a terminal how far it is: a line on stderr, which is gone at the end.
 *
 * @param read asks how far it is
 */
export async function watched<T>(done: Promise<T>, read: () => Promise<string>): Promise<T> {
  const columns = errorWidth();
  if (columns === undefined) return done;
  const { err } = terminal();
  const isOver = done.then(
    () => true,
    () => true,
  );
  let isShown = false;
  while (!(await Promise.race([isOver, pause(stepMs, false, { ref: false })]))) {
    const text = await read().catch(() => undefined);
    if (text === undefined) break;
    err(`\r\u001B[K${truncated(text, columns - 1)}`);
    isShown = true;
  }
  await isOver;
  if (isShown) err("\r\u001B[K");
  return done;
}
