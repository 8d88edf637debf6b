import { block, blocks, design, row, section } from "./designs.ts";

type Members = Readonly<Record<string, unknown>>;

/** A mail as a shop sends it, what it is rendered with, and what its reader must see. */
export interface Mail {
  readonly definition: object;
  readonly context?: Members;
  readonly seen: readonly string[];
  /** What is for the other kind of screen, by the width of the page. */
  readonly only?: Readonly<Record<number, string>>;
}

const whole = "1-column-full-width";
const air = {
  block_padding_top: 12,
  block_padding_right: 18,
  block_padding_bottom: 12,
  block_padding_left: 18,
};
const text = (content: string, more: Members = {}) =>
  block("text", { content, styles: air, ...more });
const button = (content: string, styles: Members = {}) =>
  block("button", {
    content,
    properties: { href: "https://shop.example/go" },
    styles: { ...air, background_color: "#224488", color: "#ffffff", ...styles },
  });
const mail = (...of: readonly object[]) => design([section([row(whole, of)])]);
const footer = text("<p>{% unsubscribe 'Leave' %} · Shop, 1 Main Street</p>");
const items = [
  { name: "Lamp of brass", price: 20 },
  { name: "Chair", price: 80.5 },
];
const long = `https://shop.example/${"a-long-path/".repeat(12)}`;

/** Ten of them: all published blocks, columns and screens. */
export const mails: Readonly<Record<string, Mail>> = {
  welcome: {
    definition: mail(
      blocks.header,
      text("<h1>Welcome {{ first_name|default:'you' }}</h1><p>It is good that you are here.</p>"),
      button("Look around", { stretch: true }),
      blocks.social,
      footer,
    ),
    context: { first_name: "Ada" },
    seen: ["Welcome Ada", "Look around", "New", "[unsubscribe_tag]"],
  },
  newsletter: {
    definition: design([
      section([row(whole, [blocks.header, blocks.image])]),
      section([
        row("2-columns-50%-50%", [blocks.image, text("First story")], [text("Second story")]),
        row("2-columns-33%-67%", [blocks.image], [text("Third story"), button("Read on")]),
      ]),
      section([row(whole, [blocks.horizontal_rule, footer])]),
    ]),
    seen: ["First story", "Second story", "Third story", "Read on"],
  },
  "abandoned cart": {
    definition: mail(text("<h2>You left this</h2>"), blocks.table, button("Back to the cart")),
    context: { event: { items } },
    seen: ["You left this", "Lamp of brass", "80.50", "Back to the cart"],
  },
  "order confirmation": {
    definition: mail(
      text("<h1>Thank you</h1><p>Order {{ event.OrderId }} comes on Friday.</p>"),
      blocks.table,
      blocks.split,
      text("<p>Sum: {{ event.value|floatformat:2 }}</p>"),
    ),
    context: { event: { items, OrderId: "1001", value: 100.5 } },
    seen: ["Order 1001", "Chair", "Words beside a picture.", "Sum: 100.50"],
  },
  "back in stock": {
    definition: mail(text("<h3>Here again</h3>"), blocks.product, blocks.spacer, footer),
    seen: ["Here again", "Lamp", "$80", "Buy"],
  },
  "asks for reviews": {
    definition: mail(
      blocks.review,
      text("<p>How is the {{ item.name }}?</p>", {
        display_options: { content_repeat: { repeat_for: "event.items", item_alias: "item" } },
      }),
      button("Say it"),
    ),
    context: { event: { items } },
    seen: ["Very good.", "How is the Lamp of brass?", "How is the Chair?", "Say it"],
  },
  "sale with a code": {
    definition: mail(
      blocks.image,
      blocks.drop_shadow,
      text("<h1>Ten percent</h1>"),
      blocks.coupon,
      blocks.spacer,
      button("To the sale"),
    ),
    seen: ["Ten percent", "[coupon_code_tag]", "To the sale"],
  },
  "invitation with a film": {
    definition: mail(
      blocks.video,
      text("<p>Seats are on the left.</p>", { display_options: { show_on: "desktop" } }),
      text("<p>Seats are above.</p>", { display_options: { show_on: "mobile" } }),
      button("I come"),
    ),
    seen: ["I come"],
    only: { 600: "Seats are on the left.", 360: "Seats are above." },
  },
  letter: {
    definition: mail(
      text(
        `<h1>One</h1><h2>Two</h2><h3>Three</h3><h4>Four</h4><p>Read <a href="${long}">${long}</a>.</p><p>${"Plain words of a letter. ".repeat(30)}</p>`,
      ),
    ),
    seen: ["One", "Four", "Plain words of a letter."],
  },
  "four columns": {
    definition: design([
      section([
        row(
          "4-columns-25%-25%-25%-25%",
          ...["Fast", "Sound", "Cheap", "Near"].map((word) => [
            blocks.image,
            text(`<p>${word}</p>`),
          ]),
        ),
        row(whole, [blocks.html, blocks.review]),
      ]),
    ]),
    seen: ["Fast", "Near", "Own HTML"],
  },
};
