import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Draws docs/images/run.svg, and a still of it for light and for dark, from a real run of the built command:
 * `node .ci/draw-run.mjs`. Words after it are another command than the README's.
 */
const root = resolve(import.meta.dirname, "..");

const typed =
  process.argv.length > 2
    ? process.argv.slice(2)
    : "exec --compare --scenario burst-throttle --report -- node examples/naive.mjs".split(" ");

const columns = 104;
const rowsMax = 34;
const [charWidth, lineHeight, margin] = [7.8, 18, 16];

/** The inks of a terminal, for light and for dark. */
const inks = {
  light: {
    ground: "#ffffff",
    text: "#24292f",
    1: "#cf222e",
    2: "#116329",
    3: "#7d4e00",
    5: "#8250df",
    6: "#1b7c83",
  },
  dark: {
    ground: "#0d1117",
    text: "#e6edf3",
    1: "#ff7b72",
    2: "#7ee787",
    3: "#e3b341",
    5: "#d2a8ff",
    6: "#76e3ea",
  },
};

/** What the run printed, each line with the milliseconds after which it came. */
async function recorded() {
  const child = spawn(process.execPath, [join(root, "bin/service-emulator.js"), ...typed], {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: "1", COLUMNS: String(columns) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const begun = performance.now();
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream.setEncoding("utf8").on("data", (part) => {
      const whole = `${rest}${part}`.split("\n");
      rest = whole.pop();
      lines.push(...whole.map((text) => ({ text, ms: performance.now() - begun })));
    });
    stream.once("end", () => rest && lines.push({ text: rest, ms: performance.now() - begun }));
  }
  await new Promise((done) => child.once("close", done));
  return lines;
}

const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A line with its colours as spans, cut to the width of the screen. */
function drawn(text) {
  let classes = new Set();
  let left = columns;
  let spans = "";
  // oxlint-disable-next-line no-control-regex
  for (const [, codes, plain = ""] of text.matchAll(/\u001b\[([\d;]*)m|([^\u001b]+)/g)) {
    for (const code of codes?.split(";") ?? []) {
      if (code === "" || code === "0") classes = new Set();
      if (code === "1") classes.add("b");
      if (code === "2") classes.add("d");
      if (code === "22") classes = new Set([...classes].filter((each) => !/^[bd]$/.test(each)));
      if (/^3[1-7]$/.test(code)) classes.add(`c${code[1]}`);
      if (code === "39") classes = new Set([...classes].filter((each) => !each.startsWith("c")));
    }
    const shown = plain.slice(0, left);
    left -= shown.length;
    if (shown !== "") {
      spans +=
        classes.size === 0
          ? escaped(shown)
          : `<tspan class="${[...classes].join(" ")}">${escaped(shown)}</tspan>`;
    }
  }
  return spans;
}

const styleOf = ({ ground, text, ...colours }) =>
  [
    `.ground{fill:${ground};stroke:${text};stroke-opacity:.2}`,
    `text{fill:${text}}`,
    ...Object.entries(colours).map(([code, colour]) => `.c${code}{fill:${colour}}`),
  ].join("");

/** @param style what the inks are, and whether the lines come one by one */
function svgOf(lines, style, isMoving) {
  const [width, height] = [
    columns * charWidth + 2 * margin,
    (lines.length + 1) * lineHeight + 2 * margin,
  ];
  const end = Math.max(...lines.map(({ ms }) => ms)) / 1000;
  const texts = lines.map(({ text, ms }, index) => {
    const moving = isMoving
      ? ` class="line" style="animation-delay:${(ms / 1000).toFixed(2)}s"`
      : "";
    return `<text x="${margin}" y="${margin + (index + 1) * lineHeight}"${moving} xml:space="preserve">${drawn(text)}</text>`;
  });
  const moves = isMoving
    ? `.line{opacity:0;animation:come .01s forwards}@keyframes come{to{opacity:1}}@media(prefers-reduced-motion:reduce){.line{opacity:1;animation:none}}`
    : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A run of service-emulator ${escaped(typed.join(" "))}, which takes ${end.toFixed(1)} s">
<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}.b{font-weight:bold}.d{opacity:.6}${style}${moves}</style>
<rect class="ground" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${texts.join("\n")}
</svg>
`;
}

const printed = await recorded();
// A reader needs a moment to see what was typed.
const prompt = { text: `\u001b[2m$\u001b[22m npx service-emulator ${typed.join(" ")}`, ms: 0 };
const lines = [
  prompt,
  ...printed.slice(0, rowsMax).map(({ text, ms }) => ({ text, ms: ms + 800 })),
];
const both = `${styleOf(inks.light)}@media(prefers-color-scheme:dark){${styleOf(inks.dark)}}`;
const pictures = {
  "run.svg": svgOf(lines, both, true),
  "run-light.svg": svgOf(lines, styleOf(inks.light), false),
  "run-dark.svg": svgOf(lines, styleOf(inks.dark), false),
};
for (const [name, svg] of Object.entries(pictures)) {
  if (svg.length > 300_000) throw new Error(`${name} has ${svg.length} bytes`);
  writeFileSync(join(root, "docs/images", name), svg);
  console.log(`docs/images/${name}: ${svg.length} bytes`);
}
