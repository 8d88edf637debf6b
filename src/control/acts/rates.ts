import { number, object } from "../../contract/shape.ts";
import type { Rates } from "../../domain/messages/rates.ts";
import { act, type Column, command, ofOneAccount, option } from "../act.ts";

const query = object(ofOneAccount);
const rate = (does: string) => option("<rate>", does, number());

const rows = (rates: Rates) => Object.entries(rates);
const columns: readonly Column<[string, number]>[] = [
  { head: "RATE", cell: ([name]) => name },
  { head: "VALUE", cell: ([, value]) => String(value) },
];

export const rates = {
  name: "rates",
  does: "Show and set how many messages are delivered, opened, clicked",
  acts: {
    show: act(
      "GET /_emulator/rates",
      "how many messages are delivered, opened, clicked and so on, each from 0 to 1",
      {
        query,
        command: command("show", "Show the rates of an account", {
          isDefault: true,
          rows,
          columns,
        }),
      },
    ),
    set: act("PUT /_emulator/rates", 'sets some of them: { "deliver": 1, "open": 1, "click": 0 }', {
      query,
      command: command("set", "Set some of the rates, each from 0 to 1", {
        options: {
          deliver: rate("Deliver this part of the messages"),
          bounce: rate("Bounce this part of the messages"),
          open: rate("Open this part of the delivered messages"),
          click: rate("Click this part of the delivered messages"),
          unsubscribe: rate("Unsubscribe from this part of the delivered messages"),
          spam: rate("Mark this part of the delivered messages as spam"),
        },
        needsOption: true,
        rows,
        columns,
      }),
    }),
  },
};
