import { wholeSecond } from "../jsonapi/time.ts";
import { type Collection, collection } from "../world/store.ts";
import { listSuppressionField, suppressionField } from "./consent.ts";
import { identityKeys } from "./identity.ts";
import type {
  AccountRecord,
  Alias,
  Confirmation,
  Coupon,
  CouponCode,
  CouponCodeJob,
  CustomMetric,
  Event,
  Image,
  ImportError,
  ImportJob,
  List,
  MappedMetric,
  Membership,
  Metric,
  Profile,
  PushToken,
  Segment,
  SuppressionJob,
  Tag,
  Tagging,
  TagGroup,
  Template,
  TrackingSetting,
  WebFeed,
} from "./records.ts";

/**
 * The kinds of record, what each may be looked up and filtered by, and the orders kept ready. A
 * key's name is the name that filters and sorts use.
 */
export const profiles = collection<Profile>("profile", {
  keys: {
    id: ({ id }) => id,
    ...identityKeys,
    created: ({ created }) => wholeSecond(created),
    updated: ({ updated }) => wholeSecond(updated),
    [`${suppressionField}.timestamp`]: ({ consent }) => latest(consent.suppression),
    [`${listSuppressionField}.timestamp`]: ({ consent }) => latest(consent.listSuppressions),
  },
  items: {
    [suppressionField]: ({ consent }) =>
      consent.suppression.map(({ reason, at }) => ({ reason, timestamp: at })),
    [listSuppressionField]: ({ consent }) =>
      consent.listSuppressions.map(({ list, reason, at }) => ({
        list_id: list,
        reason,
        timestamp: at,
      })),
  },
  indexes: [
    ["id"],
    ["created"],
    ["updated"],
    [`${suppressionField}.timestamp`],
    [`${listSuppressionField}.timestamp`],
    ...Object.keys(identityKeys).map((name) => [name] as const),
  ],
});

function latest(items: readonly { readonly at: number }[]): number | null {
  let at: number | null = null;
  for (const item of items) if (at === null || item.at > at) at = item.at;
  return at;
}

export const events = collection<Event>("event", {
  keys: {
    datetime: ({ time }) => time,
    metric_id: ({ metric }) => metric,
    profile_id: ({ profile }) => profile,
    unique_id: ({ unique_id }) => unique_id,
  },
  indexes: [
    ["datetime"],
    // A profile has fewer events than a metric: of two that fit, the first is taken.
    ["profile_id", "datetime"],
    ["metric_id", "datetime"],
    ["profile_id", "metric_id", "unique_id"],
  ],
});

export const metrics = collection<Metric>("metric", {
  keys: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    created: ({ created }) => created,
    "integration.name": ({ integration }) => integration.name,
    "integration.category": ({ integration }) => integration.category,
  },
  indexes: [["name"], ["created"]],
});

export const customMetrics = collection<CustomMetric>("custom-metric", {
  keys: { created: ({ created }) => created },
  indexes: [["created"]],
});

export const mappedMetrics = collection<MappedMetric>("mapped-metric", {
  keys: { id: ({ id }) => id, "custom-metric": ({ custom_metric: custom }) => custom },
  indexes: [["id"], ["custom-metric"]],
});

const group = {
  id: ({ id }: List | Segment) => id,
  name: ({ name }: List | Segment) => name,
  created: ({ created }: List | Segment) => wholeSecond(created),
  updated: ({ updated }: List | Segment) => wholeSecond(updated),
};
const groupIndexes = Object.keys(group).map((name) => [name]);

export const lists = collection<List>("list", { keys: group, indexes: groupIndexes });

export const segments = collection<Segment>("segment", {
  keys: {
    ...group,
    is_active: ({ is_active }) => is_active,
    is_starred: ({ is_starred }) => is_starred,
  },
  indexes: groupIndexes,
});

export const memberships = collection<Membership>("membership", {
  keys: {
    group: (member) => member.group,
    kind: ({ kind }) => kind,
    profile: ({ profile }) => profile,
    joined: ({ joined }) => wholeSecond(joined),
  },
  indexes: [
    ["group", "joined"],
    ["profile", "kind"],
  ],
});

export const aliases = collection<Alias>("alias", { keys: {}, indexes: [], internal: true });

export const accounts = collection<AccountRecord>("account", {
  keys: { id: ({ id }) => id },
  indexes: [["id"]],
});

