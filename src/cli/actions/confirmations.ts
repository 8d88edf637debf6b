import type { ConfirmationView, ConfirmedView } from "../../control/confirmations.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";
import { Failure } from "../terminal/failure.ts";
import { print } from "../terminal/print.ts";
import { screenWidth } from "../terminal/screen.ts";
import { tableOf } from "../terminal/table.ts";

const all = (values: ControlValues) =>
  callControl<ConfirmationView[]>(values, "GET", "confirmations");

export async function listConfirmations(values: ControlValues): Promise<void> {
  print(values.json, await all(values), (waiting) =>
    waiting.length === 0
      ? "Nobody waits for a confirmation."
      : tableOf(
          [
            { head: "ID", cell: ({ id }) => id },
            { head: "WHO", cell: whoOf, elastic: true },
            { head: "LIST", cell: ({ list }) => list },
            { head: "ASKED", cell: ({ created }) => created, optional: true },
            { head: "ACCOUNT", cell: ({ account }) => account, optional: true },
          ],
          waiting,
          screenWidth(),
        ),
  );
}

const whoOf = ({ email, phone_number: phone }: ConfirmationView) =>
  [email, phone].filter((each) => each !== null).join(", ");

/** By its id, or by the address, of which the latest is meant. */
export async function clickConfirmation(who: string, values: ControlValues): Promise<void> {
  const found = who.includes("@")
    ? (await all(values)).findLast(({ email }) => email?.toLowerCase() === who.toLowerCase())
    : { id: who };
  if (found === undefined) throw new Failure(`nothing waits for a click of ${who}`, 2);
  const path = `confirmations/${encodeURIComponent(found.id)}`;
  const clicked = await callControl<ConfirmedView>(values, "POST", path);
  print(values.json, clicked, (done) => `${whoOf(done)} is subscribed to ${done.list}.`);
}
