import { terminal } from "./terminal.ts";

/** How many columns our stdout has; undefined: it is no terminal. */
export const screenWidth = (): number | undefined => terminal().columns;
