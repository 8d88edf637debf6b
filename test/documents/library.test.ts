import { expect, it } from "vitest";
import { partsOf } from "../support/interfaces.ts";
import { textOf } from "../support/pages.ts";

it("the page of the library has every part of the emulator, and no other", () => {
  const [, page = ""] = textOf("docs/reference/library.md").split("## The emulator");
  const shown = [...page.matchAll(/^\| `([\w.]+(?:\(\))?)` \|/gm)].map(([, part]) => part);
  const parts = partsOf("Emulator");
  expect(parts.length).toBeGreaterThan(50);
  expect(shown.toSorted()).toEqual(parts.toSorted());
});
