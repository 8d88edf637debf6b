import type { Account } from "../../world/account.ts";
import { uuid } from "../../world/ids.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import { profileById } from "../profiles/identity.ts";
import { confirmations, type Confirmation, type Subscribing } from "../objects/records.ts";
import type { Profile } from "../resources/profile.ts";

/** Asks for a click, in place of an earlier time for the same address, list and channels. */
export function askToConfirm(
  account: Account,
  who: Subscribing,
  known: Profile | undefined,
  list: string,
  now: number,
): void {
  const { email: given, phone_number: phone } = who.input.attributes;
  const email = given ?? known?.email ?? null;
  const phone_number = phone ?? known?.phone_number ?? null;
  // There is nowhere to send it.
  if (email === null && phone_number === null) return;
  const channels = channelsOf(who);
  const ofAddress = { prefix: [email?.toLowerCase() ?? null] };
  const earlier = [...account.table(confirmations).scan(["email"], ofAddress)].filter(
    (each) =>
      each.list === list &&
      each.phone_number === phone_number &&
      channelsOf(each.subscribing) === channels,
  );
  const seq = account.nextSeq();
  const asked: Confirmation = {
    id: uuid(account.dice("confirmation")),
    seq,
    list,
    email,
    phone_number,
    created: now,
    subscribing: who,
  };
  account.commit([...earlier.map(({ id }) => drop(confirmations, id)), put(confirmations, asked)]);
}

const channelsOf = ({ channels }: Subscribing): string =>
  channels.map(({ channel }) => channel).join();

/** What no longer waits for its click: a list's, or a person's who is deleted. */
export const unasked = (account: Account, isOver: (waiting: Confirmation) => boolean): Change[] =>
  [...account.table(confirmations).all()].filter(isOver).map(({ id }) => drop(confirmations, id));

export function isFor(account: Account, waiting: Confirmation, profile: Profile): boolean {
  const { email, phone_number: phone, subscribing } = waiting;
  if (subscribing.id !== undefined) return profileById(account, subscribing.id)?.id === profile.id;
  return (
    (email !== null && email.toLowerCase() === profile.email?.toLowerCase()) ||
    (phone !== null && phone === profile.phone_number)
  );
}
