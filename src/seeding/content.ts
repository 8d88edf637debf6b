import type { Image } from "../areas/images/operations.ts";
import type { Template } from "../domain/resources/template.ts";
import type { UniversalContent } from "../areas/templates/universal-content.ts";
import { wholeHtml } from "../areas/templates/whole-html.ts";
import { formatOf, pictureBytesMax, pictureFormats } from "../domain/pictures.ts";
import { hexId, numericId, shortId } from "../world/ids.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import type { GeneratedContent } from "./generate/content.ts";
import { founded, Named, pastTime, type Streams, unknownName } from "./groups.ts";
import type { Place } from "./input/place.ts";
import type { ContentPlan, PlanTime } from "./plan.ts";
import type { PlannedIds } from "./planned-ids.ts";

/** What is written somewhere. */
interface Placed<T> {
  readonly item: T;
  readonly place: Place;
}

type Form = Parameters<PlannedIds["claim"]>[1];

/**
 * Templates, universal content and images of an account, in the order of the files.
 *
 * @param made what comes behind them, under names of its own
 * @throws FixtureError for a name that is there twice, and for what is no image
 */
export function contentOf(
  draft: AccountDraft,
  ids: PlannedIds,
  streams: Streams,
  made: GeneratedContent,
): ContentPlan {
  const withMade = <T>(written: Iterable<Placed<T>>, more: readonly T[]): Placed<T>[] => {
    const place = draft.parts[0]?.place.at("generate") as Place;
    return [...written, ...more.map((item) => ({ item, place }))];
  };
  const base = (
    given: { readonly id?: string; readonly name: string; readonly created?: string },
    place: Place,
    form: Form,
    draw: () => string,
  ): { id: string; name: string; created: PlanTime } => ({
    id: given.id === undefined ? ids.draw(draw) : ids.claim(given.id, form, place.at("id")),
    name: given.name,
    created: given.created === undefined ? founded : pastTime(given.created, place.at("created")),
  });
  const templates = new Named<ContentPlan["templates"][number]>("template");
  for (const { item, place } of withMade(itemsOf(draft, "templates"), made.templates)) {
    const { editor_type = "CODE", html = "", text = null, amp = null, definition = null } = item;
    const named = base(item, place, "group", () => shortId(streams("template")));
    const bodies: Pick<Template, "html" | "text" | "amp"> = { html: wholeHtml(html), text, amp };
    templates.add({ ...named, editor_type, ...bodies, definition }, place);
  }
  const universal = new Named<ContentPlan["universal"][number]>("universal content");
  for (const { item, place } of itemsOf(draft, "universal_content")) {
    const { definition, screenshot_status = "completed" } = item;
    const named = base(item, place, "hex", () => hexId(streams("universal content")));
    const shown: Pick<UniversalContent, "definition" | "screenshot_status"> = {
      definition,
      screenshot_status,
    };
    universal.add({ ...named, ...shown }, place);
  }
  const images = new Named<ContentPlan["images"][number]>("image");
  for (const { item, place } of withMade(itemsOf(draft, "images"), made.images)) {
    const named = base(item, place, "number", () => numericId(streams("image")));
    const { hidden = false } = item;
    images.add({ ...named, hidden, ...bytesOf(item.data, place.at("data")) }, place);
  }
  return { templates: templates.plans, universal: universal.plans, images: images.plans };
}

/** The id of a template by its name. @throws FixtureError if there is none */
export function templateNamed({ templates }: ContentPlan, name: string, place: Place): string {
  const found = templates.find((each) => each.name === name);
  if (found !== undefined) return found.id;
  const all = templates.map((each) => each.name);
  throw unknownName("template", name, all, place);
}

/** How what is written out is called. */
export const namesOf = (draft: AccountDraft) => ({
  templates: Array.from(itemsOf(draft, "templates"), ({ item }) => item.name),
  images: Array.from(itemsOf(draft, "images"), ({ item }) => item.name),
});

/** The bytes of an image, as base64 or as a `data:` URI. */
function bytesOf(data: string, place: Place): Pick<Image, "format" | "size"> & { base64: string } {
  const base64 = data.replace(/^data:image\/\w+;base64,/, "").replaceAll(/\s/g, "");
  const bytes = Buffer.from(base64, "base64");
  const format = formatOf(bytes);
  if (format === undefined) {
    throw place.error(`expected the bytes of an image in base64: ${pictureFormats.join(", ")}`);
  }
  if (bytes.length > pictureBytesMax) {
    throw place.error(`an image has at most ${pictureBytesMax} bytes, not ${bytes.length}`);
  }
  return { format, size: bytes.length, base64: bytes.toString("base64") };
}
