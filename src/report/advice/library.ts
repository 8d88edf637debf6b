import { type Words, words } from "../../contract/words.ts";
import type { RuleId } from "../names.ts";

type Language = Words<"js python ruby php go java csharp ini">;

export interface Option {
  readonly rules: readonly RuleId[];
  readonly option: string;
  /** Where to paste it. Default: where the library's other options go. */
  readonly into?: string;
  readonly isTried: boolean;
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
  readonly source: string;
  readonly options: readonly Option[];
}

/** The rules that an upper bound of the attempts of a call is for: `caps`. */
const caps = words("attempts total-time gives-up storm");

/** An option as `RULES: what to paste`. */
const optionOf =
  (isTried: boolean) =>
  ({ raw: [text = ""] }: TemplateStringsArray): Option => {
    const [, names = "", option = ""] = /^([a-z -]+): (.*)$/.exec(text) ?? [];
    const rules = names.split(" ").flatMap((name) => (name === "caps" ? caps : (name as RuleId)));
    return { rules, option, isTried };
  };

/** The proof has made the change and run the exam again; with the other, nobody has. */
export const [tried, read] = [optionOf(true), optionOf(false)];

export const at = (into: string, option: Option): Option => ({ ...option, into });
