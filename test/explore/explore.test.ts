import { expect, it } from "vitest";
import { explore, type Sandbox } from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";
import { careful, newList, once, requireGood } from "../support/explored.ts";

const started = { frozenAt: undefined } as never;

it("finds that a lost answer doubles a list", async () => {
  const { emulator } = await emulate({ ...started });
  const client = async (sandbox: Sandbox) => {
    const ask = once(sandbox);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return void requireGood(await ask("POST", "/api/lists", newList("VIP")));
      } catch (error) {
        if (attempt === 2) throw error;
      }
    }
  };
  const found = await explore(emulator, client, { confirm: 3, oracles: ["state"], depth: 1 });
  console.log(JSON.stringify({ ...found, matrix: undefined, coverage: undefined }, null, 1));
});

it("finds nothing in a careful client", async () => {
  const { emulator } = await emulate({ ...started });
  const client = async (sandbox: Sandbox) => {
    const ask = careful(sandbox);
    requireGood(await ask("POST", "/api/lists", newList("VIP")));
    const page = (await (await ask("GET", "/api/lists")).json()) as { data: unknown[] };
    return page.data.length;
  };
  const found = await explore(emulator, client, { budget: 100, confirm: 3, depth: 2 });
  console.log(JSON.stringify({ ...found, matrix: undefined, coverage: undefined }, null, 1));
});
