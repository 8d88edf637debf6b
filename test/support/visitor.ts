import type { Browser } from "@playwright/test";
import { expect, onTestFinished, vi } from "vitest";
import { Bidi, type Told } from "./bidi.ts";
import { using } from "./browsers.ts";
import { look } from "./inspector.ts";

/** What a browser does for a visitor. */
interface Hands {
  /** Presses keys one after the other, such as `g`, `Escape`, and `Control+Enter`. */
  presses(...keys: readonly string[]): Promise<void>;
  /** Clicks the button with this name. */
  clicks(button: string): Promise<void>;
  /** Writes a text into a field in place of what is in it. @param field a CSS selector */
  fills(field: string, text: string): Promise<void>;
}

/** Somebody who looks at the inspector, in whichever browser. */
export interface Visitor extends Hands {
  /** Waits until an element shows all of these texts. @param within a CSS selector */
  sees(within: string, ...texts: readonly (string | RegExp)[]): Promise<void>;
  /** Goes to the view with this heading by its keys. */
  goes(heading: string, ...keys: readonly string[]): Promise<void>;
}

/** A visitor to the inspector with Chromium. */
export async function withChromium(browser: Browser, url: string): Promise<Visitor> {
  const page = await look(browser, url);
  const ask = (expression: string) => page.evaluate<string>(expression);
  const presses = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  return {
    sees: seeing(ask),
    goes: going(ask, presses),
    presses,
    clicks: (name) => page.getByRole("button", { name, exact: true }).click(),
    fills: (field, text) => page.locator(field).fill(text),
  };
}

/** A Firefox of this machine, for all tests of a `describe`. */
export const usingFirefox = (): (() => Bidi) => using("Firefox", Bidi.firefox);

/** A visitor to the inspector with Firefox. */
export async function withFirefox(bidi: Bidi, url: string): Promise<Visitor> {
  const events = ["log.entryAdded", "network.responseCompleted"];
  await bidi.send("session.subscribe", { events });
  const { context } = await bidi.send<{ context: string }>("browsingContext.create", {
    type: "tab",
  });
  onTestFinished(async () => {
    await bidi.send("browsingContext.close", { context });
    expect(bidi.told.splice(0).flatMap(complaintIn)).toEqual([]);
  });
  const viewport = { width: 1280, height: 800 };
  await bidi.send("browsingContext.setViewport", { context, viewport });
  await bidi.send("browsingContext.navigate", { context, url: `${url}/#/live`, wait: "complete" });
  const ask = async (expression: string) => {
    const asked = { expression, target: { context }, awaitPromise: false };
    const { result } = await bidi.send<{ result: { value: string } }>("script.evaluate", asked);
    return result.value;
  };
  const sees = seeing(ask);
  await sees("body", "streaming");
  const hands = handsIn(bidi, context);
  return { sees, goes: going(ask, hands.presses), ...hands };
}

/** The hands of whoever looks at a tab. */
function handsIn(bidi: Bidi, context: string): Hands {
  const act = (type: string, actions: readonly object[]) =>
    bidi.send("input.performActions", { context, actions: [{ type, id: type, actions }] });
  const clickOn = async (locator: object) => {
    const element = await vi.waitFor(async () => {
      const { nodes } = await bidi.send<{ nodes: readonly { sharedId: string }[] }>(
        "browsingContext.locateNodes",
        { context, locator },
      );
      if (nodes[0] === undefined) throw new Error(`nothing to click: ${JSON.stringify(locator)}`);
      return { sharedId: nodes[0].sharedId };
    }, patience);
    const move = { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element } };
    const click = ["pointerDown", "pointerUp"].map((type) => ({ type, button: 0 }));
    await act("pointer", [move, ...click]);
  };
  // In one go: between two keys of which one belongs to the other, a machine that is busy must not let time pass.
  const presses = async (...keys: readonly string[]) => {
    await act(
      "key",
      keys.flatMap((key) => {
        const values = key.split("+").map((name) => keyCodes[name] ?? name);
        const down = values.map((value) => ({ type: "keyDown", value }));
        return [...down, ...values.map((value) => ({ type: "keyUp", value })).toReversed()];
      }),
    );
  };
  return {
    presses,
    clicks: (name) => clickOn({ type: "accessibility", value: { role: "button", name } }),
    fills: async (field, text) => {
      await clickOn({ type: "css", value: field });
      await presses("Control+a", ...text);
    },
  };
}

/** @param ask what an expression comes to in the page: here a JSON of texts, as people see them */
const seeing =
  (ask: (expression: string) => Promise<string>): Visitor["sees"] =>
  async (within, ...texts) => {
    const elements = `[...document.querySelectorAll(${JSON.stringify(within)})]`;
    const expression = `JSON.stringify(${elements}.map(({ innerText }) => innerText))`;
    await vi.waitFor(async () => {
      const shown: readonly string[] = JSON.parse(await ask(expression));
      const showsAll = (all: string) =>
        texts.every((text) => (typeof text === "string" ? all.includes(text) : text.test(all)));
      if (!shown.some(showsAll)) throw new Error(`${texts.join(", ")} not in ${shown.join("\n")}`);
    }, patience);
  };

/** The keys of a view belong together for a second only. On a busy machine they are pressed again. */
const going =
  (ask: (expression: string) => Promise<string>, presses: Hands["presses"]): Visitor["goes"] =>
  async (heading, ...keys) => {
    const isThere = async () => (await ask("document.querySelector('h1').innerText")) === heading;
    await vi.waitFor(
      async () => {
        if (await isThere()) return;
        await presses(...keys);
        await vi.waitFor(async () => expect(await isThere()).toBe(true), { timeout: 2000 });
      },
      { ...patience, interval: 500 },
    );
  };

/** How long something may take to be seen. */
const patience = { timeout: 20_000, interval: 20 };

/** The keys whose names are no characters, as the protocol has them. */
const keyCodes: Readonly<Record<string, string>> = {
  Control: "\uE009",
  Enter: "\uE007",
  Escape: "\uE00C",
};

/** What the page complains of, if it does so here. */
function complaintIn({ method, params }: Told): string[] {
  if (method === "log.entryAdded") return [String(params["text"])];
  const { status, url } = (params["response"] ?? {}) as { status?: number; url?: string };
  return status !== undefined && status >= 400 ? [`${status} ${url}`] : [];
}
