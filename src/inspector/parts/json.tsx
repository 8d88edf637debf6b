import type { ComponentChild } from "preact";
import { laidOut } from "../client/json.ts";

/** Longer than this a body is cut, until somebody asks for the rest. */
const charactersMax = 20_000;

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)/gi;

/** JSON with its keys, texts and numbers in colour. It is always text: nothing in it is markup. */
function coloured(text: string): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon = ""] = match;
    parts.push(text.slice(at, match.index));
    const kind = string === undefined ? "n" : colon === "" ? "s" : "k";
    parts.push(<span class={kind}>{string ?? whole}</span>, string === undefined ? "" : colon);
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

/** A body as it was sent: JSON laid out, anything else as it is. */
export function Body({ body, label }: { body: unknown; label: string }) {
  if (body === undefined) return <p class="soft">no body</p>;
  const whole = laidOut(body);
  const text = whole.slice(0, charactersMax);
  return (
    <pre class="body" tabIndex={0} aria-label={label}>
      {typeof body === "string" ? text : coloured(text)}
      {whole.length > text.length && (
        <span class="soft">{`\n… ${(whole.length - text.length).toLocaleString("en")} more characters`}</span>
      )}
    </pre>
  );
}
