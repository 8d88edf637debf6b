import { open } from "node:fs/promises";

const blockBytes = 65_536;
const newline = 0x0a;

/**
 * Cuts off what stands behind the last end of a line: the rest of a write that was broken off, and
 * that nobody was told of.
 *
 * @returns how many bytes went
 */
export async function heal(path: string): Promise<number> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const whole = await endOfLastLine(file, size);
    if (whole < size) {
      await file.truncate(whole);
      await file.sync();
    }
    return size - whole;
  } finally {
    await file.close();
  }
}

async function endOfLastLine(file: Awaited<ReturnType<typeof open>>, size: number) {
  const block = Buffer.alloc(blockBytes);
  for (let end = size; end > 0; end -= blockBytes) {
    const start = Math.max(0, end - blockBytes);
    const { bytesRead } = await file.read(block, 0, end - start, start);
    const at = block.subarray(0, bytesRead).lastIndexOf(newline);
    if (at !== -1) return start + at + 1;
  }
  return 0;
}
