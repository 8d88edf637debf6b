import type { ApiArea } from "../../verbs/call.ts";
import { plannedImages } from "./planned.ts";

export const imagesArea: ApiArea = {
  name: "images",
  resources: [],
  operations: plannedImages,
  behavior: {},
};
