import { foundPage } from "../../explore/printed/found-page.ts";
import type { Found } from "../../explore/result-shape.ts";
import { pageText } from "./page-text.ts";

/** What an exploration found, as text for a terminal of this width. */
export const foundText = (found: Found, width: number | undefined): string =>
  pageText(foundPage(found), width);
