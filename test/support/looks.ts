import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

const source = readFileSync(new URL("in-page.js", import.meta.url), "utf8");

/** What a page looks like, asked in the page itself, whose types are none of Node's. */
export function lookAt(page: Page) {
  const ask = <T>(call: string): Promise<T> =>
    page.evaluate<T>(`(() => {${source}; return ${call};})()`);
  return {
    /** Texts with less contrast than that. */
    weakTexts: (least: number) =>
      ask<{ weak: string[]; seen: number }>(`looks.weakTexts(${least})`),
    /** Texts that are not wholly within their picture. */
    overflowingTexts: () =>
      ask<{ overflowing: string[]; seen: number }>("looks.overflowingTexts()"),
  };
}
