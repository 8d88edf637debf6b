import type { CampaignSend, SkipCounts } from "../areas/campaigns/collections.ts";
import { sendsOf } from "../areas/campaigns/sends.ts";
import { campaigns } from "../domain/collections.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { formatDatetime } from "../jsonapi/time.ts";
import type { Account } from "../world/account.ts";
import { meantId } from "./meant-id.ts";
import { accountsOf, type ControlOperation, ofAccount, singleAccount } from "./operation.ts";

/** How a campaign was sent once. Instants are ISO 8601, of the emulator's time. */
export interface CampaignSendView {
  readonly campaign: string;
  /** Counts the sends of the campaign, from 1 on. */
  readonly run: number;
  /** When it was asked for. */
  readonly askedAt: string;
  /** When it was over, or somebody stopped it; null: it goes on. */
  readonly endedAt: string | null;
  /** How many would get it, smart sending aside, when they were counted; null: they have not been. */
  readonly recipients: number | null;
  readonly reached: number;
  /** How many were not reached, by the reason. */
  readonly skipped: SkipCounts;
}

const viewOf = ({ campaign, run, asked, ended, ...counts }: CampaignSend): CampaignSendView => ({
  campaign,
  run,
  askedAt: formatDatetime(asked),
  endedAt: ended === null ? null : formatDatetime(ended),
  recipients: counts.recipients,
  reached: counts.reached,
  skipped: counts.skipped,
});

function listSends(accounts: readonly Account[], given: string): CampaignSendView[] {
  const all = accounts.flatMap((account) => [...account.table(campaigns).all()]);
  const id = meantId(
    "campaign",
    given,
    all.map((each) => each.id),
  );
  return accounts.flatMap((account) => sendsOf(account, id).map(viewOf));
}

/** Campaigns, as the library has them. */
export interface CampaignsFace {
  /**
   * Returns each send of a campaign, by its id or the beginning of it, the first one first: how many it reached, and
   * why others were not. Without a company id, of whichever account.
   */
  sends(id: string, options?: { account?: string }): CampaignSendView[];
}

export const campaignsFace = ({ world }: Emulation): CampaignsFace => ({
  sends: (id, { account } = {}) =>
    listSends(
      account === undefined ? [...world.accounts.values()] : [singleAccount(world, account)],
      id,
    ),
});

export const campaignOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/campaigns/{id}/sends",
    does: "how a campaign was sent: how many it reached, and why others were not",
    query: ofAccount,
    run: (call) => ({ sends: listSends(accountsOf(call), call.params[0] ?? "") }),
  },
];
