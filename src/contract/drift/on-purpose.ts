interface OnPurpose {
  readonly operations: RegExp;
  /** Of what (`body`, `answer`, `parameter` …), where, and how. */
  readonly is: RegExp;
  readonly why: string;
}

const all = /./;

/** A reason each, none for more than one kind of difference. */
export const differencesOfSchemas: readonly OnPurpose[] = [
  {
    operations: all,
    is: /(\.anonymous_id|\._kx|data(\[\])?\.properties): in the emulator only$/,
    why: "the specification has them",
  },
  {
    operations: all,
    is: /^answer .*\.relationships\.item\.data: in the document only$/,
    why: "recorded: a variant shows the links to its item alone",
  },
  {
    operations: all,
    is: /\.external_id: number \| string, in the document: string$/,
    why: "a number is taken, and echoed as one (behaviour.md, 1)",
  },
  {
    operations: all,
    is: /^body .*\.(email: email|phone_number: phone_number), in the document: string$/,
    why: "the specification wants valid ones: others are 400",
  },
  {
    operations: all,
    is: /^body .*\.patch_identifiers\.(un)?append: .*, in the document: any members$/,
    why: "they are the identifiers of a profile: others are 400",
  },
  {
    operations: all,
    is: /^body .*(relationships(\.[a-z-]+)?|\.data|\.meta|-records|attributes\.profile): (required|not null), in the document: /,
    why: "what relates to nobody, or says nothing of it, is 400",
  },
  {
    operations: all,
    is: /^body .*\.(catalog_type: "\$default"|editor_type: "CODE" .*|status: "draft" \| .*), in the document: string$/,
    why: "there are no others: they are 400",
  },
  {
    operations: /_templates?$/,
    is: /\.definition: object, in the document: anything$/,
    why: "what was drawn by drag and drop is checked down to its blocks (`TemplateDefinition`), of which any data is taken",
  },
  {
    operations: all,
    is: /\.definition: (any members|not null)|\.(conditions|steps)\[\]: anything|\.timezone: string/,
    why: "the definitions of segments, custom metrics and forms are checked beside their shape",
  },
  {
    operations: all,
    is: /^answer meta: in the document only$/,
    why: "hints for agents: nothing says when they are there",
  },
  {
    operations: all,
    is: /^answer (links\.(next|prev)|data|.*\.relationships\.(template|image)\.data): may be null, in the document: not$/,
    why: "recorded: null where there is no page, or nothing at the other end",
  },
  {
    operations: all,
    is: /^answer links\.(next|prev): in the document only$/,
    why: "recorded: what is not paged has no pages to lead to",
  },
  {
    operations: /^query_/,
    is: /^answer (data\.id|links\.(next|prev)): in the emulator only$/,
    why: "recorded of reports, and a page_cursor must come from somewhere",
  },
  {
    operations: all,
    is: /^answer (.*(\.whatsapp_bsuid|\.click_tracking|\.send_options<[^>]*>|\.relationships\.conversations?|(data|included)(\[\])?(<[^>]*>)?\.attributes)|included): in the emulator only$/,
    why: "recorded: every profile and every campaign of email has them, a topic has attributes without any, and a template comes along",
  },
  {
    operations: all,
    is: /^answer .*\.relationships\..*\.links: in the document only$/,
    why: "recorded without them, or there is no row that they would lead to",
  },
  {
    operations: all,
    is: /^answer .*\.double_optin: "False" \| "True", in the document: boolean$/,
    why: "the specification has it as a text",
  },
];

const identifiers = "(coupon\\.id|email|id|name|phone_number|profile\\.id|profile_id|push_token)";

const differencesOfRequests: readonly OnPurpose[] = [
  {
    operations: all,
    is: RegExp(`^parameter filter equals\\(${identifiers}\\): in the emulator only$`),
    why: "the specification writes operator(field,value)",
  },
  {
    operations: all,
    is: /^parameter fields\[(profile\]=(anonymous_id|whatsapp_bsuid|subscriptions\.email\.click_tracking.*)|campaign\]=send_options\.ignore_unsubscribes): in the emulator only$/,
    why: "what is returned may be asked for",
  },
  { operations: all, is: /^scopes: , in the document: /, why: "a company id has no scopes" },
  {
    operations: /_profile$/,
    is: /^scopes: events:write or profiles:write, in the document: profiles:write$/,
    why: "the specification's events:write allows it too",
  },
  {
    operations: /^(merge_profiles|(clone|delete|render)_template)$/,
    is: /^answer 20\d: in the (emulator|document) only$/,
    why: "recorded: these are the statuses that come",
  },
  {
    operations: /^query_metric_aggregates$/,
    is: /^parameter page\[cursor\]: in the emulator only$/,
    why: "links.next can be followed",
  },
  {
    operations: /_templates?$/,
    is: /\.definition\.(body|styles)\b/,
    why: "of what was drawn by drag and drop, any data is taken",
  },
  {
    operations: /^get_client_review_values_reports$/,
    is: /^parameter statistics/,
    why: "there are no others: they are 400",
  },
];

export const explanationOf = (operation: string, difference: string) =>
  [...differencesOfSchemas, ...differencesOfRequests].find(
    ({ operations, is }) => operations.test(operation) && is.test(difference),
  );
