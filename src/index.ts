import { called } from "./boundary.ts";
import { readScenario as read } from "./scenarios/read.ts";

export { createEmulator, type Emulator } from "./emulator.ts";
export type { EmulatorAccount, EmulatorApp, EmulatorKey } from "./identity.ts";
export type { DeliveriesFace } from "./control/messages/deliveries.ts";
export type { WholeDeliveryView } from "./control/messages/delivery-call.ts";
export type { DeliveryView } from "./control/messages/delivery-view.ts";
export type { FormsFace, SubmissionView } from "./control/forms.ts";
export type { OutboxFace } from "./control/messages/outbox-face.ts";
export type { MessageFilter } from "./control/messages/outbox.ts";
export type { MessagesExpectation } from "./control/messages/outbox-expect.ts";
export type { MessageView, WholeMessageView } from "./control/messages/message-view.ts";
export type { WhichMessage } from "./control/types.ts";
export type { RatesFace } from "./control/rates.ts";
export type { Examinee, ReceiversFace } from "./scenarios/receivers.ts";
export type { ReceiverCard, ReceiverRuleResult } from "./report/receivers/card-shape.ts";
export type { Quirk } from "./contract/quirks.ts";
export type { EmulatorOptions } from "./option-types.ts";
export type { ConsistencyTable } from "./world/time/lateness.ts";
export type { AccountClock, EmulatorClock } from "./control/clock.ts";
export type { ClockView } from "./control/clock-view.ts";
export type { Happening } from "./control/requests/feed-events.ts";
export type { Listen, ListenOptions } from "./control/requests/stream.ts";
export type { OpenApi } from "./contract/openapi/document.ts";
export type {
  ConfirmationsFace,
  ConfirmationView,
  ConfirmedView,
} from "./control/messages/confirmations.ts";
export type { KeysFace, KeyView, NewKeyView } from "./control/keys.ts";
export type { LimitsFace, LimitsInput, LimitsView } from "./control/limits.ts";
export { ControlError } from "./emulation/problem.ts";
export { explore, type ExploredClient } from "./explorer.ts";
export type { ExploreOptions } from "./explore/types.ts";
export type { Defect, Found } from "./explore/result-shape.ts";
export type { ExplorationView } from "./explore/exploration-shape.ts";
export type { ExplorationFace } from "./explore/operations.ts";
export { NoReferenceError } from "./explore/no-reference.ts";
export type { Scenario } from "./scenarios/types.ts";
/**
 * Reads a scenario file, or a shipped scenario by its name, with its fixtures as paths.
 *
 * @throws FixtureError with file and line for the first thing that is wrong
 */
export const readScenario: typeof read = called(read);
export { junitOf, type Verdict } from "./scenarios/verdict.ts";
export { DataFolderError } from "./durable/data-folder-error.ts";
export type { Added } from "./control/state/seed.ts";
export type { Fixture } from "./seeding/fixture/shape.ts";
export { FixtureError } from "./seeding/fixture/error.ts";
export type { ReportOptions } from "./control/report.ts";
export type { ReportCard, RuleResult } from "./report/card-shape.ts";
export type { Reference } from "./report/reference.ts";
export type { PresetName, RuleId } from "./report/names.ts";
export { ListenError } from "./server/listen-error.ts";
export type { SnapshotDiff } from "./emulation/snapshot-diff.ts";
export type { SandboxOptions } from "./emulation/sandbox.ts";
export type { NewSandboxView, Sandbox, SandboxView } from "./control/sandboxes.ts";
export type { SnapshotView, StateFace } from "./control/state/snapshots.ts";
export type { StateQuery, StateView } from "./control/state/state.ts";
export type { RevisionsFace, RevisionState, RevisionsView } from "./control/revisions.ts";
export type { NewTokenView, TokensFace, TokenView } from "./control/tokens.ts";
export type { FaultsFace, PlannedFault } from "./control/faults/faults.ts";
export type { FaultView } from "./world/faults/fault.ts";
export type { FaultInput } from "./world/faults/types.ts";
export type { ResponsePatch } from "./world/faults/response-patch.ts";
export type { Entry, EntryDetail } from "./world/journal/entry.ts";
export type { EntryFilter } from "./world/journal/entry-filter.ts";
export type { ExpectFace, RequestsExpectation } from "./control/requests/expect.ts";
export { ExpectationError } from "./control/requests/expectation-error.ts";
export type { Which } from "./world/faults/types.ts";
export type { Within } from "./control/requests/eventually.ts";
export type { CollectionName, OperationId, ServiceStatus } from "./contract/names.ts";
export type { Expectation } from "./scenarios/types.ts";
export type { Resettable } from "./emulation/emulation.ts";
export type { ListedEntry, RequestsFace, ShownEntry } from "./control/requests/requests.ts";
export type { Duplicates } from "./world/journal/twins.ts";
export type { ScenariosFace } from "./scenarios/operations.ts";
export type { Exported } from "./emulation/export.ts";
export type { Imported } from "./emulation/import.ts";
export type { OnError } from "./pipeline/run.ts";
export type { Result } from "./scenarios/verdict.ts";