export const confirmations = collection<Confirmation>("confirmation", {
  keys: {
    email: ({ email }) => email?.toLowerCase() ?? null,
    created: ({ created }) => created,
  },
  indexes: [["created"], ["email"]],
});

const suppressionJobs = (name: string): Collection<SuppressionJob> =>
  collection(name, {
    keys: {
      status: ({ status }) => status,
      created: ({ created }) => created,
      list_id: ({ lists: [list] }) => list ?? null,
      segment_id: ({ segments: [segment] }) => segment ?? null,
    },
    indexes: [
      ["created"],
      ["status", "created"],
      ["list_id", "created"],
      ["segment_id", "created"],
    ],
  });

export const suppressions = suppressionJobs("profile-suppression-bulk-create-job");
export const unsuppressions = suppressionJobs("profile-suppression-bulk-delete-job");

export const imports = collection<ImportJob>("profile-bulk-import-job", {
  keys: { status: ({ status }) => status, created: ({ created }) => created },
  indexes: [["created"], ["status", "created"], ["status"]],
});

export const importErrors = collection<ImportError>("import-error", {
  keys: { job: ({ job }) => job },
  indexes: [["job"]],
});

export const pushTokens = collection<PushToken>("push-token", {
  keys: {
    id: ({ id }) => id,
    token: ({ token }) => token,
    "profile.id": ({ profile }) => profile,
    enablement_status: ({ enablement_status: status }) => status,
    platform: ({ platform }) => platform,
    created: ({ created }) => created,
  },
  indexes: [
    ["id"],
    ["token"],
    ["created"],
    ["profile.id", "created"],
    ["enablement_status", "created"],
    ["platform", "created"],
  ],
});

export const tags = collection<Tag>("tag", {
  keys: { id: ({ id }) => id, name: ({ name }) => name, group: ({ group }) => group },
  indexes: [["id"], ["name"], ["group", "name"]],
});

export const tagGroups = collection<TagGroup>("tag-group", {
  keys: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    exclusive: ({ exclusive }) => exclusive,
    default: (group) => group.default,
  },
  indexes: [["id"], ["name"], ["default"]],
});

export const taggings = collection<Tagging>("tagging", {
  keys: { tag: ({ tag }) => tag, kind: ({ kind }) => kind, target: ({ target }) => target },
  indexes: [["tag", "kind"], ["target"]],
});

/** Instants are compared as they are read: in whole seconds. */

const named = {
  id: ({ id }: WebFeed | Template) => id,
  name: ({ name }: WebFeed | Template) => name,
  created: ({ created }: WebFeed | Template) => wholeSecond(created),
  updated: ({ updated }: WebFeed | Template) => wholeSecond(updated),
};
const namedIndexes = Object.keys(named).map((name) => [name]);

export const webFeeds = collection<WebFeed>("web-feed", { keys: named, indexes: namedIndexes });
export const templates = collection<Template>("template", { keys: named, indexes: namedIndexes });

export const coupons = collection<Coupon>("coupon", {
  keys: { id: ({ id }) => id },
  indexes: [["id"]],
});

export const couponCodes = collection<CouponCode>("coupon-code", {
  keys: {
    id: ({ id }) => id,
    expires_at: ({ expires_at }) => (expires_at === null ? null : wholeSecond(expires_at)),
    status: ({ status }) => status,
    "coupon.id": ({ coupon }) => coupon,
    "profile.id": ({ profile }) => profile,
  },
  indexes: [["id"], ["expires_at"], ["coupon.id", "id"], ["coupon.id"], ["profile.id"]],
});

export const images = collection<Image>("image", {
  keys: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    format: ({ format }) => format,
    size: ({ size }) => size,
    hidden: ({ hidden }) => hidden,
    updated_at: ({ updated }) => wholeSecond(updated),
  },
  indexes: [["id"], ["name"], ["format"], ["size"], ["updated_at"]],
});

export const trackingSettings = collection<TrackingSetting>("tracking-setting", {
  keys: { id: ({ id }) => id },
  indexes: [["id"]],
});

export const couponCodeJobs = collection<CouponCodeJob>("coupon-code-bulk-create-job", {
  keys: { status: ({ status }) => status, created: ({ created }) => created },
  indexes: [["created"], ["status", "created"]],
});
