import { describe, expect, it } from "vitest";
import { api } from "../support/described.ts";
import { answerDifferences, bodyDifferences } from "../support/published.ts";
import { differences } from "./differences.ts";
import { differencesOfSchemas, explanationOf } from "../../src/contract/drift/on-purpose.ts";

/** Each difference of each row, with the line that explains it. */
const found = [...api.operations.values()].flatMap((operation) =>
  [...bodyDifferences(operation), ...answerDifferences(operation)].map((is) => ({
    is: `${operation.id}: ${is}`,
    line: explanationOf(operation.id, is),
  })),
);

describe("the bodies and answers of every built row in the newest revision", () => {
  it("are as published, or differ on purpose", () => {
    const unexplained = found.filter(({ line }) => line === undefined);
    expect(unexplained.map(({ is }) => is)).toEqual([]);
  });

  it("differ in every way that is on the list", () => {
    const met = new Set(found.map(({ line }) => line));
    expect(differencesOfSchemas.filter((each) => !met.has(each))).toEqual([]);
    expect(differencesOfSchemas.filter(({ why }) => why === "")).toEqual([]);
  });

  it("are, with those of the requests, few enough to be known by heart", () => {
    expect(differencesOfSchemas.length + differences.length).toBeLessThanOrEqual(25);
  });
});
