import type { Emulation } from "../emulation/emulation.ts";
import { type CampaignsFace, campaignsFace } from "./messages/campaigns.ts";
import { clockFace, type EmulatorClock } from "./clock.ts";
import { type ConfirmationsFace, confirmationsFace } from "./messages/confirmations.ts";
import { type ConversationsFace, conversationsFace } from "./messages/conversations.ts";
import { type DeliveriesFace, deliveriesFace } from "./messages/deliveries.ts";
import { type FaultsFace, faultsFace } from "./faults/faults.ts";
import { type FlowsFace, flowsFace } from "./messages/flows.ts";
import { type FormsFace, formsFace } from "./forms.ts";
import { type KeysFace, keysFace } from "./keys.ts";
import { type LimitsFace, limitsFace } from "./limits.ts";
import { type OutboxFace, outboxFace } from "./messages/outbox-face.ts";
import { type RatesFace, ratesFace, type SettingsFace, settingsFace } from "./settings.ts";
import { type RequestsFace, requestsFace } from "./requests/requests.ts";
import { type RevisionsFace, revisionsFace } from "./revisions.ts";
import { type StateFace, stateFace } from "./state/snapshots.ts";
import { type TemplatesFace, templatesFace } from "./messages/templates.ts";
import { type TokensFace, tokensFace } from "./tokens.ts";

/** What the library has of the control API, by subject. */
export interface Faces {
  readonly faults: FaultsFace;
  /** How campaigns were sent. */
  readonly campaigns: CampaignsFace;
  readonly clock: EmulatorClock;
  readonly limits: LimitsFace;
  readonly requests: RequestsFace;
  readonly revisions: RevisionsFace;
  readonly confirmations: ConfirmationsFace;
  readonly conversations: ConversationsFace;
  readonly deliveries: DeliveriesFace;
  /** Where people are in flows. */
  readonly flows: FlowsFace;
  readonly forms: FormsFace;
  readonly outbox: OutboxFace;
  readonly rates: RatesFace;
  readonly settings: SettingsFace;
  readonly templates: TemplatesFace;
  readonly privateKeys: KeysFace;
  readonly tokens: TokensFace;
  readonly state: StateFace;
}

/** @param origin where links of messages lead */
export const facesOf = (emulation: Emulation, origin: string): Faces => ({
  faults: faultsFace(emulation),
  campaigns: campaignsFace(emulation),
  clock: clockFace(emulation),
  limits: limitsFace(emulation),
  requests: requestsFace(emulation, origin),
  revisions: revisionsFace(emulation),
  confirmations: confirmationsFace(emulation),
  conversations: conversationsFace(emulation),
  deliveries: deliveriesFace(emulation),
  flows: flowsFace(emulation),
  forms: formsFace(emulation),
  outbox: outboxFace({ emulation, origin }),
  rates: ratesFace(emulation),
  settings: settingsFace(emulation),
  templates: templatesFace(emulation),
  privateKeys: keysFace(emulation),
  tokens: tokensFace(emulation),
  state: stateFace(emulation),
});
