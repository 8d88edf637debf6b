import { data, type Fields } from "./sending.ts";

const display = { properties: {} };

/** A block of every kind. @param list where its buttons lead */
export const everyBlock = (list: string): readonly Fields[] => [
  {
    type: "button",
    properties: { label: "Join" },
    action: { type: "close", submit: true, properties: { list_id: list } },
  },
  { type: "age_gate", properties: {} },
  { type: "coupon", properties: { coupon: { type: "static", text: "SUMMER" } } },
  { type: "date", properties: { property_name: "Birthday" } },
  { type: "email", properties: {} },
  { type: "html_text", ...display },
  { type: "opt_in_code", properties: {} },
  { type: "phone_number", properties: { sms_consent_type: ["promotional"] } },
  { type: "promotional_sms_checkbox", properties: { checkbox_text: "Texts", placeholder: null } },
  { type: "text", properties: { property_name: "Nickname" } },
  { type: "checkboxes", properties: { property_name: "Likes", options: colours } },
  { type: "radio_buttons", properties: { property_name: "Eyes", options: colours } },
  { type: "dropdown", properties: { property_name: "Colour", options: colours } },
  { type: "image", properties: { image: { src: "https://example.com/a.png" } } },
  {
    type: "countdown_timer",
    properties: {
      configuration: { type: "fixed", timezone: "Europe/Berlin", end_time: "2026-12-24T18:00:00Z" },
    },
  },
  {
    type: "signup_counter",
    properties: { content: "So many", min_submits: 10, timeframe: "24_hours" },
  },
  {
    type: "spin_to_win",
    properties: { slices: [{ label: "Ten per cent", probability: 50, step_id: "2" }] },
  },
  { type: "sms_disclosure", properties: { content: { type: "account_default", html: null } } },
  { type: "bis_promotional_email_checkbox", properties: { checkbox_text: "Emails" } },
  { type: "review", properties: { author: "Ada", content: "Fine" } },
  { type: "custom_html", properties: { content: "<p>Hello</p>" } },
];

const colours = ["Red", "Blue"].map((value) => ({ label: value, value }));

/** A trigger of every kind. */
const everyTrigger: readonly Fields[] = [
  { type: "after_close_or_submit_timeout" },
  { type: "cart_content", properties: { items: { comparison: "equals", value: 2 } } },
  { type: "cart_item_count", properties: { comparison: "greater_than", value: 1 } },
  { type: "cart_product", properties: { type: "brand", value: "Acme" } },
  { type: "cart_value", properties: { comparison: "less_than", value: 99.5 } },
  { type: "channel", properties: { channel: "email" } },
  { type: "custom_javascript", properties: {} },
  { type: "delay" },
  { type: "device" },
  { type: "exit_intent" },
  { type: "identified_profiles" },
  { type: "lists_and_segments", properties: { deny_list: [] } },
  { type: "location", properties: { allow_list: ["con_EU", "US"] } },
  { type: "page_visits" },
  { type: "previously_submitted" },
  {
    type: "profile_event_tracked",
    properties: { property_filters: [{ property: "Size", value: "L" }] },
  },
  { type: "scroll_percentage" },
  { type: "unidentified_profiles" },
  { type: "url_patterns", properties: { allow_list: ["/shop"] } },
  { type: "back_in_stock", properties: { tag_allowlist: ["new"] } },
];

/** A step of these blocks, in a column and a row. */
export const stepOf = (...blocks: readonly Fields[]): Fields => ({
  columns: [{ rows: [{ blocks }] }],
});

/** The click that submits, and leads to the next step. */
export const joinButton = (list: string, more: Fields = {}): Fields => ({
  type: "button",
  properties: { label: "Join" },
  action: { type: "next_step", submit: true, properties: { list_id: list } },
  ...more,
});

/** A popup that asks for an email address, and thanks for it. */
export const popup = (list: string, ...more: readonly Fields[]): Fields => ({
  steps: [
    stepOf({ type: "email", properties: { required: true } }, ...more, joinButton(list)),
    stepOf({ type: "html_text", properties: { content: "<p>Thank you</p>" } }),
  ],
});

/** The body of a creation. */
export const newForm = (versions: readonly Fields[], more: Fields = {}) =>
  data("form", {
    name: "Welcome",
    status: "draft",
    ab_test: false,
    definition: { versions },
    ...more,
  });

/** A body with a part of every kind. */
export const wholeForm = (list: string, name = "Everything") =>
  newForm(
    [
      {
        type: "flyout",
        location: "bottom_left",
        name: "First",
        steps: [
          stepOf(...everyBlock(list)),
          { ...stepOf(), name: "Second", steps: [stepOf(joinButton(list))] },
        ],
        triggers: everyTrigger,
        teasers: [{ content: "<p>Save</p>" }],
        dynamic_button: { type: "BACK_IN_STOCK_OPEN", data: { label: "Notify me" } },
        specialties: ["BACK_IN_STOCK"],
      },
      { ...popup(list), type: "full_screen" },
    ],
    { name },
  );
