import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { emulate } from "../../support/emulate.ts";
import { usingChromium } from "../../support/browsers.ts";
import { type Mail, mails } from "./mails.ts";

/** MAILS_FOLDER keeps a picture of each, to be looked at. */
const folder = process.env["MAILS_FOLDER"];

const told = (attributes: object, id?: string) => ({ data: { type: "template", id, attributes } });

/** A mail as the service renders it. */
async function rendered({ definition, context = {} }: Mail): Promise<string> {
  const { post } = await emulate();
  const said = { name: "Mail", editor_type: "USER_DRAGGABLE", definition };
  const { id } = (await post("/api/templates", told(said))).data;
  const { data } = await post("/api/template-render", told({ context }, id));
  return String(data.attributes["html"]);
}

/** What is wider than the page, and pictures that are not there. */
const faults = (page: Page): Promise<string[]> =>
  page.evaluate(`[
    ...[...document.querySelectorAll("body *")]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
      .map((each) => each.tagName + " is " + each.getBoundingClientRect().right + " wide"),
    ...[...document.images].filter((each) => each.naturalWidth === 0).map(({ alt }) => "no picture: " + alt),
  ]`);

describe("a mail put together by drag and drop", () => {
  const browser = usingChromium();

  it.each(Object.entries(mails))(
    "%s is whole on a wide screen and on a narrow one",
    async (name, mail) => {
      const page = await browser().newPage();
      try {
        await page.setContent(await rendered(mail));
        for (const width of [600, 360]) {
          await page.setViewportSize({ width, height: 900 });
          const seen = await page.locator("body").innerText();
          const { [width]: own, ...others } = mail.only ?? {};
          for (const text of [...mail.seen, own ?? ""]) expect(seen).toContain(text);
          for (const text of Object.values(others)) expect(seen).not.toContain(text);
          expect(await faults(page)).toEqual([]);
          if (folder === undefined) continue;
          mkdirSync(folder, { recursive: true });
          await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
        }
      } finally {
        await page.close();
      }
    },
  );
});
