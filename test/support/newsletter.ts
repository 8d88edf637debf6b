import type { Emulator } from "../../src/index.ts";
import { readers, shop } from "../areas/campaign-support.ts";
import type { Fields } from "./sending.ts";

const html =
  '<p>Hi {{ first_name }}</p><a href="https://shop.example/sale">Sale</a> <a href="https://shop.example/new">New</a> {% unsubscribe %}';

/** What only happens when somebody makes it happen. */
export const quiet = { deliver: 1, open: 0, click: 0, unsubscribe: 0, spam: 0 } as const;

/** A shop whose campaign, `Summer`, was sent to Ada and two readers; or is there to be sent. */
export async function newsletter(options: Fields = {}, { isSent = true } = {}) {
  const ada = {
    email: "ada@example.com",
    first_name: "Ada",
    lists: ["Readers"],
    consent: { email: "SUBSCRIBED" },
  } as const;
  const ways = await shop([ada, ...readers(2)], options);
  const { emulator } = ways;
  await emulator.seed({ templates: [{ name: "Linked", html }] });
  const templates = emulator.state.get("template").records;
  const template = templates.find((each) => each["name"] === "Linked")?.id as string;
  emulator.rates.set(quiet);
  const campaign = await ways.draft();
  await ways.assign(await ways.messageOf(campaign), template);
  const dispatch = async () => {
    await ways.send(campaign);
    await emulator.clock.advance("1m");
  };
  if (isSent) await dispatch();
  return { ...ways, campaign, dispatch, mailTo: mailTo(emulator) };
}

/** The only message to an address. */
const mailTo =
  ({ outbox }: Emulator) =>
  async (to: string) => {
    const [message] = await outbox.expect({ to }).times(1);
    if (message === undefined) throw new Error(`nothing was sent to ${to}`);
    return message;
  };
