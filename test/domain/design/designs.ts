/** Definitions of drag and drop for tests: one of each published block. */
type Members = Readonly<Record<string, unknown>>;

export const block = (type: string, data: Members, more: Members = {}) => ({
  content_type: "block",
  type,
  data: { display_options: {}, styles: {}, properties: {}, ...data },
  ...more,
});

export const row = (layout: string, ...columns: readonly (readonly object[])[]) => ({
  data: { styles: { column_layout: layout } },
  columns: columns.map((blocks) => ({ data: {}, blocks })),
});

export const section = (rows: readonly object[], data: Members = {}) => ({
  content_type: "section",
  type: "section",
  data: { properties: {}, display_options: {}, styles: {}, ...data },
  rows,
});

export const design = (sections: readonly object[], styles: readonly object[] = []) => ({
  body: { properties: {}, styles: { background_color: "#eeeeee", width: 600 }, sections },
  styles: [
    {
      style_type: "base-styles",
      properties: {},
      styles: {
        content_background_color: "#ffffff",
        inner_padding_top: 16,
        inner_padding_bottom: 16,
      },
    },
    {
      style_type: "text-styles",
      styles: { color: "#222222", font_family: "Arial, sans-serif", font_size: 16 },
    },
    {
      style_type: "heading-1-styles",
      styles: { font_size: 32, mobile_font_size: 22, margin_bottom: 8 },
    },
    { style_type: "link-styles", styles: { color: "#aa3300" } },
    ...styles,
  ],
});

const padded = {
  block_padding_top: 8,
  block_padding_right: 16,
  block_padding_bottom: 8,
  block_padding_left: 16,
};
const inner = {
  inner_padding_top: 10,
  inner_padding_right: 24,
  inner_padding_bottom: 10,
  inner_padding_left: 24,
};
const picture = (color: string) =>
  `data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' width='400' height='200'><rect width='400' height='200' fill='${color}'/></svg>`;

/** By the type of block, one of each. */
export const blocks = {
  header: block(
    "header",
    { styles: { ...padded, desktop_layout: "inline", color: "#222222", font_size: 14 } },
    {
      subblocks: [
        { type: "header_link_bar_logo", src: picture("teal"), alt_text: "Shop", width: 80 },
        { type: "header_link_bar_button", content: "New", href: "https://shop.example/new" },
        { type: "header_link_bar_button", content: "Sale", href: "https://shop.example/sale" },
      ],
    },
  ),
  text: block("text", {
    content: "<h1>Hello {{ first_name|default:'you' }}</h1><p>Spring is here.</p>",
    styles: padded,
  }),
  image: block("image", {
    properties: {
      dynamic: false,
      src: picture("orange"),
      alt_text: "Spring",
      href: "https://shop.example",
    },
    styles: { ...padded, align: "center", width: 400 },
  }),
  button: block("button", {
    content: "See it",
    properties: { href: "https://shop.example/spring?a=1&b=2" },
    styles: {
      ...padded,
      ...inner,
      background_color: "#aa3300",
      color: "#ffffff",
      border_radius: 4,
      text_align: "center",
    },
  }),
  coupon: block("coupon", {
    content: "",
    properties: { coupon: "SPRING" },
    styles: {
      ...padded,
      ...inner,
      border_color: "#aa3300",
      border_style: "dashed",
      border_width: 2,
    },
  }),
  horizontal_rule: block("horizontal_rule", {
    styles: { ...padded, border_color: "#cccccc", border_width: 1 },
  }),
  spacer: block("spacer", { styles: { height: 24, background_color: "#f4f4f4" } }),
  drop_shadow: block("drop_shadow", { styles: { shadow_color: "dark" } }),
  html: block("html", { content: "<p style='margin:16px'>Own <b>HTML</b></p>" }),
  table: block(
    "table",
    {
      properties: {
        dynamic: true,
        num_columns: 2,
        show_headers: true,
        row_content_repeat: { repeat_for: "event.items", item_alias: "item" },
      },
      styles: {
        ...padded,
        cell_padding_top: 4,
        cell_padding_bottom: 4,
        cell_padding_left: 4,
        cell_padding_right: 4,
        header_background_color: "#dddddd",
        cell_horizontal_border_width: 1,
      },
    },
    {
      subblocks: [
        { type: "table_header", content: "What" },
        { type: "table_header", content: "Price" },
        { type: "table_text", content: "{{ item.name }}" },
        { type: "table_text", content: "{{ item.price|floatformat:2 }}", cell_text_align: "right" },
      ],
    },
  ),
  product: block(
    "product",
    {
      properties: { dynamic: false, show_title: true, show_price: true, show_button: true },
      styles: {
        ...padded,
        num_columns: 2,
        num_rows: 1,
        stack_on_mobile: true,
        button_background_color: "#222222",
        button_font_color: "#ffffff",
        button_padding_top: 6,
        button_padding_right: 12,
        button_padding_bottom: 6,
        button_padding_left: 12,
      },
    },
    {
      subblocks: [
        {
          type: "product",
          name: "Lamp",
          price: "$20",
          image_url: picture("gold"),
          link: "https://shop.example/lamp",
          button_text: "Buy",
        },
        {
          type: "product",
          name: "Chair",
          price: "$80",
          image_url: picture("silver"),
          link: "https://shop.example/chair",
          button_text: "Buy",
        },
      ],
    },
  ),
  split: block(
    "split",
    { styles: { ...padded, column_widths: "40-60", padding_in_between: 16 } },
    {
      subblocks: [
        { type: "table_image", src: picture("plum"), alt_text: "A chair" },
        { type: "table_text", content: "Words beside a picture." },
      ],
    },
  ),
  review: block("review", {
    properties: { dynamic: false, stars: 4, quote: "Very good.", author: "Ada" },
    styles: padded,
  }),
  video: block("video", {
    properties: {
      src: picture("black"),
      href: "https://video.example/1",
      alt_text: "A film",
      overlay_toggle: true,
    },
    styles: { ...padded, width: 300 },
  }),
  social: block(
    "social",
    {
      properties: { show_labels: false },
      styles: { ...padded, icon_size: "medium", icon_align: "center" },
    },
    {
      subblocks: [
        {
          type: "social_link_icon",
          link_type: "instagram",
          link_url: "https://social.example/i",
          label: "I",
        },
        { type: "social_link_spacer", width: 8 },
        {
          type: "social_link_icon",
          link_type: "youtube",
          link_url: "https://social.example/y",
          label: "Y",
        },
      ],
    },
  ),
} as const;

/** All blocks in one mail, and two columns. */
export const everything = design([
  section([row("1-column-full-width", Object.values(blocks))]),
  section([row("2-columns-33%-67%", [blocks.image], [blocks.text, blocks.button])], {
    styles: { background_color: "#fafafa" },
  }),
]);
