import type { Block } from "../support/pages.ts";

/** The blocks of the documents that no test runs, by their page and how they begin, and why: ten at most. */
export const notRun: readonly { page: string; begins: string; why: string }[] = [
  {
    page: "CONTRIBUTING.md",
    begins: "npm ci            #",
    why: "CI runs these commands themselves",
  },
  {
    page: "CONTRIBUTING.md",
    begins: "npm run test:nodes",
    why: "it runs these tests themselves, for an hour",
  },
  {
    page: "docs/guides/recording.md",
    begins: "npx service-emulator record",
    why: "there is no real service here; test/cli/record.test.ts runs both against one of its own",
  },
  {
    page: "docs/guides/in-ci.md",
    begins: "docker build",
    why: "there is no Docker here; test/packaging/container.test.ts starts what both files start",
  },
];

export const isRun = ({ page, text }: Block): boolean =>
  !notRun.some((each) => each.page === page && text.startsWith(each.begins));
