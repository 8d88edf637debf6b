import { actionTypes, statusIn, type Says } from "../../domain/flows/kinds.ts";
import { saidBy, sendingsIn } from "../../domain/flows/actions.ts";
import type { FlowAction, FlowMessage } from "../../domain/resources/flow.ts";
import type { Account } from "../../world/account.ts";
import { invalidParameter, type Refusal } from "../../jsonapi/refusal.ts";
import type { Invocation } from "../../verbs/invocation.ts";
import { list } from "../../verbs/list.ts";
import type { Page } from "../../verbs/outcome.ts";

/** What actions and messages are told of by before they have definitions (flows.md). */
type Said = Readonly<Record<string, unknown>>;

const messageOf = ({ says }: FlowAction): Said | null | undefined =>
  sendingsIn(says)[0]?.data?.message as Said | null | undefined;

/** @guess get_flow_action, get_actions_for_flow: Before 2025-10-15, `settings` has the action's data, and opens and clicks are tracked. */
export const flatAction = {
  action_type: ({ says }: FlowAction) => actionTypes[says.type],
  status: ({ says }: FlowAction) => statusIn(says) ?? null,
  settings({ says }: FlowAction): Said {
    const { data } = says as { readonly data?: Said | null };
    const { message: _, status: __, ...settings } = data ?? {};
    return settings;
  },
  tracking_options(action: FlowAction): Said | null {
    const message = messageOf(action);
    if (message == null || !("add_tracking_params" in message)) return null;
    const params = (message["custom_tracking_params"] ?? []) as readonly Said[];
    return {
      add_utm: message["add_tracking_params"],
      utm_params: params.map(({ param, value }) => ({ name: param, value })),
      is_tracking_opens: true,
      is_tracking_clicks: true,
    };
  },
  send_options(action: FlowAction): Said | null {
    const message = messageOf(action);
    if (message == null || !("smart_sending_enabled" in message)) return null;
    const { smart_sending_enabled: use_smart_sending, transactional = false } = message;
    return { use_smart_sending, is_transactional: transactional ?? false };
  },
  render_options(action: FlowAction): Said | null {
    const message = messageOf(action);
    if (message == null || !("shorten_links" in message)) return null;
    const names = ["shorten_links", "add_org_prefix", "add_info_link", "add_opt_out_language"];
    return Object.fromEntries(names.map((name) => [name, message[name]]));
  },
};

/**
 * What a message says, as campaigns said it then, too. @guess get_flow_message, get_flow_action_messages: Before
 * 2025-10-15, the content of messages other than email and SMS is a guess.
 */
export function flatContent(message: FlowMessage, account: Account): Said | null {
  const says = saidBy(account, message) as (Says & Said) | null;
  if (says === null) return null;
  if (!("subject_line" in says)) return { body: says["body"] ?? null, media_url: null };
  const { subject_line: subject = null } = says;
  const names = ["preview_text", "from_email", "from_label", "reply_to_email"];
  const others = [...names, "cc_email", "bcc_email"].map((name) => [name, says[name] ?? null]);
  return { subject, ...Object.fromEntries(others) };
}

/** A page of flows: of a span of time only in the order of that time, and never of what is to come (recorded). */
export function listed(call: Invocation): Page | Refusal {
  const { conditions, sort } = call.query;
  const dated = conditions.filter(({ field }) => field.type === "datetime");
  if (dated.some(({ values }) => values.some((at) => Number(at) > call.now))) {
    return invalidParameter("filter", "End date may not be in the future.");
  }
  const names = [...new Set(dated.map(({ name }) => name))];
  if (sort !== undefined && !sort.implied && names.length > 0 && !names.includes(sort.name)) {
    const detail = `A filter by ${names.join(" and ")} is sorted by ${names.join(" or ")} alone.`;
    return invalidParameter("sort", detail);
  }
  return list(call);
}
