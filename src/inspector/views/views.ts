import type { View } from "../frame/rail.tsx";
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
import { Sandboxes } from "./sandboxes/sandboxes.tsx";
import { Scenarios } from "./scenarios/scenarios.tsx";
import { Time } from "./time/time.tsx";

/** Views of a group by their titles; in an address a title is in lower case. */
const grouped = (
  group: View["group"],
  views: Readonly<
    Record<string, readonly [View["letter"], View["question"], View["Component"], View["count"]?]>
  >,
): View[] =>
  Object.entries(views).map(([title, [letter, question, Component, count]]) => {
    return { id: title.toLowerCase(), letter, group, title, question, Component, count };
  });

const broken: View["count"] = ({ card }) => ({
  count: card.value?.rules.filter(({ verdict }) => verdict === "fail").length ?? 0,
  look: ["bad", "fail", "rules broken"],
});

const shut: View["count"] = ({ shut: { value } }) => ({
  count: value.length,
  look: ["wait", "wait", value.length === 1 ? "window shut" : "windows shut"],
});

const failed: View["count"] = ({ sandboxes: { value } }) => ({
  count: value.filter(({ became }) => became === "failed").length,
  look: ["bad", "fail", "tests failed"],
});

const met: View["count"] = ({ faults }) => ({
  count: faults.value.filter(({ state, hits }) => state === "active" && hits.count > 0).length,
  look: ["fault", "bolt", "active faults that were met"],
});

const found: View["count"] = ({ exploration: { value } }) => ({
  count: value?.result?.defects.length ?? value?.progress?.found ?? 0,
  look: ["bad", "fail", "defects found"],
});

export const views: readonly View[] = [
  ...grouped("Traffic", {
    Live: ["l", "What is my client asking, and what does it get?", Live],
    Calls: ["c", "Did each call come back as it was asked to?", Calls, broken],
    Sandboxes: ["b", "Which test asked what, and which failed first?", Sandboxes, failed],
    Limits: ["i", "Which windows are full, and when do they open?", Limits, shut],
  }),
  ...grouped("Trouble", {
    Faults: ["f", "What will go wrong, and which requests have met it?", Faults, met],
    Scenarios: ["s", "How far is each scenario, and what did it find?", Scenarios],
    Explore: ["x", "Which faults break my client, and how few are enough?", Explore, found],
  }),
  ...grouped("World", {
    Time: ["t", "What time is it in the emulator, and what falls due when?", Time],
    Data: ["d", "Which people and records are there, and what happened to them?", Data],
    Outbox: ["o", "Which messages were sent, and what became of them?", Outbox],
    Deliveries: ["w", "Did the receiver get it, and acknowledge it?", Deliveries],
    Revisions: ["v", "Which revisions are served, and what differs between two?", Revisions],
  }),
  ...grouped("Verdict", {
    Report: ["r", "What did the client do well, and what should it do better?", Report],
  }),
];
