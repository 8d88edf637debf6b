/** The look of all pages, of the inspector's, too: type, space, colours of both schemes. */
export const tokens = `:root {
  color-scheme: light dark;

  /* type: two families, five sizes, three weights */
  --sans:
    Inter, -apple-system, "Segoe UI", Roboto, Ubuntu, "Noto Sans", "Liberation Sans",
    "DejaVu Sans Condensed", system-ui, sans-serif;
  --mono:
    ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono",
    "DejaVu Sans Mono", monospace;
  --t-xs: 10.5px; --t-sm: 11.5px; --t-md: 12.5px; --t-lg: 15px; --t-xl: 20px; --lh: 1.45;
  --w-book: 400; --w-mid: 500; --w-bold: 600;

  /* space: steps of 4; rows are 26, bars are 44 */
  --s1: 4px; --s2: 8px; --s3: 12px; --s4: 16px; --s5: 24px; --row: 26px; --bar: 44px; --rail: 156px;
  --foot: 30px; --r1: 3px; --r2: 5px; --r3: 8px;

  /* grounds and inks */
  --ground: light-dark(#f7f8f9, #0d0f12); --panel: light-dark(#ffffff, #131619);
  --sunk: light-dark(#f3f4f6, #191d21); --hover: light-dark(#f0f1f4, #1b1f24);
  --line: light-dark(#e4e6ea, #242930); --line-2: light-dark(#cbd0d7, #3a424c);
  --ink: light-dark(#15181c, #e7e9ec); --ink-2: light-dark(#464d57, #b0b7c1);
  --ink-3: light-dark(#626a76, #8e97a3);

  /* one accent: what you can act on, what you have selected */
  --accent: light-dark(#3a4ed0, #95a3ff); --accent-soft: light-dark(#edeffc, #1d2240);
  --on-accent: light-dark(#ffffff, #0d0f1a);

  /* status: a colour never stands without its glyph and its word */
  --ok: light-dark(#12693c, #63c892); --ok-soft: light-dark(#e5f3eb, #12291d);
  --ok-fill: light-dark(#3fa06b, #3c9467); --wait: light-dark(#835300, #e2b155);
  --wait-soft: light-dark(#fcf1d9, #2e2410); --wait-fill: light-dark(#c08418, #b98a2b);
  --bad: light-dark(#b0221a, #ff8f85); --bad-soft: light-dark(#fceae8, #361816);
  --bad-fill: light-dark(#c7443b, #c44d44); --fault: light-dark(#7433a3, #cda2f2);
  --fault-soft: light-dark(#f4ecfa, #271a35); --fault-fill: light-dark(#a56fcf, #8f5fba);
  --idle: light-dark(#626a76, #8e97a3); --idle-soft: light-dark(#eef0f2, #20252b);
  --idle-fill: light-dark(#8a929e, #67707c);

  /* data in bodies */
  --j-key: light-dark(#24508f, #95b8ef); --j-str: light-dark(#12693c, #7fcfa4);
  --j-num: light-dark(#835300, #e2b155);
  --shade: light-dark(rgb(16 20 28 / 0.08), rgb(0 0 0 / 0.45));
  --shadow: 0 1px 2px var(--shade), 0 8px 24px var(--shade);
}
:root[data-scheme="light"] { color-scheme: light; }
:root[data-scheme="dark"] { color-scheme: dark; }
`;
