import { flowActions, flowMessages, flows } from "../../src/domain/resources/flow.ts";
import type { Account } from "../../src/world/account.ts";
import { put } from "../../src/world/store/store.ts";

/** What a message of a flow is sent as. */
export interface OfFlow {
  readonly flow: string;
  readonly message: string;
}

/** Puts a live flow with messages of these names into an account: what it sends, a test says. */
export function flowOf(account: Account, name: string, labels: readonly string[]): OfFlow[] {
  const created = account.clock.now();
  const dated = { created, updated: created };
  const id = `Flow${account.nextSeq()}`;
  const made = labels.map((label) => {
    const seq = account.nextSeq();
    const [action, message] = [String(seq), `Mess${seq}`];
    const says = { type: "send-email", id: action, data: { message: { id: message } } } as const;
    account.commit([
      put(flowActions, { ...dated, id: action, seq, flow: id, says }),
      put(flowMessages, {
        ...dated,
        id: message,
        seq: account.nextSeq(),
        channel: "Email",
        action,
        template: null,
        name: label,
        last: null,
      }),
    ]);
    return { flow: id, message };
  });
  const flow = {
    ...dated,
    id,
    seq: account.nextSeq(),
    name,
    status: "live",
    archived: false,
    trigger_type: "Added to List",
    trigger: { type: "list", id: "Reader" },
    filter: null,
    reentry: null,
    entry: null,
  } as const;
  account.commit([put(flows, flow)]);
  return made;
}
