import { Dice } from "../../world/dice.ts";
import { hexId } from "../../world/ids.ts";
import { AmountError, type Amounts, type MoreAmounts, moreMax } from "./amounts.ts";
import { documentOf, type FixtureDocument } from "../fixture/document.ts";
import type { FixtureAccount } from "../fixture/shape.ts";
import { registered } from "./content.ts";
import type { AccountPlan } from "../plan.ts";
import type { OnProgress } from "../progress.ts";
import { readFixtureText } from "../fixture/read.ts";
import { planOf } from "../read-plan.ts";

interface More extends MoreAmounts {
  /** Where the one webhook leads; undefined: there is none. */
  readonly webhook?: string | undefined;
}

/** The account that generated people are written for: its key is that of the shipped fixtures. */
const head = {
  company_id: "DEMO01",
  name: "Example Outfitters",
  sms: true,
  keys: [{ name: "full", scopes: "full", key: "pk_FullAccessDemo" }],
  lists: [{ name: "Newsletter" }, { name: "Customers" }],
} as const satisfies FixtureAccount;

/** The same for the same seed. @throws AmountError for more than can be generated */
export async function generatedDocument(
  amounts: Amounts,
  { webhook, ...more }: More,
  seed: number,
  onProgress?: OnProgress,
): Promise<FixtureDocument> {
  for (const name of ["objects", "templates", "images"] as const) {
    if (more[name] <= moreMax[name]) continue;
    throw new AmountError(`expected a whole number from 0 to ${moreMax[name]}`, name);
  }
  const lists = { email: "Newsletter", customers: "Customers" };
  const section: FixtureAccount = { ...head, generate: { ...amounts, lists, ...more } };
  const written = await readFixtureText(JSON.stringify(section), "generate");
  const { accounts } = await planOf(written, seed, { amounts, onProgress });
  const plan = accounts[0] as AccountPlan;
  return documentOf(plan, {
    ...head,
    lists: plan.lists.map(({ id, name }) => ({ id, name })),
    metrics: plan.metrics.map(({ id, name }) => ({ id, name })),
    ...contentIn(plan),
    ...(webhook !== undefined && { webhooks: [webhookTo(webhook, seed)] }),
  });
}

function contentIn({ records }: AccountPlan): FixtureAccount {
  const { templates = [], images = [], data_sources = [] } = records;
  const sections = {
    templates: templates.map(({ id, name, html, text }) => ({ id, name, html, text })),
    images: images.map(({ id, name, base64 }) => ({ id, name, data: base64 })),
    data_sources: data_sources.map(({ title, records: sent }) => ({ title, records: sent })),
    object_types: data_sources.map(() => registered),
  };
  return Object.fromEntries(Object.entries(sections).filter(([, items]) => items.length > 0));
}

/** Told of what generated people do most: they subscribe, and order. */
const webhookTo = (endpoint_url: string, seed: number) => ({
  name: "Shop",
  endpoint_url,
  secret_key: hexId(Dice.from(`${seed}/${head.company_id}`, "generate/webhook")),
  topics: ["event:service.subscribed_to_list", "event:api.placed_order"],
});
