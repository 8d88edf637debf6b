/** One way in which built rows differ from what is published, on purpose. */
export interface Difference {
  /** The operations that differ so; not given: any that do. */
  readonly of?: RegExp;
  readonly kinds: readonly Kind[];
  /** Where and how, as the test of its kind says it. */
  readonly what: RegExp;
  readonly reason: string;
}

export type Kind = "answer" | "body" | "success";

/** 25 at most, and none for more than one kind of difference. */
export const differences: readonly Difference[] = [
  {
    kinds: ["answer", "body"],
    what: /(\.anonymous_id|\._kx|data(\[\])?\.properties): ours, not published$/,
    reason: "The specification has them.",
  },
  {
    kinds: ["answer", "body"],
    what: /\.external_id: number \| string, published: string$/,
    reason: "A number is taken and echoed as one (behaviour.md, 1).",
  },
  {
    kinds: ["body"],
    what: /\.(email: email|phone_number: phone_number), published: string$/,
    reason: "The specification wants valid ones: others are 400.",
  },
  {
    kinds: ["body"],
    what: /\.patch_identifiers\.(un)?append: .*, published: any members$/,
    reason: "They are the identifiers of a profile: others are 400.",
  },
  {
    kinds: ["body"],
    what: /(relationships|\.data): required, published: optional$/,
    reason: "A relationship that names nobody is 400.",
  },
  {
    of: /^create_back_in_stock_subscription$/,
    kinds: ["body"],
    what: /^data\.attributes\.profile: /,
    reason: "Without a profile there is nobody to be told.",
  },
  {
    kinds: ["body"],
    what: /\.catalog_type: "\$default", published: string$/,
    reason: "There is one catalog: another is 400.",
  },
  {
    kinds: ["body"],
    what: /\.editor_type: "CODE" .*, published: string$/,
    reason: "There are so many editors: others are 400.",
  },
  {
    of: /_templates?$/,
    kinds: ["answer", "body"],
    what: /\.definition: object, published: anything$/,
    reason: "What was drawn by drag and drop is stored as it is: its blocks are not described.",
  },
  {
    kinds: ["answer", "body"],
    what: /\.definition: (any members|not null)|\.conditions\[\]: anything/,
    reason: "The definitions of segments and custom metrics are checked as they are written.",
  },
  {
    kinds: ["answer"],
    what: /^meta: published, not ours$/,
    reason: "Hints for agents, of which nothing says when they are there.",
  },
  {
    kinds: ["answer"],
    what: /^links\.(next|prev): may be null, published: not$/,
    reason: "Recorded: null where there is no page.",
  },
  {
    of: /^query_metric_aggregates$/,
    kinds: ["answer"],
    what: /^links\.(next|prev): ours, not published$/,
    reason: "Where else would a page_cursor come from.",
  },
  {
    kinds: ["answer"],
    what: /\.double_optin: "False" \| "True", published: boolean$/,
    reason: "The specification has it as a text.",
  },
  {
    kinds: ["answer"],
    what: /^links\.(next|prev): published, not ours$/,
    reason: "Recorded: what is not paged has no pages to lead to.",
  },
  {
    kinds: ["answer"],
    what: /\.relationships\.conversations?: ours, not published$/,
    reason: "Recorded: every profile has it.",
  },
  {
    kinds: ["answer"],
    what: /\.relationships\..*\.links: published, not ours$/,
    reason: "Recorded without them, or there is no row that they would lead to.",
  },
  {
    of: /^merge_profiles$/,
    kinds: ["success"],
    what: /^202, published: 201$/,
    reason: "Recorded: it is accepted (behaviour.md, 1).",
  },
];

/** The line that explains a difference. */
export const explanationOf = (kind: Kind, id: string, difference: string) =>
  differences.find(
    ({ kinds, of, what }) =>
      kinds.includes(kind) && (of?.test(id) ?? true) && what.test(difference),
  );
