import { controlBytesMax, type ControlOperation } from "../control/operation.ts";
import { readAs } from "../control/read.ts";
import type { Explorations } from "./explorations.ts";
import { explorationShape, type ExplorationView } from "./exploration-shape.ts";
import { type Found, foundShape } from "./result-shape.ts";

/** What is known of explorations, as the library has it. */
export interface ExplorationFace {
  /** Returns the last exploration of this emulator, or the one that runs, with what it has found so far. */
  get(): ExplorationView;
  /**
   * Shows the result of another exploration, such as the `explore.json` of a run in CI.
   *
   * @throws ControlError for what is no such result, or while an exploration runs on this emulator
   */
  show(found: Found): void;
}

export const explorationFace = (explorations: Explorations): ExplorationFace => ({
  get: () => structuredClone(explorations.view()),
  show: (found) => explorations.show(readAs<Found>(foundShape, found)),
});

const whole = "an exploration is the whole emulator's";

export const explorationOperations = (explorations: Explorations): readonly ControlOperation[] => [
  {
    method: "GET",
    path: "/_emulator/explore",
    does: "the last exploration, or the one that runs: how far it is, and what it has found",
    whole,
    answer: explorationShape,
    run: () => explorations.view(),
  },
  {
    method: "POST",
    path: "/_emulator/explore",
    does: "shows the result of another exploration, given as its explore.json",
    whole,
    body: foundShape,
    bytesMax: controlBytesMax,
    status: 204,
    run: ({ body }) => explorations.show(body as unknown as Found),
  },
];
