import { counted } from "../../report/figures.ts";
import { type Block, listOf, type Page, said, type TestCase } from "../../report/page/page.ts";
import { assumedText, type Comparison, type FoundDifference, type Likeness } from "./comparison.ts";

const likenesses: Readonly<Record<Likeness, string>> = {
  equal: "equal",
  shape: "same shape",
  status: "same status",
  different: "different",
};

/** How many differences of an operation are shown before the others are counted. */
const shownMax = 3;

/** What became of a recording, as a page. @param failed the differences for which it does not pass */
export function comparisonPage(comparison: Comparison, failed: readonly FoundDifference[]): Page {
  const { exchanges, compared, operations, passedOver, notes } = comparison;
  const names = Object.keys(likenesses) as Likeness[];
  const sum = (name: Likeness) => operations.reduce((total, each) => total + each[name], 0);
  const assumed = assumedText(comparison);
  const counts = names.map((name) => `${sum(name)} ${likenesses[name]}`).join(", ");
  return {
    title: "Compare",
    verdict:
      failed.length === 0
        ? "The emulator responds as recorded."
        : `${counted(failed.length, "difference")} from the recording.`,
    tone: failed.length === 0 ? "good" : "bad",
    summary: `${compared} of ${counted(exchanges, "exchange")} compared: ${counts}.`,
    since: null,
    blocks: [
      assumed !== "" && said(`Assumed before the first request: ${assumed}.`),
      passedOver.length > 0 &&
        listOf(passedOver.map(({ why, count }) => `Not compared: ${count} ${why}`)),
      notes.length > 0 && listOf(notes, { most: { text: 5 } }),
      {
        kind: "table",
        label: "Operations",
        heads: ["Operation", ...Object.values(likenesses)],
        rows: operations.map((each) => [
          { text: each.operation, isCode: true },
          ...names.map((name) => ({
            text: each[name] === 0 ? "" : String(each[name]),
            tone: name === "different" || name === "status" ? ("bad" as const) : ("idle" as const),
          })),
        ]),
      },
      ...operations.flatMap((each): Block[] => differencesOf(each.differences, failed)),
    ],
    tests: { name: "compare", cases: operations.map((each) => caseOf(each, failed)) },
  };
}

function differencesOf(
  all: readonly FoundDifference[],
  failed: readonly FoundDifference[],
): Block[] {
  const [first] = all;
  if (first === undefined) return [];
  return [
    said(first.operation, failed.some((each) => all.includes(each)) ? "bad" : "idle", "title"),
    {
      kind: "list",
      most: { text: shownMax },
      noun: "difference",
      items: all.map((each) => ({
        text: `${each.says}${each.times > 1 ? ` (${each.times} times)` : ""}`,
        result: failed.includes(each) ? ("failed" as const) : ("undecided" as const),
        below: `${each.request} (${each.where})`,
      })),
    },
  ];
}

function caseOf(
  { operation, differences }: Comparison["operations"][number],
  failed: readonly FoundDifference[],
): TestCase {
  const own = differences.filter((each) => failed.includes(each));
  const lines = own.map(({ says, request, where }) => `${says}: ${request} (${where})`);
  return {
    name: operation,
    outcome: own.length === 0 ? "passed" : "failed",
    message: own[0]?.says ?? "",
    lines,
  };
}
