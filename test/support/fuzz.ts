/** How often a property is tried: hundreds of times in CI, thousands in `npm run fuzz`. */
export const runs = Number(process.env["FUZZ_RUNS"] ?? 500);
