/** Ways to tell that a run went wrong, without being told what is right. */
export const oracleNames = [
  "hang",
  "honesty",
  "state",
  "output",
  "survival",
  "recovery",
  "crash",
  "check",
  "reads-all",
  "storm",
  "waits",
] as const;

export type OracleName = (typeof oracleNames)[number];
