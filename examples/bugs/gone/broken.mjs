// Marks profiles as customers. Some may have been deleted meanwhile.
import { again, attempt, main, ok } from "../client.mjs";

const customers = ["01JGFJJZ00ADABYR0N00000001", "01JGFJJZ00DE1ETED000000002"];

async function mark(service, id) {
  const body = { data: { type: "profile", id, attributes: { properties: { customer: true } } } };
  const answer = await again(() => attempt(service, "PATCH", `/api/profiles/${id}`, body));
  const isDeleted = answer.status === 404 || answer.status === 410;
  if (!isDeleted) ok(answer);
}

export async function sync(service) {
  for (const id of customers) await mark(service, id);
  return "customers marked";
}

await main(import.meta, sync);
