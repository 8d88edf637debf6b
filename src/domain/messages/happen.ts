import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import { workFor } from "../../world/time/agenda.ts";
import { profileById } from "../profiles/identity.ts";
import { canReceive, acted, suppressedFor } from "../consent/consent.ts";
import type { Consent, Channel } from "../consent/consent.ts";
import { type Done, recorded } from "../objects/acts.ts";
import { type Profile, profiles } from "../resources/profile.ts";
import { changed } from "../consent/subscribe.ts";
import type { MessageAct, About } from "../events/system-event.ts";
import type { SystemAct } from "../events/system-events.ts";
import { aboutMessage, nameOf } from "./about.ts";
import type { Coming, Reaction } from "./fate.ts";
import { type Message, messageContents, messages } from "./records.ts";
import type { findConversation } from "../conversations.ts";

export const happenWork = "message.happen";

export type Happening = { readonly message: string; readonly coming: readonly Coming[] };

/** Plans the first that comes; the next is planned when that has happened. */
export function planned(account: Account, { message, coming }: Happening): Change {
  const due = Math.min(...coming.map(({ at }) => at));
  return workFor(account, happenWork, { message, coming } satisfies Happening, due);
}

export function happen(account: Account, { message: id, coming }: Happening, now: number): void {
  const [first, ...rest] = coming.toSorted((a, b) => a.at - b.at);
  const message = account.table(messages).get(id);
  if (first === undefined || message === undefined) return;
  if (rest.length > 0) account.commit([planned(account, { message: id, coming: rest })]);
  react(account, message, first, now);
}

export interface React {
  readonly reaction: Reaction;
  /** Of a click. Default: the first link of the content. */
  readonly url?: string | undefined;
}

/** Writes down what somebody does about a message. @returns false: of a deleted person's, or one that nobody got */
export function react(account: Account, of: Message, { reaction, url }: React, now: number) {
  const message = account.table(messages).get(of.id);
  if (message?.profile == null || message.failure !== null) return false;
  const profile = profileById(account, message.profile);
  if (profile === undefined) return false;
  const { next, acts, consent } = reactions[reaction](account, message, profile, now);
  const about: About = {
    ...aboutMessage(message, nameOf(account, message)),
    ...client,
    URL: url ?? firstUrl(account, message),
    machine_open: false,
    "Bot Click": false,
    Method: "Message",
  };
  const done: Done[] = acts.map((act) => ({ act, profile: profile.id, about }));
  const changes = [
    put(messages, { ...message, ...next }),
    ...(consent === profile.consent ? [] : [put(profiles, changed(profile, consent, now))]),
  ];
  account.commit(recorded(account, changes, done, now));
  return true;
}

const client = { "Client Type": "Browser", "Client OS": "Linux", "Client Name": "Chrome" } as const;

type Reacting = (
  account: Account,
  message: Message,
  profile: Profile,
  now: number,
) => {
  readonly next: Partial<Message>;
  readonly acts: readonly (MessageAct | SystemAct)[];
  readonly consent: Consent;
};

const reactions: Readonly<Record<Reaction, Reacting>> = {
  open(account, message, { consent }, now) {
    const { opened, opens, channel } = message;
    const next = { opened: opened ?? now, opens: opens + 1 };
    const content = account.table(messageContents).get(message.content);
    // Whoever does not want it to be known is not known to have opened it.
    const isTold = content?.tracksOpens !== false && canReceive(consent, "email.open_tracking");
    if (channel === "push") return { next, acts: ["open push"], consent };
    return isTold ? { next, acts: ["open email"], consent } : { next: {}, acts: [], consent };
  },
  click(account, message, { consent }, now) {
    const { clicked, clicks, channel } = message;
    if (account.table(messageContents).get(message.content)?.tracksClicks === false) {
      return { next: {}, acts: [], consent };
    }
    const next = { clicked: clicked ?? now, clicks: clicks + 1 };
    return { next, acts: [channel === "sms" ? "click sms" : "click email"], consent };
  },
  unsubscribe(_account, message, { consent }, now) {
    const { unsubscribed, leaves = 0, channel } = message;
    const medium = channel === "sms" ? "sms" : "email";
    const after = acted(consent, "unsubscribe", medium, { at: now });
    const isNew = (consent[medium]?.state ?? "") !== "UNSUBSCRIBED";
    const acts: SystemAct[] = isNew ? [`unsubscribe ${medium}`] : [];
    return {
      // Whoever had left before does not leave by it.
      next: isNew ? { unsubscribed: unsubscribed ?? now, leaves: leaves + 1 } : {},
      acts: medium === "email" ? ["click to leave email", ...acts] : acts,
      consent: isNew ? after : consent,
    };
  },
  mark(_account, { marked }, { consent }, now) {
    const next = { marked: marked ?? now };
    return { next, acts: ["mark email"], consent: suppressedFor(consent, "SPAM_COMPLAINT", now) };
  },
};

/** A hard bounce: the address does not work. */
export const bounced = (profile: Profile, now: number): Change[] => {
  const consent = suppressedFor(profile.consent, "HARD_BOUNCE", now);
  return consent === profile.consent ? [] : [put(profiles, changed(profile, consent, now))];
};

function firstUrl(account: Account, { content }: Message): string | undefined {
  const found = account.table(messageContents).get(content);
  return /https?:\/\/[^\s"'<>{}]+/.exec(found?.html ?? found?.text ?? "")?.[0];
}

/** @guess create_conversation_message: A message of `stop`, `stopall`, `cancel`, `end`, `quit` or `unsubscribe` alone unsubscribes. */
const leaving = new Set(["cancel", "end", "quit", "stop", "stopall", "unsubscribe"]);

/** Records what somebody writes in a conversation; a word such as STOP unsubscribes from all that it is about. */
export function write(
  account: Account,
  { conversation, profile, consents }: NonNullable<ReturnType<typeof findConversation>>,
  text: string,
  now: number,
): void {
  const about = { "Message Body": text, Conversation: conversation.id };
  const done: Done[] = [{ act: "write text", profile: profile.id, about }];
  let { consent } = profile;
  const given = consents.filter((each: Channel) => consent[each]?.state === "SUBSCRIBED");
  if (leaving.has(text.trim().toLowerCase())) {
    for (const channel of given) {
      consent = acted(consent, "unsubscribe", channel, { at: now });
      const act = `unsubscribe ${channel}` as const;
      done.push({ act, profile: profile.id, about: { Method: "Message" } });
    }
  }
  const changes = [put(profiles, changed(profile, consent, now))];
  account.commit(recorded(account, changes, done, now));
}
