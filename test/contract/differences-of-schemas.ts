/** One way in which bodies or answers are on purpose other than the published schemas. */
interface SchemaDifference {
  readonly operations: RegExp;
  /** Whether of the `body` or an `answer`, where, and how. */
  readonly is: RegExp;
  readonly why: string;
}

const any = /./;

/** A reason each, none for more than one kind of difference. */
export const differencesOfSchemas: readonly SchemaDifference[] = [
  {
    operations: any,
    is: /(\.anonymous_id|\._kx|data(\[\])?\.properties): ours, not published$/,
    why: "the specification has them",
  },
  {
    operations: any,
    is: /^answer .*\.relationships\.item\.data: published, not ours$/,
    why: "recorded: a variant shows the links to its item alone",
  },
  {
    operations: any,
    is: /\.external_id: number \| string, published: string$/,
    why: "a number is taken, and echoed as one (behaviour.md, 1)",
  },
  {
    operations: any,
    is: /^body .*\.(email: email|phone_number: phone_number), published: string$/,
    why: "the specification wants valid ones: others are 400",
  },
  {
    operations: any,
    is: /^body .*\.patch_identifiers\.(un)?append: .*, published: any members$/,
    why: "they are the identifiers of a profile: others are 400",
  },
  {
    operations: any,
    is: /^body .*(relationships(\.[a-z-]+)?|\.data|\.meta|-records|attributes\.profile): (required|not null), published: /,
    why: "what relates to nobody, or says nothing of it, is 400",
  },
  {
    operations: any,
    is: /^body .*\.(catalog_type: "\$default"|editor_type: "CODE" .*|status: "draft" \| .*), published: string$/,
    why: "there are no others: they are 400",
  },
  {
    operations: /_templates?$/,
    is: /\.definition: object, published: anything$/,
    why: "what was drawn by drag and drop is checked down to its blocks (`TemplateDefinition`), of which any data is taken",
  },
  {
    operations: any,
    is: /\.definition: (any members|not null)|\.(conditions|steps)\[\]: anything|\.timezone: string/,
    why: "the definitions of segments, custom metrics and forms are checked beside their shape",
  },
  {
    operations: any,
    is: /^answer meta: published, not ours$/,
    why: "hints for agents: nothing says when they are there",
  },
  {
    operations: any,
    is: /^answer (links\.(next|prev)|data|.*\.relationships\.(template|image)\.data): may be null, published: not$/,
    why: "recorded: null where there is no page, or nothing at the other end",
  },
  {
    operations: any,
    is: /^answer links\.(next|prev): published, not ours$/,
    why: "recorded: what is not paged has no pages to lead to",
  },
  {
    operations: /^query_/,
    is: /^answer (data\.id|links\.(next|prev)): ours, not published$/,
    why: "recorded of reports, and a page_cursor must come from somewhere",
  },
  {
    operations: any,
    is: /^answer (.*(\.whatsapp_bsuid|\.click_tracking|\.send_options<[^>]*>|\.relationships\.conversations?|(data|included)(\[\])?(<[^>]*>)?\.attributes)|included): ours, not published$/,
    why: "recorded: every profile and every campaign of email has them, a topic has attributes without any, and a template comes along",
  },
  {
    operations: any,
    is: /^answer .*\.relationships\..*\.links: published, not ours$/,
    why: "recorded without them, or there is no row that they would lead to",
  },
  {
    operations: any,
    is: /^answer .*\.double_optin: "False" \| "True", published: boolean$/,
    why: "the specification has it as a text",
  },
];

/** The line that explains a difference. */
export const explanationOf = (operation: string, difference: string) =>
  differencesOfSchemas.find(
    ({ operations, is }) => operations.test(operation) && is.test(difference),
  );
