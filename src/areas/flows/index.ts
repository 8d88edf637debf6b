import { creation } from "../../contract/bodies.ts";
import { since } from "../../contract/row-options.ts";
import { action, get, list, relations, remove, update } from "../../contract/rows.ts";
import { literal, object, string } from "../../contract/shape.ts";
import { knownToFlows, actionsOf, saidBy, linksOf } from "../../domain/flows/actions.ts";
import { sendingsIn, definitionOf, withoutAction } from "../../domain/flows/actions.ts";
import { withoutFlow, withStatus } from "../../domain/flows/actions.ts";
import { definitionProblems, filled } from "../../domain/flows/check.ts";
import { actionTypeOf, statusIn, type Says, type Flow } from "../../domain/resources/flow.ts";
import type { FlowStatus, FlowAction, FlowMessage } from "../../domain/resources/flow.ts";
import { flow, flowStatuses, flowAction, flowMessage } from "../../domain/resources/flow.ts";
import { newFlow } from "../../domain/flows/make.ts";
import { changeProblems, remade } from "../../domain/flows/remake.ts";
import { settle, settleWork, runWork } from "../../domain/flows/running/entry.ts";
import { findSome, itemWork } from "../../domain/flows/running/items.ts";
import { look, lookWork } from "../../domain/flows/running/look.ts";
import { runSome } from "../../domain/flows/running/run.ts";
import { action as actionShape, type Action } from "../../domain/grammar/flow-actions.ts";
import { loadMessages } from "../../domain/messages/content.ts";
import { loadRendering } from "../../domain/rendering/load.ts";
import { tagsOf, untagged } from "../../domain/tags.ts";
import { type Refusal, invalidBody, invalid, refused } from "../../jsonapi/refusal.ts";
import { invalidParameter } from "../../jsonapi/refusal.ts";
import type { ApiArea, AreaBehavior, Invocation, Keeping } from "../../verbs/invocation.ts";
import { list as listOf } from "../../verbs/list.ts";
import { theNew, type Outcome, theChanged, type Page } from "../../verbs/outcome.ts";
import { freshId, recordNamed } from "../../verbs/write.ts";
import type { Account } from "../../world/account.ts";
import { bodyOf } from "../bodies.ts";

/** What actions and messages are told of by before they have definitions (flows.md). */
type Said = Readonly<Record<string, unknown>>;

const messageOf = ({ says }: FlowAction): Said | null | undefined =>
  sendingsIn(says)[0]?.data?.message as Said | null | undefined;

