import type { Rates } from "../../domain/messages/rates.ts";
import { callControl, type ControlValues, narrowed } from "../process/control-client.ts";
import { Failure } from "../terminal/failure.ts";
import { print } from "../terminal/print.ts";
import { screenWidth } from "../terminal/terminal.ts";
import { tableOf } from "../terminal/table.ts";

interface RateValues extends ControlValues {
  readonly account?: string;
}

export async function showRates({ account, ...values }: RateValues): Promise<void> {
  print(
    values.json,
    await callControl<Rates>(values, "GET", narrowed("rates", { account })),
    textOf,
  );
}

type SetValues = RateValues & { readonly [N in keyof Rates]?: number | string };

export async function setRates({ account, ...values }: SetValues): Promise<void> {
  const { deliver, bounce, open, click, unsubscribe, spam } = values;
  const change = Object.fromEntries(
    Object.entries({ deliver, bounce, open, click, unsubscribe, spam }).filter(
      ([, rate]) => rate !== undefined,
    ),
  );
  if (Object.keys(change).length === 0) {
    throw new Failure(
      "nothing to set: add --deliver, --bounce, --open, --click, --unsubscribe or --spam",
      2,
    );
  }
  const path = narrowed("rates", { account });
  print(values.json, await callControl<Rates>(values, "PUT", path, change), textOf);
}

const textOf = (rates: Rates): string =>
  tableOf(
    [
      { head: "RATE", cell: ([name]: readonly [string, number]) => name },
      { head: "VALUE", cell: ([, rate]) => String(rate) },
    ],
    Object.entries(rates),
    screenWidth(),
  );
