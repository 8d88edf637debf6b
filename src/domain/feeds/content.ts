import type { Account } from "../../world/account.ts";
import type { Stored } from "../../world/store/record.ts";
import { collection, put } from "../../world/store/store.ts";
import { webFeeds, type WebFeed } from "../resources/template.ts";
import { jsonIn } from "../../jsonapi/json.ts";

/** What a web feed had when it was fetched last. Its id is the feed's. */
export interface FeedContent extends Stored {
  readonly from: string;
  /** When it was fetched last, in milliseconds since 1970. */
  readonly tried: number;
  /** Since when fetching it fails; null: it does not. */
  readonly failing: number | null;
  /** When its value was fetched: with the id, it says which value it is. */
  readonly version: number;
  /** Not there: it was never fetched. */
  readonly value?: unknown;
}

export const feedContents = collection<FeedContent>("feed-content", {
  instants: ["tried", "failing", "version"],
  internal: true,
});

export function feedsIn(account: Account, texts: readonly (string | null)[]) {
  if (!texts.some((text) => text?.includes("feeds."))) return [];
  return [...account.table(webFeeds).all()].flatMap((feed) => {
    if (!texts.some((text) => text?.includes(feed.name))) return [];
    const content = account.table(feedContents).get(feed.id);
    return [{ feed, content }];
  });
}

export const valuesOf = (found: ReturnType<typeof feedsIn>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(found.map(({ feed, content }) => [feed.name, content?.value]));

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long a content is kept (published). */
const keptMs = 15 * minuteMs;
/** From then on, a feed that fails is tried nightly (published). */
const nightlyMs = 3 * hourMs;
/** How much a feed has at most (published). */
const bytesMax = 4_000_000;

/** Those that are on their way: whoever needs one more waits with the others. */
const underWay = new WeakMap<Account, Promise<void>>();

/** Fetches the feeds of an account whose content is too old. @returns undefined if there are none */
export function refreshFeeds(account: Account, now: number): Promise<void> | undefined {
  const known = underWay.get(account);
  if (known !== undefined) return known;
  const old = [...account.table(webFeeds).all()].filter((feed) => isOld(account, feed, now));
  if (old.length === 0) return undefined;
  const fetched = Promise.all(old.map((feed) => refresh(account, feed))).then(() => {});
  const done = fetched.finally(() => underWay.delete(account));
  underWay.set(account, done);
  return done;
}

const sourceOf = ({ url, request_method, content_type }: WebFeed): string =>
  `${request_method} ${content_type} ${url}`;

function isOld(account: Account, feed: WebFeed, now: number): boolean {
  const content = account.table(feedContents).get(feed.id);
  if (content === undefined || content.from !== sourceOf(feed)) return true;
  const { tried, failing } = content;
  const isNightly = failing !== null && tried - failing >= nightlyMs;
  // Whoever sets the clock back finds it too old, too.
  return Math.abs(now - tried) >= (isNightly ? dayMs : keptMs);
}

async function refresh(account: Account, feed: WebFeed): Promise<void> {
  const { id, url, content_type, request_method } = feed;
  const { download } = account.processing.rules;
  const got = URL.canParse(url)
    ? await download(url, bytesMax, request_method === "post" ? "POST" : "GET")
    : { error: "no URL" };
  const value = "error" in got ? undefined : await readAs(content_type, got.bytes);
  const record = account.table(webFeeds).get(id);
  if (record === undefined || sourceOf(record) !== sourceOf(feed)) return;
  const now = account.clock.now();
  const before = account.table(feedContents).get(id);
  const content = contentAfter(before, record, { now, value, seq: account.nextSeq() });
  const status = statusOf(content);
  account.aside(() =>
    account.commit([
      put(feedContents, content),
      ...(record.status === status ? [] : [put(webFeeds, { ...record, status })]),
    ]),
  );
}

async function readAs(type: WebFeed["content_type"], bytes: Uint8Array): Promise<unknown> {
  if (bytes.length > bytesMax) return undefined;
  const text = Buffer.from(bytes).toString("utf8");
  return type === "xml" ? (await import("./xml.ts")).xmlIn(text) : jsonIn(text);
}

/** What cannot be fetched leaves what was fetched before. */
function contentAfter(
  before: FeedContent | undefined,
  feed: WebFeed,
  { now, value, seq }: { readonly now: number; readonly value: unknown; readonly seq: number },
): FeedContent {
  const said = { id: feed.id, seq, from: sourceOf(feed), tried: now };
  if (value !== undefined) return { ...said, failing: null, version: now, value };
  const kept = before?.from === said.from ? before : undefined;
  const old = kept?.value === undefined ? {} : { value: kept.value };
  return { ...said, failing: kept?.failing ?? now, version: kept?.version ?? now, ...old };
}

/** It is disabled after three nights (published). @guess get_web_feed*: A feed is critical from its second failed night on. */
function statusOf({ failing, tried }: FeedContent): WebFeed["status"] {
  if (failing === null) return "ok";
  const since = tried - failing;
  if (since < nightlyMs) return "warning_periodic_refresh_timeout";
  if (since < nightlyMs + dayMs) return "warning_nightly_refresh_timeout";
  return since < nightlyMs + 3 * dayMs ? "critical_nightly_refresh_timeout" : "disabled";
}
