import { parentPort } from "node:worker_threads";

/**
 * Asks in a thread of its own, so that reading a long answer holds up nobody who measures.
 *
 * @typedef {{ readonly url: string, readonly method: string, readonly body?: string, readonly times?: number }} Asked
 */

parentPort?.on("message", async (/** @type {Asked} */ { url, method, body, times = 1 }) => {
  let status = 0;
  for (let n = 0; n < times; n += 1) {
    const response = await fetch(url, body === undefined ? { method } : { method, body });
    await response.arrayBuffer();
    status = Math.max(status, response.status);
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(status);
});
