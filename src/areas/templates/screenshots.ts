import { isDeepStrictEqual } from "node:util";
import { designedHtml, showsUniversal } from "../../domain/design/design.ts";
import { rendering } from "../../domain/rendering/load.ts";
import { TemplateError } from "../../domain/rendering/template-error.ts";
import { pictures } from "../../domain/objects/records.ts";
import { picture, pictureIn } from "../../domain/pictures.ts";
import { templates } from "../../domain/resources/template.ts";
import { invalid } from "../../jsonapi/refusal.ts";
import type { Keeping, Work } from "../../verbs/invocation.ts";
import type { Account } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import { type UniversalContent, universalContents } from "./universal-content.ts";

type Definition = UniversalContent["definition"];

/** @guess *_universal_content: A screenshot takes 10 seconds. */
const screenshotMs = 10_000;

const screenshotWork = "universal-content.screenshot";

/** A white dot: nothing here draws a block, and what fetches a screenshot gets an image. */
const blank = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==",
  "base64",
);

/** @guess *_universal_content: A screenshot of a broken template is `failed`, and of an empty block or a spacer `not_renderable`. */
function outcomeOf({ type, data }: Definition): "completed" | "failed" | "not_renderable" {
  if (type === "spacer") return "not_renderable";
  if (type !== "html" && type !== "text") return "completed";
  const { content } = data as { readonly content: string };
  if (content.trim() === "") return "not_renderable";
  try {
    rendering().compile(content);
    return "completed";
  } catch (error) {
    if (error instanceof TemplateError) return "failed";
    throw error;
  }
}

interface Screenshot {
  readonly content: string;
  readonly definition: Definition;
  readonly status: ReturnType<typeof outcomeOf>;
}

/** Screenshots follow what is shown, on the clock: generating, or stale, until the next one is there. */
export const keeping: Keeping<UniversalContent> = {
  asKept: ({ definition, ...given }) =>
    definition === undefined ? given : { ...given, definition: shownTo(definition) },
  refuse(_, { definition }, before) {
    if (before === undefined || definition.type === before.definition.type) return undefined;
    const detail = `The type of a block stays as it is: ${before.definition.type}.`;
    // @guess update_universal_content: The type of a block cannot be changed.
    return invalid("/data/attributes/definition/type", detail);
  },
  becomes: (record, before) =>
    isDeepStrictEqual(record.definition, before.definition)
      ? record
      : { ...record, screenshot_status: before.screenshot_url === "" ? "generating" : "stale" },
  after(account, { id, definition }, before, now) {
    if (isDeepStrictEqual(definition, before?.definition)) return;
    account.commit(followed(account, id));
    const input: Screenshot = { content: id, definition, status: outcomeOf(definition) };
    account.later(screenshotWork, input, now + screenshotMs);
  },
  along: (_, record) => dropped(record),
};

/** A block with whom it is shown to, which is everybody where it is not said (recorded). */
function shownTo(definition: Definition): Definition {
  const { display_options: said } = (definition.data ?? {}) as { display_options?: object };
  if (said === undefined) return definition;
  const display_options = { show_on: "all", visible_check: "", ...said };
  return { ...definition, data: { ...(definition.data as object), display_options } } as Definition;
}

/** The templates that show a block follow it, those of messages that have not gone, too. */
const followed = (account: Account, id: string): Change[] =>
  [...account.table(templates).all()]
    .filter(({ definition }) => showsUniversal(definition, id))
    .map((each) => put(templates, { ...each, html: designedHtml(account, each.definition) }));

const dropped = ({ screenshot_url }: UniversalContent): readonly Change[] => {
  const id = pictureIn(screenshot_url);
  return id === undefined ? [] : [drop(pictures, id)];
};

export function withScreenshot(
  account: Account,
  record: UniversalContent,
  status: UniversalContent["screenshot_status"],
): readonly Change[] {
  const made = status === "completed" ? picture(account, blank, "png") : undefined;
  const shown = { screenshot_status: status, screenshot_url: made?.path ?? "" };
  return [
    ...dropped(record),
    ...(made ? [made.change] : []),
    put(universalContents, { ...record, ...shown }),
  ];
}

export const work: Readonly<Record<string, Work>> = {
  [screenshotWork]: (account: Account, { content, definition, status }: Screenshot) => {
    const record = account.table(universalContents).get(content);
    // It was changed once more since then: another screenshot is on its way.
    if (record === undefined || !isDeepStrictEqual(record.definition, definition)) return;
    account.commit(withScreenshot(account, record, status));
  },
};
