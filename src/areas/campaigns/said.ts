import { formatDatetime, formatPrecise, parseDatetime } from "../../jsonapi/time.ts";
import {
  defined,
  isDynamic,
  laterStatuses,
  laterStatusesSince,
  type Strategy,
  type Tracking,
} from "../../domain/campaigns/shape.ts";
import { livesIn, type Revision } from "../../contract/revisions.ts";
import type { Campaign } from "../../domain/resources/campaign.ts";

/** What campaigns say of themselves: as each revision writes and reads it, and as it is kept. */
type Said = Readonly<Record<string, unknown>>;

/** A strategy as a body of whichever revision has it. */
export function strategyOf(said: Said): Strategy {
  const method = said["method"] as Strategy["method"];
  if (method === "throttled") {
    const { datetime, throttle_percentage } = optionsOf<Strategy>(said, "options_throttled");
    return { method, ...ifSaid({ datetime, throttle_percentage }) };
  }
  if (method === "smart_send_time") {
    return { method, ...ifSaid({ date: optionsOf<Strategy>(said, "options_sto").date }) };
  }
  if (method !== "static") return { method };
  const own = optionsOf<Strategy>(said, "options_static");
  const { is_local, send_past_recipients_immediately: past } = {
    ...own,
    ...(said["options"] as Partial<Strategy> | null | undefined),
  };
  return {
    method,
    ...ifSaid({ datetime: own.datetime }),
    is_local: is_local ?? false,
    ...(is_local && { send_past_recipients_immediately: past ?? false }),
  };
}

/** Where the members of a method stand: by themselves, or under a name of their own. */
const optionsOf = <T>(said: Said, name: string): Partial<T> => (said[name] ?? said) as Partial<T>;

const ifSaid = <T extends object>(members: T): { [N in keyof T]: Exclude<T[N], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;

/** An instant as it was written, in the service's own form: that of a clone has a fraction (recorded). */
function shownInstant(text: string): string {
  const at = parseDatetime(text) ?? 0;
  return at % 1000 === 0 ? formatDatetime(at) : formatPrecise(at);
}

/** A strategy as a revision shows it. */
export function shownStrategy({ strategy }: Campaign, revision: Revision): Said {
  const { method, is_local, send_past_recipients_immediately, ...members } = strategy;
  if (method === "ab_test_campaign" && livesIn(defined, revision)) return { method };
  const past = is_local ? { send_past_recipients_immediately } : {};
  const { datetime } = members;
  const own = datetime === undefined ? members : { ...members, datetime: shownInstant(datetime) };
  if (livesIn(defined, revision)) {
    return method === "static"
      ? { method, ...own, options: { is_local, ...past } }
      : { method, ...own };
  }
  return {
    method,
    options_static: method === "static" ? { ...own, is_local, ...past } : null,
    options_throttled: method === "throttled" ? own : null,
    options_sto: method === "smart_send_time" ? own : null,
  };
}

interface Param {
  readonly name: string;
  readonly value: string;
}

/**
 * How links and opens are followed, as a body of whichever revision has it. @guess create_campaign, update_campaign: By
 * default, opens and clicks are tracked, and no parameters are added to links.
 */
export function trackingOf(said: Said, watches: boolean): Tracking {
  const params = (said["custom_tracking_params"] ?? said["utm_params"] ?? []) as readonly Param[];
  const yes = (value: unknown, otherwise: boolean) => (value ?? otherwise) as boolean;
  return {
    add_tracking_params: yes(said["add_tracking_params"] ?? said["is_add_utm"], false),
    custom_tracking_params: params.map((param) => ({
      type: isDynamic(param.value) ? "dynamic" : "static",
      ...param,
    })),
    ...(watches && {
      is_tracking_clicks: yes(said["is_tracking_clicks"], true),
      is_tracking_opens: yes(said["is_tracking_opens"], true),
    }),
  };
}

/** The same as a revision shows it. */
export function shownTracking({ tracking }: Campaign, revision: Revision): Said | null {
  if (tracking === null || livesIn(defined, revision)) return tracking as Said | null;
  const { add_tracking_params, custom_tracking_params, ...watched } = tracking;
  return {
    is_add_utm: add_tracking_params,
    utm_params: custom_tracking_params.map(({ name, value }) => ({ name, value })),
    ...watched,
  };
}

/** What stands in the place of a status that a revision does not know. */
export const shownStatus = ({ state }: Campaign, revision: Revision): string =>
  revision < laterStatusesSince && laterStatuses.includes(state) ? "Cancelled" : state;
