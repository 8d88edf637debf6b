import { type ConfirmationView, type ConfirmedView, sentTo } from "../../control/acts/messages.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";
import { Failure, print } from "../terminal/terminal.ts";

/** By its id, or by the address, of which the latest is meant. */
async function clickConfirmation(who: string, values: ControlValues): Promise<void> {
  const found = who.includes("@")
    ? (await callControl<ConfirmationView[]>(values, "GET", "confirmations")).findLast(
        ({ email }) => email?.toLowerCase() === who.toLowerCase(),
      )
    : { id: who };
  if (found === undefined) throw new Failure(`nothing waits for a click of ${who}`, 2);
  const path = `confirmations/${encodeURIComponent(found.id)}`;
  const clicked = await callControl<ConfirmedView>(values, "POST", path);
  print(values.json, clicked, (done) => `${sentTo(done)} is subscribed to ${done.list}.`);
}

export const does = { click: clickConfirmation };
