import type * as page from "../../src/inspector/client/answers.ts";
import type * as card from "../../src/inspector/client/card.ts";
import type * as explored from "../../src/inspector/client/explored.ts";
import type * as stored from "../../src/inspector/client/stored.ts";
import type { ClockView } from "../../src/control/clock-view.ts";
import type { WholeDeliveryView } from "../../src/control/messages/delivery-call.ts";
import type { DeliveryView } from "../../src/control/messages/delivery-view.ts";
import type { LimitsView } from "../../src/control/limits.ts";
import type { MessageView } from "../../src/control/messages/message-view.ts";
import type { ListedEntry, ShownEntry } from "../../src/control/requests/requests.ts";
import type { SnapshotView } from "../../src/control/acts/state.ts";
import type { ExplorationView } from "../../src/explore/exploration-shape.ts";
import type { ScenarioDetail } from "../../src/scenarios/detail.ts";
import type { ReportCard } from "../../src/report/card-shape.ts";
import type { FaultView } from "../../src/world/faults/fault.ts";

/** The page's own types of what the control API answers take what the emulator says. */
type Takes<Page, Emulator extends Page> = [Page, Emulator];

export type Held = [
  Takes<page.Entry, ListedEntry>,
  Takes<page.EntryDetail, ShownEntry>,
  Takes<page.Clock, ClockView>,
  Takes<page.Limits, LimitsView>,
  Takes<card.Card, ReportCard>,
  Takes<page.FaultView, FaultView & page.FaultInput>,
  Takes<stored.Delivery, DeliveryView>,
  Takes<stored.WholeDelivery, WholeDeliveryView>,
  Takes<stored.Mail, MessageView>,
  Takes<stored.Snapshot, SnapshotView>,
  Takes<stored.ScenarioRun, ScenarioDetail>,
  Takes<explored.Exploration, ExplorationView>,
];
