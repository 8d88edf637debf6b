import { literal, integer } from "../../../contract/shape.ts";
import { durationShape } from "../../time/duration.ts";
import { kind, readMs } from "../kind.ts";

export const drop = kind({
  name: "drop",
  shape: literal(true),
  means: "Of a delivery: it is never sent.",
  does: "Never send the delivery",
  step: "drop",
  on: "delivery",
  ends: true,
  makesSense(_, { given, fail }) {
    const others = given.filter((name) => name !== "drop").join(", ");
    if (others !== "") throw fail(`what is dropped is never sent: leave out ${others}`, "drop");
  },
});

export const duplicate = kind({
  name: "duplicate",
  shape: integer({ min: 2, max: 100 }),
  means: "Of a delivery: it is sent this many times in all, with the same external_ids.",
  flag: "<number>",
  does: "Send the delivery this many times in all",
  step: "duplicate:2",
  on: "delivery",
});

export const reorder = kind({
  name: "reorder",
  shape: integer({ min: 2, max: 100 }),
  means:
    "Of a delivery: it is held back until there are this many, and they are sent in reverse; after a minute without the others.",
  flag: "<number>",
  does: "Hold deliveries back until there are this many, and send them in reverse",
  step: "reorder:3",
  on: "delivery",
  makesSense(_, { given, fail }) {
    if (!given.includes("delay")) return;
    throw fail("reorder says itself when: leave out delay", "delay");
  },
});

export const batch = kind({
  name: "batch",
  shape: integer({ min: 1, max: 1000 }),
  means: "Of a delivery: it is split into calls of this many events.",
  flag: "<number>",
  does: "Split the delivery into calls of this many events",
  step: "batch:1",
  on: "delivery",
});

export const signature = kind({
  name: "signature",
  shape: literal("wrong", "missing"),
  means: "Of a delivery: its signature is not that of its bytes, or is left out.",
  flag: "<how>",
  does: "Send a delivery whose signature is wrong or missing",
  step: "signature:wrong",
  on: "delivery",
});

/** How far off time stamps can be: the service's own tolerance is minutes. */
const timestampMsMax = 366 * 86_400_000;

export const timestamp = kind({
  name: "timestamp",
  shape: durationShape(),
  means: "Of a delivery: its time stamps are so far off, such as -10m; it is signed with them.",
  flag: "<offset>",
  does: "Shift the time stamps of the delivery, such as -10m",
  step: "timestamp:-10m",
  on: "delivery",
  read(value, written) {
    const usual = "expected how far off it is, at most a year, such as -10m";
    const isRight = (ms: number) => ms !== 0 && Math.abs(ms) <= timestampMsMax;
    return readMs(value, "timestamp", written, usual, isRight);
  },
});
