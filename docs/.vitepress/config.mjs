import { copyFileSync, readFileSync } from "node:fs";

/** The shelves of docs/README.md, as the side bar shows them: the list is kept once. */
const shelves = readFileSync(new URL("../README.md", import.meta.url), "utf8")
  .split(/^## /m)
  .slice(1)
  .map((shelf) => {
    const [text = "", ...lines] = shelf.split("\n");
    const items = lines.flatMap((line) =>
      [...line.matchAll(/\[([^\]]+)\]\((?!\.\.)([^)#]+)\.md\)/g)].map(([, name, path]) => ({
        text: name,
        link: `/${path}`,
      })),
    );
    return { text, items, collapsed: items.length > 10 };
  });

/** The site of the documentation: the pages as they are, with a search that needs no server. */
export default {
  title: "service-emulator",
  description: "A stateful emulator of the Customer Data Service API, for tests.",
  // Where it is served. The owner sets it once; `SITE_BASE=/service-emulator/` for a page of a project.
  base: process.env.SITE_BASE ?? "/",
  srcExclude: ["building/**", "node_modules/**", "skills/**"],
  rewrites: { "README.md": "index.md" },
  cleanUrls: true,
  // They lead out of this folder, to files of the repository.
  ignoreDeadLinks: [/\.\.\/(?:README|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT)/, /skills\//, /examples\//],
  themeConfig: {
    search: { provider: "local" },
    sidebar: shelves.filter(({ items }) => items.length > 0),
    outline: [2, 3],
  },
  buildEnd: ({ outDir }) => copyFileSync(new URL("../llms.txt", import.meta.url), `${outDir}/llms.txt`),
  // The pages hold no HTML but comments, which tests read.
  markdown: {
    html: false,
    attrs: { disable: true },
    config: (md) => {
      md.core.ruler.before("normalize", "comments", (state) => {
        state.src = state.src.replaceAll(/<!--.*?-->/gs, "");
      });
      // The braces of the template language are no expressions of the site's.
      md.renderer.rules.code_inline = (tokens, index) =>
        `<code v-pre>${md.utils.escapeHtml(tokens[index].content)}</code>`;
    },
  },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
};
