import type { ReportCard } from "../../report/card-shape.ts";
import { cardPage } from "../../report/printed/card-page.ts";
import type { ReceiverCard } from "../../report/receivers/card-shape.ts";
import { receiverPage } from "../../report/receivers/formats.ts";
import { pageText } from "./page-text.ts";

/** A report card as text for a terminal of this width. Default: 80 columns. */
export const reportText = (
  card: ReportCard,
  { width }: { readonly width?: number | undefined } = {},
): string => pageText(cardPage(card), width);

/** The same of a receiver's card. */
export const receiverText = (card: ReceiverCard, width: number | undefined): string =>
  pageText(receiverPage(card), width);
