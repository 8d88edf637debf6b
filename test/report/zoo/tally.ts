import type { RuleResult } from "../../../src/report/card-shape.ts";
import { ruleIds } from "../../../src/report/names.ts";
import type { Truth } from "./oracle.ts";

type Verdict = RuleResult["verdict"];

/** What was said of a rule, against what was so. */
interface Cell {
  readonly rule: string;
  readonly truth: Truth;
  readonly verdict: Verdict;
  readonly wrong: string | undefined;
  /** Whether the machine had the time for it: what it hides itself nobody can decide. */
  readonly isCalm: boolean;
}

/** A process that is later than that hides most of what clients wait, in milliseconds. */
const calmMs = 100;

const isDecided = (verdict: Verdict): boolean => verdict === "pass" || verdict === "fail";

/** Whether the run shows what is so. */
const isShown = ({ truth }: Cell): boolean => truth === "present" || truth === "absent";

const columns: readonly (readonly [title: string, isIn: (cell: Cell) => boolean])[] = [
  ["present", ({ truth }) => truth === "present"],
  ["passed", ({ truth, verdict }) => truth === "present" && verdict === "pass"],
  ["absent", ({ truth }) => truth === "absent"],
  ["failed", ({ truth, verdict }) => truth === "absent" && verdict === "fail"],
  ["hidden", ({ truth }) => truth === "hidden"],
  ["undecided", (cell) => isShown(cell) && !isDecided(cell.verdict)],
  ["wrong", ({ wrong }) => wrong !== undefined],
];

/** All verdicts of all runs, against the truth. */
export class Tally {
  readonly #cells: Cell[] = [];

  /**
   * @param lateMs by how much the process was late
   * @returns what is wrong with a verdict, if something is
   */
  add(
    run: string,
    { rule, verdict, message }: RuleResult,
    truth: Truth,
    lateMs: number,
  ): string | undefined {
    const isWrongPass = verdict === "pass" && (truth === "absent" || truth === "hidden");
    const isWrongFail = verdict === "fail" && truth === "present";
    const said = `${run}: wrong ${verdict} of ${rule}: ${message}`;
    const wrong = isWrongPass || isWrongFail ? said : undefined;
    this.#cells.push({ rule, truth, verdict, wrong, isCalm: lateMs <= calmMs });
    return wrong;
  }

  /** Whether the machine had the time for most of it. */
  isCalm(): boolean {
    return this.#cells.filter(({ isCalm }) => isCalm).length > this.#cells.length / 2;
  }

  /** Of all cells whose truth the run shows, those without a verdict; of calm runs. */
  undecidedShare(): number {
    const shown = this.#cells.filter((cell) => isShown(cell) && cell.isCalm);
    return shown.filter(({ verdict }) => !isDecided(verdict)).length / Math.max(1, shown.length);
  }

  /** How often what was so, and what was said, by rule. */
  table(): string {
    const line = (first: string, others: readonly (string | number)[]) =>
      first.padEnd(14) + others.map((each) => String(each).padStart(10)).join("");
    const counts = (cells: readonly Cell[]) => columns.map(([, isIn]) => cells.filter(isIn).length);
    return [
      line(
        "rule",
        columns.map(([title]) => title),
      ),
      ...ruleIds.map((id) => line(id, counts(this.#cells.filter(({ rule }) => rule === id)))),
      line("all", counts(this.#cells)),
      `of calm runs: ${this.#cells.filter(({ isCalm }) => isCalm).length} of ${this.#cells.length}`,
      `undecided of what is shown: ${(100 * this.undecidedShare()).toFixed(1)} %`,
      ...this.#cells.flatMap(({ wrong }) => wrong ?? []),
    ].join("\n");
  }
}
