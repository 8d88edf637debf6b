import { isatty } from "node:tty";

/** How many columns our stdout has; undefined: it is no terminal. */
export const screenWidth = (): number | undefined =>
  isatty(1) ? process.stdout.columns : undefined;
