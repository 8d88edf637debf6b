/**
 * What a person is told of a body that is no JSON: where it stops being JSON, and the likeliest
 * reason. Nothing of the text is repeated: a secret may stand there, cut in two.
 *
 * @param message the parser's own
 */
export function jsonAdvice(text: string, message: string): string {
  if (text.trim() === "")
    return 'the body is empty: send a JSON object such as {"data": {"type": "profile"}}';
  const position = positionOf(message);
  const isCut = position !== undefined && position >= text.trimEnd().length;
  if (isCut || /end of JSON input|Unterminated/i.test(message))
    return "the JSON ends too early: close its quotes, braces and brackets, and send all of it";
  const at = position === undefined ? "" : ` at ${placeIn(text, position)}`;
  return `the body is not JSON${at}: ${likeliest(text)}`;
}

function likeliest(text: string): string {
  if (/^\s*[\w.%[\]-]+=/.test(text)) return "it looks like a form; send JSON instead";
  if (/^\s*</.test(text)) return "it looks like HTML or XML; send JSON instead";
  if (/[{,]\s*'/.test(text)) return "put names and texts in double quotes";
  if (/,\s*[}\]]/.test(text)) return "remove the comma before } or ]";
  if (/[{,]\s*[A-Za-z_]\w*\s*:/.test(text)) return "put names in double quotes";
  return "check the quotes, commas and braces there";
}

/** Not every parser says where. */
function positionOf(message: string): number | undefined {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  return position === undefined ? undefined : Number(position);
}

function placeIn(text: string, position: number): string {
  const lines = text.slice(0, position).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
