import type { ReportCard } from "../card-shape.ts";
import { formatsOf } from "../page/formats.ts";
import { cardPage } from "./card-page.ts";

export const formats = formatsOf<ReportCard>(cardPage);

export const { write: htmlOf } = formats.html;
export const { write: markdownOf } = formats.markdown;
export const { write: junitOf } = formats.junit;
