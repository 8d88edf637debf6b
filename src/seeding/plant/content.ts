import { image } from "../../areas/images/operations.ts";
import { templates } from "../../domain/resources/template.ts";
import type { Template } from "../../domain/resources/template.ts";
import { withScreenshot } from "../../areas/templates/screenshots.ts";
import {
  type UniversalContent,
  universalContents,
} from "../../areas/templates/universal-content.ts";
import { type PictureFormat, picture } from "../../domain/pictures.ts";
import type { Account } from "../../world/account.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import type { Stored } from "../../world/store/record.ts";
import { type Collection, put } from "../../world/store/store.ts";
import type { ContentPlan, PlanTime } from "../plan.ts";
import { instantOf } from "../fixture/times.ts";

/** Puts templates, universal content and images into an account: what is there already stays as it is. */
export function plantContent(account: Account, plan: ContentPlan, planted: number): void {
  /** In the order in which they came to be. */
  const made = <R extends Stored, P extends { id: string; created: PlanTime }>(
    collection: Collection<R>,
    things: readonly P[],
  ) =>
    things
      .filter(({ id }) => account.table(collection).get(id) === undefined)
      .map((thing) => ({ ...thing, created: instantOf(thing.created, planted) }))
      .sort((a, b) => a.created - b.created)
      .map((thing) => ({ ...thing, updated: thing.created, seq: account.nextSeq() }));
  const records: readonly Template[] = made(templates, plan.templates);
  account.commit(records.map((record) => put(templates, record)));
  for (const each of made(universalContents, plan.universal)) {
    const record: UniversalContent = { ...each, screenshot_url: "" };
    account.commit(withScreenshot(account, record, record.screenshot_status));
  }
  const images = collectionOf(image);
  for (const { base64, created: _, ...each } of made(images, plan.images)) {
    const bytes = Buffer.from(base64, "base64");
    const { change, path } = picture(account, bytes, each.format as PictureFormat);
    account.commit([change, put(images, { ...each, image_url: path })]);
  }
}
