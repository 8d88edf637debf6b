import type { Amounts } from "./amounts.ts";
import { documentOf, type FixtureDocument } from "./document.ts";
import type { AccountPlan } from "./plan.ts";
import type { OnProgress } from "./progress.ts";
import { readFixtureText } from "./read-fixture.ts";
import { planOf } from "./read-plan.ts";

/** The account that generated people are written for: its key is that of the shipped fixtures. */
const head = {
  company_id: "DEMO01",
  name: "Example Outfitters",
  sms: true,
  keys: [{ name: "full", scopes: "full", key: "pk_FullAccessDemo" }],
  lists: [{ name: "Newsletter" }, { name: "Customers" }],
} as const;

/**
 * Generated people and events, written out: the same for the same seed.
 *
 * @throws AmountError for more than can be generated
 */
export async function generatedDocument(
  amounts: Amounts,
  seed: number,
  onProgress?: OnProgress,
): Promise<FixtureDocument> {
  const written = await readFixtureText(JSON.stringify(head), "generate");
  const { accounts } = await planOf(written, seed, { amounts, onProgress });
  const plan = accounts[0] as AccountPlan;
  const metrics = plan.metrics.map(({ id, name }) => ({ id, name }));
  const lists = plan.lists.map(({ id, name }) => ({ id, name }));
  return documentOf(plan, { ...head, lists, metrics });
}
