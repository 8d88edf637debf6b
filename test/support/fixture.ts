import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A fixture file with this text, which goes with its test. JSON is YAML too. */
export function fixtureFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "service-emulator-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "fixture.yaml");
  writeFileSync(file, text);
  return file;
}
