import { aboutOperations, stageOperations } from "./about.ts";
import { campaignOperations } from "./messages/campaigns.ts";
import { clockOperations } from "./clock.ts";
import { confirmationOperations } from "./messages/confirmations.ts";
import { conversationOperations } from "./messages/conversations.ts";
import { deliveryOperations } from "./messages/deliveries.ts";
import { faultOperations } from "./faults/faults.ts";
import { flowOperations } from "./messages/flows.ts";
import { formOperations } from "./forms.ts";
import { imageOperations, linkOperations } from "./messages/links.ts";
import { keyOperations } from "./keys.ts";
import { limitOperations } from "./limits.ts";
import { openApiOperations } from "./openapi.ts";
import type { ControlOperation } from "./operation.ts";
import { outboxOperations } from "./messages/outbox.ts";
import { portableOperations, resetOperations, seedOperations } from "./state/transfer.ts";
import { rateOperations, settingOperations } from "./settings.ts";
import { reportOperations } from "./report.ts";
import { requestOperations } from "./requests/requests.ts";
import { revisionOperations } from "./revisions.ts";
import { runOperations } from "./runs.ts";
import { sessionOperations } from "./session/session.ts";
import { sandboxOperations } from "./sandboxes.ts";
import { snapshotOperations } from "./state/snapshots.ts";
import { stateOperations } from "./state/state.ts";
import { streamOperations } from "./requests/stream.ts";
import { templateOperations } from "./messages/templates.ts";
import { tokenOperations } from "./tokens.ts";

/** The control API (design, "Faces"). All of it lies under `/_emulator`. */
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
  ...confirmationOperations,
  ...conversationOperations,
  ...imageOperations,
  ...deliveryOperations,
  ...outboxOperations,
  ...linkOperations,
  ...rateOperations,
  ...campaignOperations,
  ...flowOperations,
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
