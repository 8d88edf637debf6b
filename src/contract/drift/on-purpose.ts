/**
 * Differences as patterns of what (`body`, `answer`, `parameter` …), where and how. Below each is why, `for` some operations
 * alone: a reason each, none for more than one kind of difference.
 */
const listed = (text: string) =>
  [...text.matchAll(/^(\S.*)\n  (?:for (\S+): )?(.*)$/gm)].map(
    ([, is = "", of = ".", why = ""]) => {
      return { operations: RegExp(of), is: RegExp(is), why: why.replaceAll("\\`", "`") };
    },
  );

export const differencesOfSchemas = listed(String.raw`
(\.(anonymous_id|_kx)|data(\[\])?\.properties): in the emulator only$
  the specification has them
^answer .*\.relationships\.item\.data: in the document only$
  recorded: a variant shows the links to its item alone
\.external_id: number \| string, in the document: string$
  a number is taken, and echoed as one (behaviour.md, 1)
^body .*\.(email: email|phone_number: phone_number), in the document: string$
  the specification wants valid ones: others are 400
^body .*\.patch_identifiers\.(un)?append: .*, in the document: any members$
  they are the identifiers of a profile: others are 400
^body .*(relationships(\.[a-z-]+)?|\.data|\.meta|-records|attributes\.profile): (required|not null), in the document:
  what relates to nobody, or says nothing of it, is 400
^body .*\.(catalog_type: "\$default"|editor_type: "CODE" .*|status: "draft" \| .*), in the document: string$
  there are no others: they are 400
\.definition: object, in the document: anything$
  for _templates?$: what was drawn by drag and drop is checked down to its blocks (\`TemplateDefinition\`), of which any data is taken
\.definition: (any members|not null)|\.(conditions|steps)\[\]: anything|\.timezone: string
  the definitions of segments, custom metrics and forms are checked beside their shape
^answer meta: in the document only$
  hints for agents: nothing says when they are there
^answer (links\.(next|prev)|data|.*\.relationships\.(template|image)\.data): may be null, in the document: not$
  recorded: null where there is no page, or nothing at the other end
^answer links\.(next|prev): in the document only$
  recorded: what is not paged has no pages to lead to
^answer (data\.id|links\.(next|prev)): in the emulator only$
  for ^query_: recorded of reports, and a page_cursor must come from somewhere
^answer (.*(\.whatsapp_bsuid|\.click_tracking|\.send_options<[^>]*>|\.relationships\.conversations?|(data|included)(\[\])?(<[^>]*>)?\.attributes)|included): in the emulator only$
  recorded: every profile and every campaign of email has them, a topic has attributes without any, and a template comes along
^answer .*\.relationships\..*\.links: in the document only$
  recorded without them, or there is no row that they would lead to
^answer .*\.double_optin: "False" \| "True", in the document: boolean$
  the specification has it as a text
`);

const identifiers = String.raw`(coupon\.id|email|id|name|phone_number|profile\.id|profile_id|push_token)`;

const differencesOfRequests = listed(String.raw`
^parameter filter equals\(${identifiers}\): in the emulator only$
  the specification writes operator(field,value)
^parameter fields\[(profile\]=(anonymous_id|whatsapp_bsuid|subscriptions\.email\.click_tracking.*)|campaign\]=send_options\.ignore_unsubscribes): in the emulator only$
  what is returned may be asked for
^scopes: , in the document:
  a company id has no scopes
^scopes: events:write or profiles:write, in the document: profiles:write$
  for _profile$: the specification's events:write allows it too
^answer 20\d: in the (emulator|document) only$
  for ^(merge_profiles|(clone|delete|render)_template)$: recorded: these are the statuses that come
^parameter page\[cursor\]: in the emulator only$
  for ^query_metric_aggregates$: links.next can be followed
\.definition\.(body|styles)\b
  for _templates?$: of what was drawn by drag and drop, any data is taken
^parameter statistics
  for ^get_client_review_values_reports$: there are no others: they are 400
`);

export const explanationOf = (operation: string, difference: string) =>
  [...differencesOfSchemas, ...differencesOfRequests].find(
    ({ operations, is }) => operations.test(operation) && is.test(difference),
  );
