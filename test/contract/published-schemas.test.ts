import { describe, expect, it } from "vitest";
import { api } from "../support/described.ts";
import { answerDifferences, bodyDifferences, successDifferences } from "../support/published.ts";
import { differences, explanationOf, type Kind } from "./differences.ts";

const of: Readonly<Record<Kind, typeof bodyDifferences>> = {
  answer: answerDifferences,
  body: bodyDifferences,
  success: successDifferences,
};
const kinds = Object.keys(of) as readonly Kind[];

/** Each difference of each built row, with the line that explains it. */
const found = [...api.operations.values()]
  .filter((operation) => operation.built)
  .flatMap((operation) =>
    kinds.flatMap((kind) =>
      of[kind](operation).map((what) => {
        const explanation = explanationOf(kind, operation.id, what);
        return { kind, said: `${operation.id} ${what}`, explanation };
      }),
    ),
  );

describe("in the newest revision", () => {
  it.each(kinds)("the %s of every built row is as published, or differs on purpose", (kind) => {
    const without = found.filter((each) => each.kind === kind && each.explanation === undefined);
    expect(without.map(({ said }) => said)).toEqual([]);
  });

  it("whatever is said to differ on purpose does", () => {
    const met = new Set(found.map(({ explanation }) => explanation));
    expect(differences.filter((each) => !met.has(each))).toEqual([]);
  });

  it("no more than 25 lines say what differs on purpose", () => {
    expect(differences.length).toBeLessThanOrEqual(25);
  });
});
