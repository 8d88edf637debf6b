import { aboutOperations } from "./about.ts";
import { campaignOperations } from "./campaigns.ts";
import { clockOperations } from "./clock.ts";
import { confirmationOperations } from "./confirmations.ts";
import { conversationOperations } from "./conversations.ts";
import { deliveryOperations } from "./deliveries.ts";
import { faultOperations } from "./faults.ts";
import { flowOperations } from "./flows.ts";
import { formOperations } from "./forms.ts";
import { imageOperations } from "./images.ts";
import { keyOperations } from "./keys.ts";
import { limitOperations } from "./limits.ts";
import { linkOperations } from "./links.ts";
import { openApiOperations } from "./openapi.ts";
import type { ControlOperation } from "./operation.ts";
import { outboxOperations } from "./outbox.ts";
import { portableOperations } from "./portable.ts";
import { rateOperations } from "./rates.ts";
import { reportOperations } from "./report.ts";
import { requestOperations } from "./requests.ts";
import { resetOperations } from "./reset.ts";
import { revisionOperations } from "./revisions.ts";
import { sandboxOperations } from "./sandboxes.ts";
import { seedOperations } from "./seed.ts";
import { settingOperations } from "./settings.ts";
import { snapshotOperations } from "./snapshots.ts";
import { stateOperations } from "./state.ts";
import { stageOperations } from "./stages.ts";
import { streamOperations } from "./stream.ts";
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
  ...settingOperations,
  ...stateOperations,
  ...snapshotOperations,
  ...sandboxOperations,
  ...seedOperations,
  ...portableOperations,
  ...reportOperations,
  ...resetOperations,
  ...openApiOperations,
];
