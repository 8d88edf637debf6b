import type { RuleId } from "../names.ts";

type Language = "js" | "python" | "ruby" | "php" | "go" | "java" | "csharp" | "ini";

/** An option of a library that brings a client to follow some rules. */
export interface Option {
  readonly rules: readonly RuleId[];
  readonly option: string;
  /** Where to paste it. Default: where the library's other options go. */
  readonly into?: string;
  /** Whether the proof has made the change and run the exam again. */
  readonly isTried?: true;
}

export interface Library {
  readonly name: string;
  readonly language: Language;
  /** How its requests name it in `User-Agent`. Default: they don't. */
  readonly agent?: RegExp;
  /** Of its defaults, in milliseconds: without an agent it is known by them, so nobody else waits alike. */
  readonly waits?: readonly number[];
  /** Whether its first retry comes at once whatever its options are: a client that waits there retries by other means. */
  readonly isFirstAtOnce?: true;
  readonly into: string;
  /** The page of its documentation that has them. */
  readonly source: string;
  readonly options: readonly Option[];
}

/** The rules that an upper bound of the attempts of a call is for. */
export const caps = ["attempts", "total-time", "gives-up", "storm"] as const;
