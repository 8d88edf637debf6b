import { number } from "../../contract/shape.ts";
import type { Rates } from "../../domain/messages/rates.ts";
import { act, columns, option, subject, theFirst } from "../act.ts";

const rate = (help: string) => option("<rate>", help, number());
const table = {
  rows: (rates: Rates) => Object.entries(rates),
  columns: columns<[string, number]>("RATE=0", "VALUE=1"),
};

export const rates = subject(
  "rates",
  "Show and set how many messages are delivered, opened, clicked",
  {
    show: act({
      on: "GET /_emulator/rates",
      account: theFirst,
      words: "show",
      help: "Show the rates of an account",
      ...table,
    }),
    set: act({
      on: "PUT /_emulator/rates",
      does: 'sets some of them: { "deliver": 1, "open": 1, "click": 0 }',
      account: theFirst,
      words: "set",
      help: "Set some of the rates, each from 0 to 1",
      options: {
        deliver: rate("Deliver this part of the messages"),
        bounce: rate("Bounce this part of the messages"),
        open: rate("Open this part of the delivered messages"),
        click: rate("Click this part of the delivered messages"),
        unsubscribe: rate("Unsubscribe from this part of the delivered messages"),
        spam: rate("Mark this part of the delivered messages as spam"),
      },
      needsOption: true,
      ...table,
    }),
  },
);
