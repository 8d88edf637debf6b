import type { RuleId } from "../names.ts";

/** The languages of options, as a fence of Markdown names them. */
type Language = "js" | "python" | "ruby" | "php" | "go" | "java" | "csharp" | "ini";

/** An option of a library that brings a client to follow some rules. */
export interface Option {
  readonly rules: readonly RuleId[];
  /** The text to paste. */
  readonly option: string;
  /** Where to paste it. Default: where the library's other options go. */
  readonly into?: string;
  /** Whether the proof has made the change and run the exam again. */
  readonly isTried?: true;
}

/** A library that retries, and its options. */
export interface Library {
  readonly name: string;
  readonly language: Language;
  /** How its requests name it in `User-Agent`. Default: they don't. */
  readonly agent?: RegExp;
  /**
   * The waits of its defaults, in milliseconds. Without an agent of its own it is known by them alone: so it has them
   * only where no other client waits alike.
   */
  readonly waits?: readonly number[];
  /** Whether its first retry comes at once whatever its options are: a client that waits there retries by other means. */
  readonly isFirstAtOnce?: true;
  /** Where its options go. */
  readonly into: string;
  /** The page of its documentation that has them. */
  readonly source: string;
  readonly options: readonly Option[];
}

/** The rules that an upper bound of the attempts of a call is for. */
export const caps = ["attempts", "total-time", "gives-up", "storm"] as const;
