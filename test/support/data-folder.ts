import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of the test's own, gone at its end. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-data-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a crash at this moment would leave, in a folder of its own. */
export function crashed(folder: string): string {
  const copy = newFolder();
  copyUnlocked(folder, copy);
  return copy;
}

/** Copies a folder as it is now, without its lock. */
export function copyUnlocked(folder: string, to: string): void {
  const isLock = (path: string) => basename(path).startsWith("lock");
  for (;;) {
    try {
      cpSync(folder, to, { recursive: true, filter: (path) => !isLock(path) });
      return;
    } catch (error) {
      // What is no longer needed has gone while it was copied: the copy would be of no moment.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      rmSync(to, { recursive: true, force: true });
    }
  }
}

export const newProfile = (email: string) => ({
  data: { type: "profile", attributes: { email } },
});

/** A disk of a megabyte; undefined where only root may make one. */
export function smallDisk(): string | undefined {
  const folder = newFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", folder]));
  return folder;
}
