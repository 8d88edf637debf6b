import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type UserConfig } from "tsdown";
import { tokens } from "./src/report/page/tokens.ts";

const source = "src/inspector";

/** The stylesheets behind the tokens, in the order in which a later one may say it otherwise. */
function stylesheets(): string[] {
  const views = readdirSync(join(source, "views"), { recursive: true, encoding: "utf8" });
  return [
    "styles/ground.css",
    ...["controls", "fields", "drawings", "layout", "list"].map((name) => `styles/${name}.css`),
    "styles/frame.css",
    ...views
      .filter((name) => name.endsWith(".css"))
      .sort()
      .map((name) => `views/${name}`),
    "styles/narrow.css",
  ];
}

/** Without its comments, and what only people need. */
const pressed = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    .replace(/;}/g, "}")
    .trim();

/**
 * The page in a browser: one script, one stylesheet and one document, without maps.
 *
 * @param plugins what else looks at the build
 */
export async function buildInspector({
  outDir,
  plugins,
}: Required<Pick<UserConfig, "outDir" | "plugins">>): Promise<void> {
  await build({
    config: false,
    entry: { inspector: `${source}/main.tsx` },
    outDir,
    tsconfig: `${source}/tsconfig.json`,
    platform: "browser",
    target: "es2023",
    format: "esm",
    dts: false,
    clean: false,
    minify: true,
    plugins,
    inputOptions: { transform: { jsx: { runtime: "automatic", importSource: "preact" } } },
    outputOptions: { codeSplitting: false },
    inlineOnly: false,
    fixedExtension: false,
    logLevel: "error",
  });
  const css = stylesheets().map((name) => readFileSync(join(source, name), "utf8"));
  writeFileSync(join(outDir, "inspector.css"), pressed([tokens, ...css].join("\n")));
  cpSync(join(source, "index.html"), join(outDir, "index.html"));
}
