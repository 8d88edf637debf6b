import { describe, expect, it } from "vitest";
import type { Operation } from "../../src/contract/compile.ts";
import { api } from "../support/described.ts";
import { drivenAsks, isOfQuery } from "../support/driven-requests.ts";
import { emulate } from "../support/emulate.ts";
import { type Line, lines, publishedAsks, rowAsks } from "../support/published-requests.ts";
import { type Difference, differences } from "./differences.ts";

interface Finding {
  readonly operation: string;
  readonly is: string;
}

const without = (some: Iterable<string>, others: ReadonlySet<string>): string[] =>
  [...some].filter((each) => !others.has(each));

/** What one side has and the other has not. */
function compared(
  operation: string,
  published: ReadonlySet<string>,
  ours: ReadonlySet<string>,
): Finding[] {
  return [
    ...without(ours, published).map((what) => ({ operation, is: `more ${what}` })),
    ...without(published, ours).map((what) => ({ operation, is: `less ${what}` })),
  ];
}

const isOf = ({ operation, is }: Finding, line: Difference): boolean =>
  line.operations.test(operation) && line.is.test(is);

const onPurpose = (finding: Finding): boolean => differences.some((line) => isOf(finding, line));

/** Each row, with what is published of it. */
const held: (readonly [Operation, Line])[] = lines.flatMap((line) => {
  const operation = api.operations.get(line.id);
  return operation ? [[operation, line] as const] : [];
});

describe("row against contract", () => {
  const findings = held.flatMap(([row, line]) =>
    compared(row.id, publishedAsks(line), rowAsks(row)),
  );

  it("has no published operation without a row, and no row that is not published", () => {
    expect([...api.operations.keys()].toSorted()).toEqual(lines.map(({ id }) => id));
  });

  it("differs in no way that is not on the list", () => {
    expect(findings.filter((finding) => !onPurpose(finding))).toEqual([]);
  });

  it("differs in every way that is on the list, with a reason", () => {
    const idle = differences.filter((line) => !findings.some((finding) => isOf(finding, line)));
    expect(idle).toEqual([]);
    expect(differences.filter(({ why }) => why === "")).toEqual([]);
    expect(differences.length).toBeLessThanOrEqual(25);
  });

  it("comes to these counts", () => {
    const counts = [`${held.length} rows held`, `${differences.length} differences on purpose`];
    expect(`row against contract: ${counts.join(", ")}`).toBe(
      "row against contract: 345 rows held, 9 differences on purpose",
    );
  });
});

describe("the built rows take what is published, and nothing near by:", () => {
  it.each([...new Set(held.map(([{ area }]) => area))])("%s", async (area) => {
    const { emulator } = await emulate();
    const findings: Finding[] = [];
    for (const [row, line] of held) {
      if (row.area !== area) continue;
      const published = new Set([...publishedAsks(line)].filter(isOfQuery));
      findings.push(...compared(row.id, published, await drivenAsks(emulator, row, line)));
    }
    expect(findings.filter((finding) => !onPurpose(finding))).toEqual([]);
  });
});
