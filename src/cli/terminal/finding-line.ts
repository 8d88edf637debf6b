import type { Finding } from "../../domain/messages/findings.ts";

const words = { refused: "", missing: "missing: ", untracked: "clicks not counted: " } as const;

/** What was found in a template, as compilers say it. @param file where it stands. Default: its part */
export const findingLine = ({ part, kind, what, line, column }: Finding, file = part): string =>
  `${file}:${line}:${column} ${words[kind]}${what}`;
