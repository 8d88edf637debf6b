import { counted, secondsText } from "../figures.ts";
import type { ReceiverCard } from "./card-shape.ts";

/** How much was seen, in one line. */
export const receiverRunText = ({ run }: ReceiverCard): string =>
  `${counted(run.requests, "delivery", "deliveries")} sent, ${secondsText(run.seconds)}`;
