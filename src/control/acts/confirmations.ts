import { object } from "../../contract/shape.ts";
import type { Channel } from "../../domain/consent/consent.ts";
import { act, columns, command, ofAccount } from "../act.ts";

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

const query = object(ofAccount);

export const confirmations = {
  name: "confirmations",
  does: "List and click the confirmations of double opt-in lists",
  acts: {
    list: act("GET /_emulator/confirmations", "the double opt-ins that wait for their click", {
      query,
      command: command<unknown, ConfirmationView>("list", "List the pending confirmations", {
        isDefault: true,
        none: "No pending confirmations.",
        columns: [
          ...columns<ConfirmationView>("id"),
          { head: "PROFILE", cell: sentTo, elastic: true },
          ...columns<ConfirmationView>("list"),
          { head: "ASKED", cell: ({ created }) => created, optional: true },
          { head: "ACCOUNT", cell: ({ account }) => account, optional: true },
        ],
      }),
    }),
    click: act(
      "POST /_emulator/confirmations/{id}",
      "the click: the subscription holds from now on",
      {
        query,
        command: command("click", "Click a confirmation, which subscribes the profile", {
          takes: { "<email|id>": "Confirmation id, or the email address it was sent to" },
        }),
      },
    ),
  },
};
