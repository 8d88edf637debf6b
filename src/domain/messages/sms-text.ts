/** What a text message may have beside its body. null: as usual. */
export interface SmsOptions {
  readonly add_org_prefix?: boolean | null;
  readonly add_info_link?: boolean | null;
  readonly add_opt_out_language?: boolean | null;
}

/**
 * A text message as it goes out, in the template language; null: it has no body. @guess send_campaign, *ate_flow: A
 * text message begins with the organization's name, and ends with `Info: URL` and `Text STOP to opt out.`
 */
export function smsText(body: string | null | undefined, options: SmsOptions): string | null {
  if (!body) return null;
  const prefix = "{% if organization.name %}{{ organization.name }}: {% endif %}";
  const info = "{% if organization.url %} Info: {{ organization.url }}{% endif %}";
  const { add_org_prefix, add_info_link, add_opt_out_language } = options;
  return [
    (add_org_prefix ?? true) && prefix,
    body,
    (add_info_link ?? true) && info,
    add_opt_out_language && " Text STOP to opt out.",
  ]
    .filter((part) => typeof part === "string")
    .join("");
}
