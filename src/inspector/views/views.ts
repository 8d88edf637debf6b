import type { View } from "../frame/view.ts";
import { Limits } from "./limits/limits.tsx";
import { Live } from "./live/live.tsx";

/** The views, as the rail shows them. */
export const views: readonly View[] = [
  {
    id: "live",
    letter: "l",
    group: "Traffic",
    title: "Live",
    question: "What is my client asking, and what does it get?",
    Component: Live,
  },
  {
    id: "limits",
    letter: "i",
    group: "Traffic",
    title: "Limits",
    question: "Which windows are full, and when do they open?",
    Component: Limits,
    count: ({ shut }) => ({
      count: shut.value.length,
      tone: "wait",
      icon: "wait",
      title: shut.value.length === 1 ? "window shut" : "windows shut",
    }),
  },
];
