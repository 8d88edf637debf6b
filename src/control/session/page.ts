import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../../seeding/shipped.ts";

export const marker = '<script type="application/x-ndjson" id="session">\n';

/** A page that shows the session whose lines follow it, without a network. It is whole after each of them. */
export async function pageHead(): Promise<string> {
  const [page = "", style = "", module = ""] = await Promise.all(
    ["index.html", "inspector.css", "inspector.js"].map((name) =>
      readFile(join(packageRoot(), "dist/inspector", name), "utf8"),
    ),
  );
  const script = module.replaceAll("</script", "<\\/script");
  const [before = ""] = page.split("</body>");
  return before
    .replace("<head>", () => `<head>\n    ${policyOf(script, style)}`)
    .replace(/<link rel="stylesheet".*>/, () => `<style>${style}</style>`)
    .replace(/<script .*><\/script>/, () => `<script type="module">${script}</script>`)
    .concat(marker);
}

/** What such a page may do: run its own script, and ask nothing of anybody. */
const policyOf = (script: string, style: string): string => {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}" />`;
};

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
