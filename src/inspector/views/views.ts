import type { View } from "../frame/view.ts";
import { Calls } from "./calls/calls.tsx";
import { Data } from "./data/data.tsx";
import { Deliveries } from "./deliveries/deliveries.tsx";
import { Explore } from "./explore/explore.tsx";
import { Faults } from "./faults/faults.tsx";
import { Limits } from "./limits/limits.tsx";
import { Live } from "./live/live.tsx";
import { Outbox } from "./outbox/outbox.tsx";
import { Report } from "./report/report.tsx";
import { Revisions } from "./revisions/revisions.tsx";
import { Scenarios } from "./scenarios/scenarios.tsx";
import { Time } from "./time/time.tsx";

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
    id: "calls",
    letter: "c",
    group: "Traffic",
    title: "Calls",
    question: "Did each call come back as it was asked to?",
    Component: Calls,
    count: ({ card }) => ({
      count: card.value?.rules.filter(({ verdict }) => verdict === "fail").length ?? 0,
      tone: "bad",
      icon: "fail",
      title: "rules broken",
    }),
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
  {
    id: "faults",
    letter: "f",
    group: "Trouble",
    title: "Faults",
    question: "What will go wrong, and which requests have met it?",
    Component: Faults,
    count: ({ faults }) => ({
      count: faults.value.filter(({ state, hits }) => state === "active" && hits.count > 0).length,
      tone: "fault",
      icon: "bolt",
      title: "active faults that were met",
    }),
  },
  {
    id: "scenarios",
    letter: "s",
    group: "Trouble",
    title: "Scenarios",
    question: "How far is each scenario, and what did it find?",
    Component: Scenarios,
  },
  {
    id: "explore",
    letter: "x",
    group: "Trouble",
    title: "Explore",
    question: "Which faults break my client, and how few are enough?",
    Component: Explore,
    count: ({ exploration: { value } }) => ({
      count: value?.result?.defects.length ?? value?.progress?.found ?? 0,
      tone: "bad",
      icon: "fail",
      title: "defects found",
    }),
  },
  {
    id: "time",
    letter: "t",
    group: "World",
    title: "Time",
    question: "What time is it in the emulator, and what falls due when?",
    Component: Time,
  },
  {
    id: "data",
    letter: "d",
    group: "World",
    title: "Data",
    question: "Which people and records are there, and what happened to them?",
    Component: Data,
  },
  {
    id: "outbox",
    letter: "o",
    group: "World",
    title: "Outbox",
    question: "Which messages were sent, and what became of them?",
    Component: Outbox,
  },
  {
    id: "deliveries",
    letter: "w",
    group: "World",
    title: "Deliveries",
    question: "Did the receiver get it, and acknowledge it?",
    Component: Deliveries,
  },
  {
    id: "revisions",
    letter: "v",
    group: "World",
    title: "Revisions",
    question: "Which revisions are served, and what differs between two?",
    Component: Revisions,
  },
  {
    id: "report",
    letter: "r",
    group: "Verdict",
    title: "Report",
    question: "What did the client do well, and what should it do better?",
    Component: Report,
  },
];
