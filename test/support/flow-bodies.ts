import { data, type Fields } from "./sending.ts";

/** What definitions name. */
export interface Named {
  readonly list: string;
  readonly metric: string;
  readonly template: string;
}

/** An email that is sent with a copy of a template. */
export const email = (template: string | null, more: Fields = {}): Fields => ({
  type: "send-email",
  data: {
    message: {
      from_email: "shop@example.com",
      from_label: "The shop",
      subject_line: "Welcome",
      preview_text: "Come in",
      template_id: template,
      name: "Welcome",
    },
  },
  ...more,
});

const delay = { type: "time-delay", data: { unit: "hours", value: 4 } };

const filter = (...conditions: readonly Fields[]): Fields => ({
  condition_groups: [{ conditions }],
});
const isTall = {
  type: "profile-property",
  property: "properties['Height']",
  filter: { type: "numeric", operator: "greater-than", value: 180 },
};
const isLarge = {
  field: "Size",
  filter: { type: "string", operator: "equals", value: "L" },
};

/** An action of every kind but those that lead to more than one other. */
const everyAction = ({ list, template }: Named): readonly Fields[] => [
  email(template),
  { type: "send-sms", data: { message: { body: "Hi" } } },
  { type: "send-mobile-push", data: { message: { body: "Hi", title: "Shop" } } },
  { type: "send-whatsapp", data: { message: { vendor_id: "1" } } },
  { type: "send-webhook", data: { message: { url: "https://example.com/hook", body: "{}" } } },
  {
    type: "send-internal-alert",
    data: {
      message: {
        from_email: "shop@example.com",
        from_label: null,
        subject_line: "A new member",
        to_emails: ["team@example.com"],
      },
    },
  },
  delay,
  { type: "target-date", data: { target_time: "09:30:00", target_days: ["monday"] } },
  { type: "countdown-delay", data: { value: 3, timezone: "Europe/Berlin" } },
  { type: "back-in-stock-delay" },
  {
    type: "update-profile",
    data: {
      profile_operations: [
        {
          operator: "create",
          property_key: "Tier",
          property_type: "string",
          property_value: "gold",
        },
        { operator: "delete", property_key: "Guest" },
      ],
    },
  },
  { type: "list-update", data: { name: "Join", list_id: list, on_execution: true } },
  {
    type: "ab-test",
    data: {
      main_action: email(template, { temporary_id: "main" }),
      current_experiment: {
        name: "Which is better?",
        variations: [email(template, { temporary_id: "first" }), email(null)],
        allocations: { first: 50 },
        winner_metric: "unique-opens",
      },
    },
  },
  {
    type: "content-experiment",
    data: {
      main_action: { type: "send-mobile-push", data: { message: { body: "Hi" } } },
    },
  },
  { type: "internal-service", data: { service_configuration: { service_method_type: "unknown" } } },
  { type: "code" },
];

/** One action after the other, each of which leads to the next. @param from the number of the first */
const inOrder = (actions: readonly Fields[], from = 0): readonly Fields[] =>
  actions.map((each, index) => ({
    temporary_id: String(from + index),
    links: { next: index + 1 < actions.length ? String(from + index + 1) : null },
    ...each,
  }));

/** A definition with these actions in their order. */
export const defined = (
  trigger: Fields,
  actions: readonly Fields[],
  more: Fields = {},
): Fields => ({
  triggers: [trigger],
  actions: inOrder(actions),
  entry_action_id: actions.length === 0 ? null : "0",
  ...more,
});

/** The body of a creation. */
export const newFlow = (definition: Fields, name = "Welcome") => data("flow", { name, definition });

/** A definition with an action of every kind: at each split, the way on is that of those who fit. */
export function wholeDefinition(named: Named): Fields {
  const plain = everyAction(named);
  const splits: readonly Fields[] = [
    { type: "conditional-split", data: { profile_filter: filter(isTall) } },
    {
      type: "trigger-split",
      data: {
        trigger_filter: filter({ type: "metric-property", metric_id: named.metric, ...isLarge }),
        trigger_id: named.metric,
        trigger_type: "metric",
      },
    },
    {
      type: "action-output-split",
      data: {
        action_output_filter: filter({ type: "action-output", output_config_id: 1, ...isLarge }),
      },
    },
  ];
  const ways = splits.map((each, index) => ({
    ...each,
    temporary_id: `split ${index}`,
    links: {
      next_if_true: index + 1 < splits.length ? `split ${index + 1}` : "branches",
      next_if_false: null,
    },
  }));
  const branches = {
    type: "multi-branch-split",
    temporary_id: "branches",
    data: {
      name: "By height",
      branches: [
        { branch_id: "tall", branch_filter: filter(isTall), order: 1, links: { next: "0" } },
        { branch_id: "rest", is_else: true, order: 2, links: { next: null } },
      ],
    },
  };
  return {
    triggers: [{ type: "metric", id: named.metric }],
    profile_filter: filter(isTall, {
      type: "profile-not-in-flow",
      timeframe_filter: { type: "date", operator: "alltime" },
    }),
    actions: [...ways, branches, ...inOrder(plain)],
    entry_action_id: "split 0",
    reentry_criteria: { duration: 1, unit: "alltime" },
  };
}