/** @guess get_flow_action, get_actions_for_flow: Before 2025-10-15, `settings` has the action's data, and opens and clicks are tracked. */
const flatAction = {
  action_type: ({ says }: FlowAction) => actionTypeOf(says),
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

/** What a message says, as campaigns said it then, too. */
// @guess get_flow_message, get_flow_action_messages: Before 2025-10-15, the content of messages other than email and SMS is a guess.
function flatContent(message: FlowMessage, account: Account): Said | null {
  const says = saidBy(account, message) as (Says & Said) | null;
  if (says === null) return null;
  if (!("subject_line" in says)) return { body: says["body"] ?? null, media_url: null };
  const { subject_line: subject = null } = says;
  const names = ["preview_text", "from_email", "from_label", "reply_to_email"];
  const others = [...names, "cc_email", "bcc_email"].map((name) => [name, says[name] ?? null]);
  return { subject, ...Object.fromEntries(others) };
}

/** A page of flows: of a span of time only in the order of that time, and never of what is to come (recorded). */
function listed(call: Invocation): Page | Refusal {
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
  return listOf(call);
}

const stored = "actions of code and content experiments are stored, and not run";

const newStatus = object({ status: literal(...flowStatuses) });
const otherAction = object({ definition: actionShape });

const operations = [
  list(flow, "get_flows"),
  action(flow, "create_flow", { body: object({ data: creation(flow) }), note: stored }),
  get(flow, "get_flow", { additionalFields: { flow: [since("2025-01-15", "definition")] } }),
  update(flow, "update_flow", { body: bodyOf("flow", { id: string(), attributes: newStatus }) }),
  remove(flow, "delete_flow"),
  ...relations(flow, ["flow-actions", "tags"]),
  get(flowAction, "get_flow_action"),
  update(flowAction, "update_flow_action", {
    body: bodyOf("flow-action", { id: string(), attributes: otherAction }),
  }),
  remove(flowAction, "delete_flow_action"),
  ...relations(flowAction, ["flow", "flow-messages"]),
  get(flowMessage, "get_flow_message"),
  ...relations(flowMessage, ["flow-action", "template"]),
] as const;

type Writing<A> = Invocation & {
  readonly body: { readonly data: { readonly attributes: A } };
};

const at = "/data/attributes/definition";

/** The updates, which change more than the record that they are about. */
const updates = {
  update_flow(call: Writing<{ readonly status: FlowStatus }>): Outcome {
    const { account, body, now } = call;
    const before = recordNamed(call) as Flow | Refusal;
    if (refused(before)) return before;
    const { record, changes } = withStatus(account, before, body.data.attributes.status, now);
    account.commit(changes);
    return theChanged(record);
  },

  update_flow_action(call: Writing<{ readonly definition: Action }>): Outcome {
    const { account, body, now } = call;
    const before = recordNamed(call) as FlowAction | Refusal;
    if (refused(before)) return before;
    const { definition } = body.data.attributes;
    const problems = changeProblems(account, before, definition, at);
    if (problems.length > 0) return invalidBody(problems);
    const { record, changes } = remade(account, before, definition, now);
    account.commit(changes);
    return theChanged(record);
  },
};

const keepingFlows: Keeping<Flow> = {
  along: (account, flow) => [...withoutFlow(account, flow), ...untagged(account, flow.id)],
};

const keepingActions: Keeping<FlowAction> = {
  // @guess delete_flow_action: An action with several branches cannot be deleted.
  held(_, { id, says }) {
    if (linksOf(says).filter((to) => to !== null).length < 2) return undefined;
    const detail = `The action ${id} leads to more than one other: delete those behind it first.`;
    return invalid("/data/id", detail);
  },
  along: withoutAction,
};

const behavior: AreaBehavior<typeof operations> = {
  create_flow({ account, now, body }) {
    const { name, definition } = body.data.attributes;
    const problems = definitionProblems(knownToFlows(account), definition, at);
    if (problems.length > 0) return invalidBody(problems);
    const id = freshId(account, flow, now);
    const whole = { id, name, definition: filled(definition), created: now };
    const { record, changes } = newFlow(account, whole);
    account.commit(changes);
    return theNew(record);
  },
};

export const flowsArea: ApiArea = {
  name: "flows",
  resources: [flow, flowAction, flowMessage],
  operations,
  behavior: { ...behavior, ...updates, get_flows: listed },
  bindings: {
    flow: {
      computed: { definition: (record: Flow, account) => definitionOf(account, record) },
      related: {
        tags: ({ id }: Flow, account) => tagsOf(account, id),
        // Where they are told of beside their flow, from the last to the first (recorded).
        "flow-actions": ({ id }: Flow, account) => actionsOf(account, id).toReversed(),
      },
      keeping: keepingFlows,
    },
    "flow-action": {
      computed: { ...flatAction, definition: ({ says }: FlowAction) => says },
      keeping: keepingActions,
    },
    "flow-message": {
      computed: {
        content: flatContent,
        definition: (record: FlowMessage, account) => saidBy(account, record),
      },
    },
  },
  work: { [runWork]: runSome, [settleWork]: settle, [lookWork]: look, [itemWork]: findSome },
  steps: [runWork, settleWork, lookWork, itemWork],
  // Messages are rendered when they go out: once a flow may send some, nobody waits for it.
  loads: { create_flow: loadRendering, update_flow: loadRendering, [runWork]: loadMessages },
};
