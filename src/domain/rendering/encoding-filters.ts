import { type Act, type Filters, none, ofText, one, perhaps } from "./filter.ts";
import { formatted } from "./string-format.ts";
import { depthMax, escaped, textOf } from "./text-of.ts";
import { Float, Safe, type Value } from "./values.ts";

/** Text in a URL. @param kept signs that stay as they are, as a class of a regular expression */
const quotedUrl = (kept: RegExp) => (text: string) =>
  [...text.replace(/\p{Surrogate}/gu, "\ufffd")]
    .map((sign) =>
      (/[\w.~-]/.test(sign) && sign < "\u0080") || kept.test(sign) ? sign : percent(sign),
    )
    .join("");

const percent = (sign: string): string =>
  [...Buffer.from(sign)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");

const urlencode: Act = (value, [kept = "/"]) => {
  const safe = textOf(kept);
  return [...textOf(value)]
    .map((sign) => (safe.includes(sign) ? sign : quotedUrl(/$^/)(sign)))
    .join("");
};

const codePoint = (sign: string): string =>
  `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

const isControl = (sign: string): boolean => sign < " " || sign === "\u2028" || sign === "\u2029";

const escapejs = (text: string): Value =>
  new Safe(
    text.replace(/[^ -~]|[\\'"`<>&=;-]/g, (sign) =>
      sign > "~" && !isControl(sign) ? sign : codePoint(sign),
    ),
  );

/** JSON as Python writes it, with blanks and letters of ASCII only. */
function jsonOf(value: Value, depth = 0): string {
  if (depth > depthMax) return "null";
  const inner = (each: Value) => jsonOf(each, depth + 1);
  if (Array.isArray(value)) return `[${value.map(inner).join(", ")}]`;
  if (value instanceof Float) return textOf(value);
  if (value instanceof Safe) return jsonOf(value.text);
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([name, each]) => `${jsonOf(name)}: ${inner(each)}`);
    return `{${members.join(", ")}}`;
  }
  return (JSON.stringify(value) ?? '""').replace(/[\u007f-\uffff]/g, (sign) =>
    codePoint(sign).toLowerCase(),
  );
}

const jsonScript: Act = (value, [id]) => {
  const json = jsonOf(value).replace(/[<>&]/g, codePoint);
  return new Safe(`<script id="${escaped(textOf(id))}" type="application/json">${json}</script>`);
};

const base64 = (form: "base64" | "base64url", pads: boolean) => ({
  encode: ofText((text) => {
    const found = Buffer.from(text).toString(form);
    return pads ? found.padEnd(Math.ceil(found.length / 4) * 4, "=") : found;
  }),
  decode: ofText((text) => Buffer.from(text, form).toString()),
});
const [plainBase64, urlBase64] = [base64("base64", true), base64("base64url", true)];

export const encodingFilters: Filters = {
  addslashes: {
    act: ofText((text) => text.replace(/[\\"']/g, "\\$&")),
    args: none,
    keepsSafe: true,
  },
  escapejs: { act: ofText(escapejs), args: none },
  json_script: { act: jsonScript, args: one },
  urlencode: { act: urlencode, args: perhaps },
  iriencode: { act: ofText(quotedUrl(/[/#%[\]=:;$&()+,!?*@'~]/)), args: none, keepsSafe: true },
  stringformat: {
    act: (value, [form]) => formatted(value, textOf(form)),
    args: one,
    keepsSafe: true,
  },
  pprint: { act: (value) => textOf([value]).slice(1, -1), args: none, keepsSafe: true },
  base64_encode: { act: plainBase64.encode, args: none },
  base64_decode: { act: plainBase64.decode, args: none },
  base64_url_safe_encode: { act: urlBase64.encode, args: none },
  base64_url_safe_decode: { act: urlBase64.decode, args: none },
};
