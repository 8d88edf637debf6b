import { textOf, depthMax, escaped, isFloat, plain, type Value, Float, Safe } from "./values.ts";
import { none, ofText, one, perhaps, keeping, keepingOne } from "./filter.ts";
import type { Act, Filters } from "./filter.ts";

const wish = /^([#0\- +]*)(\d{1,3})?(?:\.(\d{1,2}))?([diouxXeEfFgGcrs%])$/;

/** A value in a form of Python's `%` operator, as `.2f`. What does not fit it is nothing. */
function formatted(given: Value, form: string): string {
  const [, flags = "", width = "0", digits, kind = ""] = wish.exec(form) ?? [];
  const value = plain(given);
  const text = kind === "" ? undefined : bodyOf(value, kind, digits);
  if (text === undefined) return "";
  const isText = "rsc%".includes(kind);
  const signed = isText || text.startsWith("-") ? text : (/[+ ]/.exec(flags)?.[0] ?? "") + text;
  const missing = Number(width) - signed.length;
  if (missing <= 0) return signed;
  if (flags.includes("-")) return signed + " ".repeat(missing);
  if (!flags.includes("0") || isText) return " ".repeat(missing) + signed;
  return signed.replace(/^[-+ ]?/, (sign) => sign + "0".repeat(missing));
}

function bodyOf(value: Value, kind: string, digits: string | undefined): string | undefined {
  const limit = digits === undefined ? undefined : Number(digits);
  if (kind === "s") return textOf(value).slice(0, limit);
  if (kind === "r") return textOf([value]).slice(1, -1).slice(0, limit);
  if (kind === "%") return "%";
  const number = typeof value === "string" ? undefined : Number(textOf(value));
  if (number === undefined || !Number.isFinite(number)) return undefined;
  if (kind === "c")
    return Number.isInteger(number) && !isFloat(value) ? String.fromCodePoint(number) : undefined;
  if ("diu".includes(kind)) return whole(Math.trunc(number), 10, limit);
  if ("oxX".includes(kind)) {
    if (isFloat(value)) return undefined;
    const text = whole(number, kind === "o" ? 8 : 16, limit);
    return kind === "X" ? text.toUpperCase() : text;
  }
  const lower = kind.toLowerCase();
  const text =
    lower === "f"
      ? number.toFixed(limit ?? 6)
      : lower === "e"
        ? exponential(number, limit ?? 6)
        : general(number, limit ?? 6);
  return kind === lower ? text : text.toUpperCase();
}

const whole = (number: number, base: number, digits = 0): string =>
  (number < 0 ? "-" : "") + Math.abs(number).toString(base).padStart(digits, "0");

const exponential = (number: number, digits: number): string =>
  number.toExponential(digits).replace(/e([-+])(\d)$/, "e$10$2");

function general(number: number, wanted: number): string {
  const digits = wanted || 1;
  const exponent = number === 0 ? 0 : Number(number.toExponential(digits - 1).split("e")[1]);
  const isShort = exponent >= -4 && exponent < digits;
  const text = isShort ? number.toFixed(digits - 1 - exponent) : exponential(number, digits - 1);
  return text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
}

/** Text in a URL; signs in `kept` stay as they are. */
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
  const quoted = quotedUrl(/$^/);
  return Array.from(textOf(value), (sign) => (safe.includes(sign) ? sign : quoted(sign))).join("");
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
  addslashes: { ...keeping, act: ofText((text) => text.replace(/[\\"']/g, "\\$&")) },
  escapejs: { act: ofText(escapejs), args: none },
  json_script: { act: jsonScript, args: one },
  urlencode: { act: urlencode, args: perhaps },
  iriencode: { ...keeping, act: ofText(quotedUrl(/[/#%[\]=:;$&()+,!?*@'~]/)) },
  stringformat: { ...keepingOne, act: (value, [form]) => formatted(value, textOf(form)) },
  pprint: { ...keeping, act: (value) => textOf([value]).slice(1, -1) },
  base64_encode: { act: plainBase64.encode, args: none },
  base64_decode: { act: plainBase64.decode, args: none },
  base64_url_safe_encode: { act: urlBase64.encode, args: none },
  base64_url_safe_decode: { act: urlBase64.decode, args: none },
};
