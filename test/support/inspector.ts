import type { Browser, Page } from "@playwright/test";
import axe from "axe-core";
import { expect, onTestFinished } from "vitest";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../src/index.ts";
import { newest } from "./emulate.ts";

// The page asks for what this makes: from the sources, it is loaded before any page waits for it.
await import("../../src/control/document.ts");

/** Noon, where the clock of such an emulator stands. */
export const noon = "2026-07-20T12:00:00Z";

/** What a test looks at a page with. */
interface Looking {
  readonly place?: string;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  /** The browser says something about these by itself. */
  readonly expects?: RegExp;
}

/** An emulator that listens, and how clients send it requests. */
export async function inspected(options: EmulatorOptions = {}) {
  // The page asks for what this makes: from the sources, it is loaded before any page waits for it.
  await import("../../src/control/document.ts");
  const emulator = await createEmulator({
    fixtures: ["small"],
    frozenAt: noon,
    port: 0,
    ...options,
  });
  onTestFinished(() => emulator.close());
  return {
    emulator,
    url: emulator.url,
    send: (path: string, request: RequestInit = {}) => send(emulator, path, request),
  };
}

/** The same with pages that look at it. No page may complain of anything. */
export async function inspecting(browser: Browser, options: EmulatorOptions = {}) {
  const its = await inspected(options);
  return { ...its, look: (looking: Looking = {}) => look(browser, its.url, looking) };
}

/** Sends a request of a client over the socket. */
export function send(emulator: Emulator, path: string, request: RequestInit = {}) {
  return fetch(emulator.url + path, {
    ...request,
    headers: {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision: newest,
      ...(request.body !== undefined && { "content-type": "application/json" }),
      ...request.headers,
    },
  });
}

/** A body that writes an event. */
export const event = (email: string, name = "Placed Order"): string =>
  JSON.stringify({
    data: {
      type: "event",
      attributes: {
        properties: { value: 1 },
        metric: { data: { type: "metric", attributes: { name } } },
        profile: { data: { type: "profile", attributes: { email } } },
      },
    },
  });

/** A page that is open and hears the stream. */
export async function look(browser: Browser, url: string, looking: Looking = {}): Promise<Page> {
  const { place = "live", width = 1280, height = 800, colorScheme = "light", expects } = looking;
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  onTestFinished(async () => {
    await page.close();
    expect(complaints.filter((text) => expects?.test(text) !== true)).toEqual([]);
  });
  await page.goto(`${url}/#/${place}`);
  await page.getByText("streaming").waitFor();
  return page;
}

/** Of what is drawn it never tells a contrast. */
const isDrawn = ({ html }: { html: string }): boolean => html.startsWith("<text");

/** What axe-core finds wrong with a page, and contrasts that it cannot decide, in a line each. @param rules only these */
export async function faultsOf(page: Page, ...rules: string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const only = JSON.stringify(rules.length === 0 ? {} : { runOnly: rules });
  const found = await page.evaluate<{ id: string; help: string; nodes: { html: string }[] }[]>(
    `axe.run(document, ${only}).then(({ violations, incomplete }) =>
      [...violations, ...incomplete.filter(({ id }) => id === "color-contrast")])`,
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes
      .filter((node) => !isDrawn(node))
      .map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`),
  );
}

/** How far a page is wider than the screen. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
