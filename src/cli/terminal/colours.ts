import chalk, { Chalk } from "chalk";

const { NO_COLOR, FORCE_COLOR } = process.env;

/** Chalk heeds FORCE_COLOR and whether this is a terminal; NO_COLOR it leaves to us. */
export const colours = NO_COLOR && FORCE_COLOR === undefined ? new Chalk({ level: 0 }) : chalk;

/** Green for what was done, cyan for elsewhere, yellow for the client's mistakes, red for ours. */
export function ofStatus(status: number): (text: string) => string {
  if (status >= 500) return colours.red;
  if (status >= 400) return colours.yellow;
  return status >= 300 ? colours.cyan : colours.green;
}
