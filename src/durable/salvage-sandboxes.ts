import { join } from "node:path";
import type { ReadState } from "../emulation/import.ts";
import { linesIn } from "../emulation/json-lines.ts";
import { type Manifest, sandboxesName } from "../emulation/manifest.ts";
import { clonesOf, Origins, type SandboxText } from "../emulation/difference.ts";
import type { KeptSandbox } from "../emulation/sandbox.ts";
import { isSealedLine } from "../emulation/line-file.ts";
import type { Api } from "../verbs/invocation.ts";
import { baseName } from "./layout.ts";
import type { LostRecords } from "./lost.ts";

interface BaseFound {
  readonly number: number;
  readonly seal: number;
  readonly manifest: Manifest | undefined;
}

/** Reads the sandboxes of a damaged base that are as they were written, and do not differ from one that is not. */
export async function salvageSandboxes(
  path: string,
  { number, seal, manifest }: BaseFound,
  accounts: ReadState["accounts"],
  { collections }: Api,
  lost: LostRecords,
): Promise<KeptSandbox[]> {
  const file = `${baseName(number)}/${sandboxesName}`;
  const origins = new Origins();
  const found: KeptSandbox[] = [];
  let isBegun = false;
  try {
    for await (const { bytes, number: line } of linesIn(join(path, sandboxesName))) {
      const text = bytes.toString();
      const [, id] = /"companyId":"([^"]+)"/.exec(text) ?? [];
      try {
        if (!isSealedLine(text, seal)) throw new Error("it is not as it was written");
        const [, sandbox] = JSON.parse(text) as [string, SandboxText];
        if (!isBegun) origins.begin(sandbox.since, clonesOf(accounts));
        isBegun = true;
        found.push(origins.read(sandbox, collections));
      } catch {
        lost.add({ file, line }, id === undefined ? [] : [{ account: id, kind: "sandbox", id }]);
      }
    }
  } catch {
    if (manifest?.sandboxes !== undefined) lost.add({ file, line: null }, []);
  }
  return found;
}
