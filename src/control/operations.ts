import { aboutOperations, stageOperations } from "./about.ts";
import { campaignsFace, flowsFace, sendingOperations } from "./messages/sendings.ts";
import type { CampaignsFace, FlowsFace } from "./messages/sendings.ts";
import { clockOperations, clockFace, type EmulatorClock } from "./clock.ts";
import { confirmationsFace, conversationsFace } from "./messages/conversations.ts";
import { conversationOperations } from "./messages/conversations.ts";
import type { ConfirmationsFace, ConversationsFace } from "./messages/conversations.ts";
import { deliveryOperations, type DeliveriesFace, deliveriesFace } from "./messages/deliveries.ts";
import { faultOperations, type FaultsFace, faultsFace } from "./faults/faults.ts";
import { formOperations, type FormsFace, formsFace } from "./forms.ts";
import { imageOperations, linkOperations } from "./messages/links.ts";
import { keyOperations, type KeysFace, keysFace } from "./keys.ts";
import { limitOperations, type LimitsFace, limitsFace } from "./limits.ts";
import { openApiOperations } from "./openapi.ts";
import type { ControlOperation } from "./operation.ts";
import { outboxOperations } from "./messages/outbox.ts";
import { portableOperations, resetOperations, seedOperations } from "./state/transfer.ts";
import { rateOperations, settingOperations, ratesFace, settingsFace } from "./settings.ts";
import type { RatesFace, SettingsFace } from "./settings.ts";
import { reportOperations } from "./report.ts";
import { requestOperations, type RequestsFace, requestsFace } from "./requests/requests.ts";
import { revisionOperations, type RevisionsFace, revisionsFace } from "./revisions.ts";
import { runOperations } from "./runs.ts";
import { sessionOperations } from "./session/session.ts";
import { sandboxOperations } from "./sandboxes.ts";
import { snapshotOperations, type StateFace, stateFace } from "./state/snapshots.ts";
import { stateOperations } from "./state/state.ts";
import { streamOperations } from "./requests/stream.ts";
import { templateOperations, type TemplatesFace, templatesFace } from "./messages/templates.ts";
import { tokenOperations, type TokensFace, tokensFace } from "./tokens.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { type OutboxFace, outboxFace } from "./messages/outbox-face.ts";

export const controlOperations: readonly ControlOperation[] = [
  ...aboutOperations,
  ...requestOperations,
  ...stageOperations,
  ...streamOperations,
  ...faultOperations,
  ...clockOperations,
  ...limitOperations,
  ...revisionOperations,
  ...keyOperations,
  ...tokenOperations,
  ...conversationOperations,
  ...imageOperations,
  ...deliveryOperations,
  ...outboxOperations,
  ...linkOperations,
  ...rateOperations,
  ...sendingOperations,
  ...formOperations,
  ...templateOperations,
  ...settingOperations,
  ...stateOperations,
  ...snapshotOperations,
  ...sandboxOperations,
  ...seedOperations,
  ...portableOperations,
  ...reportOperations,
  ...sessionOperations,
  ...resetOperations,
  ...runOperations,
  ...openApiOperations,
];

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
