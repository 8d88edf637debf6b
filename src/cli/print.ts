/** Prints data: the JSON of it if that was asked for, else what a person reads. */
export function print<T>(json: boolean | undefined, data: T, text: (data: T) => string): void {
  writeOut(`${json ? JSON.stringify(data) : text(data)}\n`);
}

/** Writes to stdout until its reader goes away, as in `routes | head`, which is no mistake. */
export function writeOut(text: string): void {
  process.stdout.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  process.stdout.write(text);
}
