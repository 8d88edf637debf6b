import type { Channel } from "../../domain/consent/consent.ts";
import { act, columns, subject } from "../act.ts";

/** A subscription that waits for its click: what the service's mail would link to. */
export interface ConfirmationView {
  readonly id: string;
  readonly account: string;
  /** Id of the list that the profile is to join. */
  readonly list: string;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly channels: readonly Channel[];
  /** World time, ISO 8601. */
  readonly created: string;
}

/** A confirmation that was clicked, and whom it subscribed. */
export interface ConfirmedView extends ConfirmationView {
  /** Id of the profile that is subscribed now. */
  readonly profile: string;
}

/** Whom it was sent to. */
export const sentTo = ({ email, phone_number: phone }: ConfirmationView): string =>
  [email, phone].filter((each) => each !== null).join(", ");

export const confirmations = subject(
  "confirmations",
  "List and click the confirmations of double opt-in lists",
  {
    list: act({
      on: "GET /_emulator/confirmations",
      words: "list",
      help: "List the pending confirmations",
      none: "No pending confirmations.",
      columns: columns<ConfirmationView>(
        "id",
        { head: "PROFILE", cell: sentTo, elastic: true },
        "list",
        "ASKED=created?",
        "account?",
      ),
    }),
    click: act({
      on: "POST /_emulator/confirmations/{id}",
      words: "click <email|id>",
      help: "Click a confirmation, which subscribes the profile",
      takes: ["Confirmation id, or the email address it was sent to"],
      says: (done: ConfirmedView) => `${sentTo(done)} is subscribed to ${done.list}.`,
    }),
  },
);
