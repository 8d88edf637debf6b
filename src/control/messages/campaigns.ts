import { ofAccount } from "../act.ts";
import { object } from "../../contract/shape.ts";
import type { CampaignSend, SkipCounts } from "../../areas/campaigns/collections.ts";
import { sendsOf } from "../../areas/campaigns/sends.ts";
import { campaigns } from "../../domain/collections.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { meantId } from "./meant-id.ts";
import { accountsOf, type ControlOperation, singleAccount } from "../operation.ts";

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

/** A campaign, as far as a tester wants it at a glance. */
export interface CampaignView {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly status: string;
  /** When it is sent, or was; null: nobody has said. */
  readonly at: string | null;
  /** How many its last send has reached. */
  readonly reached: number;
}

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
  /** Returns all campaigns, the oldest first, with what their last send has reached. */
  list(options?: { account?: string }): CampaignView[];
  /**
   * Returns each send of a campaign, by its id or the beginning of it, the first one first: how many it reached, and
   * why others were not. Without a company id, of whichever account.
   */
  sends(id: string, options?: { account?: string }): CampaignSendView[];
}

export function campaignsFace({ world }: Emulation): CampaignsFace {
  const accounts = (id?: string): readonly Account[] =>
    id === undefined ? [...world.accounts.values()] : [singleAccount(world, id)];
  return {
    list: ({ account } = {}) => listCampaigns(accounts(account)),
    sends: (id, { account } = {}) => listSends(accounts(account), id),
  };
}

export const campaignOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/campaigns",
    does: "the campaigns, with their status and how many their last send has reached",
    query: object(ofAccount),
    run: (call) => ({ campaigns: listCampaigns(accountsOf(call)) }),
  },
  {
    method: "GET",
    path: "/_emulator/campaigns/{id}/sends",
    does: "how a campaign was sent: how many it reached, and why others were not",
    query: object(ofAccount),
    run: (call) => ({ sends: listSends(accountsOf(call), call.params[0] ?? "") }),
  },
];
