/** How often a property is tried: thousands of times in CI, more in `npm run fuzz`. */
export const runs = Number(process.env["FUZZ_RUNS"] ?? 2000);
