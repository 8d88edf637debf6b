import { appendFileSync } from "node:fs";
import { it } from "vitest";
import { explore } from "../../../src/index.ts";
import { listening } from "../../support/cli.ts";
import { bugs, clientOf } from "./bugs.ts";
const names = process.env["BUGS"]?.split(",") ?? Object.keys(bugs);
const extra = JSON.parse(process.env["OPTS"] ?? "{}");
const out = process.env["OUT"] ?? "/tmp/bugs/out.txt";
const which = (process.env["WHICH"]?.split(",") ?? ["broken", "mended"]) as ("broken" | "mended")[];
for (const name of names) for (const each of which)
  it(`${name} ${each}`, async () => {
    const { emulator } = await listening({ fixtures: ["small"], rateLimits: "off" } as never);
    const bug = bugs[name]!;
    const only = process.env["SHORT"] ? { only: bug.only, depth: 1, confirm: 2 } : {};
    const began = Date.now();
    const say = (t: string) => appendFileSync(out, t + "\n");
    try {
      const found = await explore(emulator, await clientOf(name, each), { jobs: 8, budget: "60s", confirm: 3, ...bug.options, ...only, ...extra });
      say(`## ${name} ${each}: ${(Date.now() - began) / 1000}s ${JSON.stringify(found.schedules)} ${found.requests}`);
      for (const n of found.notes) say(`   note ${n}`);
      for (const d of found.defects) say(`   ${d.oracle} ${d.failed}/${d.repeats} faults=${d.faults.length}: ${d.sentence}`);
      for (const d of found.unsteady) say(`   UNSTEADY ${d.oracle} ${d.failed}/${d.repeats}: ${d.sentence}`);
    } catch (e) { say(`## ${name} ${each}: THROWS ${(e as Error).message}`); }
  }, 300000);
