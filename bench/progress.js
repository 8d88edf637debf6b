/** Tells what is being measured, apart from the table. @param {string} what */
export function progress(what) {
  process.stderr.write(`bench: ${what}\n`);
}
