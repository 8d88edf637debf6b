import type { Account } from "../../world/account.ts";
import { flows } from "../resources/flow.ts";
import type { Flow } from "../resources/flow.ts";

/** The flows that a list, a segment or a metric makes people enter. @guess: drafts and archived ones, too */
export const triggeredBy = (account: Account, id: string): Flow[] =>
  [...account.table(flows).all()].filter(
    ({ trigger }) => trigger !== null && "id" in trigger && trigger.id === id,
  );
