import { oldestRevision, type Revision, revisionAt, revisions } from "../../contract/revisions.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import { nearest } from "../../world/name-match.ts";
import { Failure } from "../terminal/terminal.ts";

/** A served revision as a user writes it: a date between two of them is the earlier one. */
export function readRevision(text: string): Revision {
  const served = revisions.filter((revision) => revision >= oldestRevision);
  const found = served.find((revision) => revision === text);
  if (found !== undefined) return found;
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && parseDatetime(text) !== undefined;
  const between = isDate ? revisionAt(text) : undefined;
  if (between !== undefined && between < oldestRevision)
    throw new Failure(`revision ${text} is retired: the oldest served is ${oldestRevision}`, 2);
  if (between !== undefined) return between;
  const near = nearest(text, served);
  const advice = near === undefined ? "" : `did you mean ${near}? `;
  const range = `The oldest is ${oldestRevision}, the newest ${served.at(-1)}`;
  throw new Failure(`no revision '${text}': ${advice}${range}`, 2);
}
