import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pages, root } from "../support/pages.ts";

const jsonOf = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));

describe("the site of the documents", () => {
  it("has a lock of its own, and no package of it is installed with this one", () => {
    const { devDependencies } = jsonOf("docs/package.json");
    const lock = jsonOf("docs/package-lock.json");
    expect(lock.packages[""].devDependencies).toEqual(devDependencies);
    const { packages } = jsonOf("package-lock.json");
    for (const name of Object.keys(devDependencies)) {
      expect(packages).not.toHaveProperty(`node_modules/${name}`);
    }
  });

  it("names no registry in its lock, as this one's names none", () => {
    for (const lock of ["docs/package-lock.json", "package-lock.json"]) {
      expect(readFileSync(join(root, lock), "utf8")).not.toContain('"resolved"');
    }
  });

  it("lists every guide in the table that its side bar is made of", async () => {
    const { default: config } = await import(join(root, "docs/.vitepress/config.mjs"));
    const listed = config.themeConfig.sidebar.flatMap(({ items }: { items: { link: string }[] }) =>
      items.map(({ link }) => `docs${link}.md`),
    );
    const guides = pages.filter((page) => /^docs\/(?:guides|areas)\//.test(page));
    expect(guides.filter((page) => !listed.includes(page))).toEqual([]);
  });

  it("has a list for agents whose links lead somewhere", () => {
    const text = readFileSync(join(root, "docs/llms.txt"), "utf8");
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => `docs/${path}`);
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((link) => !pages.includes(link))).toEqual([]);
  });
});
