/** A small mistake in the sources, and the tests that have to notice it. */
interface Mutant {
  readonly file: string;
  readonly does: string;
  readonly from: string;
  readonly to: string;
  readonly tests: readonly string[];
}

export const mutants: readonly Mutant[];
