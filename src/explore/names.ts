import { words } from "../contract/words.ts";

/** Ways to tell that a run went wrong, without being told what is right. */
export const oracleNames = words(
  "hang honesty state output survival recovery crash check reads-all storm waits",
);

export const testLanguages = ["vitest", "pytest", "rspec", "phpunit", "go"] as const;

export type TestLanguage = (typeof testLanguages)[number];

export type OracleName = (typeof oracleNames)[number];
