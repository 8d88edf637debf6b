/** Where the emulator is on purpose other than what is published: one kind of difference a line. */
export interface Difference {
  readonly operations: RegExp;
  /** `more` is asked, or answered, than what is published, or `less`; and what. */
  readonly is: RegExp;
  readonly why: string;
}

const any = /./;
const looked = "(coupon.id|email|id|name|phone_number|profile.id|profile_id|push_token)";

// oxfmt-ignore
export const differences: readonly Difference[] = [
  { operations: any, is: /^(more limits 75\/s 700\/m|less limits 75\/s 750\/m)$/, why: "the specification's tier L has 700 a minute" },
  { operations: any, is: /^more limit (include|additional-fields)/, why: "a parameter's limit is its own, whichever row it is used on" },
  { operations: any, is: RegExp(`^more filter equals\\(${looked},x\\)$`), why: "the specification writes operator(field,value)" },
  { operations: any, is: /^more fields\[(profile\]=(anonymous_id|whatsapp_bsuid|subscriptions\.email\.click_tracking)|campaign\]=send_options\.ignore_unsubscribes)/, why: "what is returned may be asked for" },
  { operations: /_client_/, is: /^(more scopes |less scopes .+)$/, why: "a company id has no scopes" },
  { operations: /_profile$/, is: /^(more scopes profiles:write or events:write|less scopes profiles:write)$/, why: "the specification's events:write allows it too" },
  { operations: /^get_profiles$/, is: /^more value subscriptions\..*reason [A-Z_]+$/, why: "the specification lists the reasons" },
  { operations: /^(merge_profiles|(clone|delete|render)_template)$/, is: /^(more|less) status /, why: "their recorded answers have these" },
  { operations: /^query_metric_aggregates$/, is: /^more cursor page\[cursor\]$/, why: "links.next can be followed" },
];
