import { operationsOf } from "../act.ts";
import { type CampaignSendView, type CampaignView, campaigns as said } from "../acts/sendings.ts";
import type { CampaignSend } from "../../areas/campaigns/collections.ts";
import { sendsOf } from "../../areas/campaigns/sends.ts";
import { campaigns } from "../../domain/resources/campaign.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { meantRecord } from "./meant.ts";
import { accountsOf } from "../operation.ts";

const viewOf = ({ campaign, run, asked, ended, ...counts }: CampaignSend): CampaignSendView => ({
  campaign,
  run,
  askedAt: formatDatetime(asked),
  endedAt: ended === null ? null : formatDatetime(ended),
  recipients: counts.recipients,
  reached: counts.reached,
  skipped: counts.skipped,
});

/** The campaigns of some accounts, the oldest first. */
const listCampaigns = (accounts: readonly Account[]): CampaignView[] =>
  accounts.flatMap((account) =>
    [...account.table(campaigns).scan(["created_at"])].map(
      ({ id, name, state, send_time, scheduled_at }) => {
        const at = send_time ?? scheduled_at;
        return {
          id,
          account: account.id,
          name,
          status: state,
          at: at === null ? null : formatDatetime(at),
          reached: sendsOf(account, id).at(-1)?.reached ?? 0,
        };
      },
    ),
  );

function listSends(accounts: readonly Account[], given: string): CampaignSendView[] {
  const { id } = meantRecord(accounts, campaigns, "campaign", given).record;
  return accounts.flatMap((account) => sendsOf(account, id).map(viewOf));
}

/** Campaigns, as the library has them. */
export interface CampaignsFace {
  /** Returns all campaigns, the oldest first, with what their last send has reached. */
  list(options?: { account?: string }): CampaignView[];
  /**
   * Returns each send of a campaign, by its id or the beginning of it, the first one first: how many it reached, and
   * why others were not. Without a company id, of whichever account.
   */
  sends(id: string, options?: { account?: string }): CampaignSendView[];
}

export const campaignsFace = (emulation: Emulation): CampaignsFace => ({
  list: (options) => listCampaigns(accountsOf({ emulation, ...options })),
  sends: (id, options) => listSends(accountsOf({ emulation, ...options }), id),
});

export const campaignOperations = operationsOf(said.acts, {
  list: (call) => ({ campaigns: listCampaigns(accountsOf(call)) }),
  sends: (call) => ({ sends: listSends(accountsOf(call), call.params[0] ?? "") }),
});
