import { chromium } from "@playwright/test";
import { findBrowser, howToHave } from "../test/support/find-browser.js";
import { progress } from "./progress.js";
import { startQuietEmulator } from "./servers.js";
import { quantile } from "./stats.js";

/** How many requests a second come, and how many of them at once. */
const [perSecond, atOnce] = [500, 25];

/** Begins to note how long frames take, in the page itself. */
const begin = `(() => {
  const frames = [];
  let before;
  const frame = (now) => {
    if (before !== undefined) frames.push(now - before);
    before = now;
    globalThis.next = requestAnimationFrame(frame);
  };
  cancelAnimationFrame(globalThis.next);
  globalThis.next = requestAnimationFrame(frame);
  globalThis.frames = frames;
})()`;

/**
 * How long the frames of the inspector's list take while requests come in, against those of an empty list.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureInspector({ quick }) {
  const heading = "The inspector's list, 99th percentile of frame time in the page";
  const executablePath = findBrowser("Chromium");
  if (executablePath === undefined) return [`${heading}: ${howToHave("Chromium")}`];
  const count = quick ? 2000 : 10_000;
  progress(`the inspector's list with ${count} requests`);
  const { server, key } = await startQuietEmulator();
  const url = `http://127.0.0.1:${server.port}`;
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(url);
    await page.getByText("streaming").waitFor();
    const frames = async (/** @type {() => Promise<unknown>} */ during) => {
      await page.evaluate(begin);
      await during();
      return quantile(await page.evaluate("globalThis.frames"), 0.99);
    };
    const empty = await frames(() => page.waitForTimeout(4000));
    const full = await frames(() => send(url, key, count));
    return [
      heading,
      {
        what: `${count} requests, ${perSecond} a second`,
        ours: `${full.toFixed(1)} ms`,
        base: `${empty.toFixed(1)} ms empty`,
        figure: full / empty,
        bar: { most: 2 },
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** @param {string} url @param {string} key @param {number} count */
async function send(url, key, count) {
  const headers = { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" };
  for (let sent = 0; sent < count; sent += atOnce) {
    const due = performance.now() + (1000 * atOnce) / perSecond;
    const answers = Array.from({ length: atOnce }, () => fetch(`${url}/api/lists`, { headers }));
    for (const answer of await Promise.all(answers)) await answer.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
}
