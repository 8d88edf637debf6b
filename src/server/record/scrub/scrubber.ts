import { openApiOf } from "../../../contract/openapi/document.ts";
import { newestRevision } from "../../../contract/revisions.ts";
import type { Api } from "../../../verbs/invocation.ts";
import { atOnce } from "../../../world/time/slices.ts";
import { ownId } from "./patterns.ts";
import { queryPairs, queryText, rewritten, Values } from "./values.ts";

/** Words that stand in no schema: of queries, of paths, and of OAuth. */
const beside = `and or not filter include sort page size cursor fields additional-fields true false null
api client oauth token authorize grant_type authorization_code refresh_token redirect_uri scope state response_type
code_challenge code_challenge_method S256 token_type Bearer expires_in`;

/** The words of the service itself, which say nothing of anybody: values, types, members, operators and parts of paths. */
function vocabularyOf(api: Api): ReadonlySet<string> {
  const document = atOnce(openApiOf(api, { revision: newestRevision, url: "" }));
  const words = new Set(beside.split(/\s/));
  const add = (word: unknown) => {
    if (typeof word === "string") for (const each of [word, ...word.split(".")]) words.add(each);
  };
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === "enum" && Array.isArray(member)) member.forEach(add);
      if (name === "const" || (name === "name" && "in" in value)) add(member);
      if (name === "properties" || name === "x-filter") Object.keys(member as object).forEach(add);
      if (name === "operators")
        Object.values(member as object)
          .flat()
          .forEach(add);
      walk(member);
    }
  };
  walk(document);
  const parts = Object.keys(document.paths).flatMap((path) => path.split("/"));
  parts.filter((each) => !each.includes("{")).forEach(add);
  words.delete("");
  return words;
}

type Pair = { readonly name: string; readonly value: string };

/** Headers that say nothing of anybody. */
const harmless =
  /^(?:accept(?:-.*)?|age|allow|cache-control|connection|content-(?:encoding|length|type)|date|deprecation|expect|keep-alive|pragma|ratelimit-.*|retry-after|revision|sunset|te|transfer-encoding|vary|x-[\w-]*revision|x-[\w-]*retirement-date)$/i;

const scheme = /^([A-Za-z][\w-]*) +\S/;

/** Takes out of exchanges what nobody else may see. What it does not know, it replaces. */
export class Scrubber {
  readonly #api: Api;
  readonly #host: string;
  readonly #values: Values;

  /** @param host of the service, without a port */
  constructor(api: Api, host: string) {
    this.#api = api;
    this.#host = host;
    this.#values = new Values(vocabularyOf(api), (url) =>
      url.hostname === host ? this.url(url) : undefined,
    );
  }

  url(url: URL): string {
    const query = queryText(this.#values, url.search.slice(1));
    return url.origin + this.#path(url.pathname) + (query === "" ? "" : `?${query}`);
  }

  queryOf(url: URL): Pair[] {
    const pairs = queryPairs(this.#values, url.search.slice(1));
    return pairs.map(([name, value]) => ({ name, value }));
  }

  headers(raw: readonly string[]): Pair[] {
    return raw.flatMap((name, at): Pair[] => {
      if (at % 2 === 1) return [];
      return [{ name: this.#values.words(name), value: this.#header(name, raw[at + 1] ?? "") }];
    });
  }

  #header(name: string, value: string): string {
    if (harmless.test(name) || ownId.test(value)) return value;
    if (/^host$/i.test(name)) return this.#host;
    if (/^location$/i.test(name)) {
      const url = URL.canParse(value) ? new URL(value) : undefined;
      return url?.hostname === this.#host ? this.url(url) : this.#values.standIns.of("link", value);
    }
    if (/^user-agent$/i.test(name)) return this.#values.words(value);
    const [, word] = /^authorization$/i.test(name) ? (scheme.exec(value) ?? []) : [];
    return `${word === undefined ? "" : `${word} `}${this.#values.standIns.of("key", value)}`;
  }

  /** Undefined: it cannot be looked through. */
  body(text: string, type: string): string | undefined {
    if (text === "") return "";
    if (!/^\s*[[{]/.test(text))
      return /form-urlencoded/i.test(type) ? queryText(this.#values, text) : undefined;
    return rewritten(text, (value) => this.#values.json(value));
  }

  /** A body that was written before all was known, which it may hold in other words. */
  again(body: string): string {
    return rewritten(body, (value) => this.#values.again(value)) ?? body;
  }

  #path(path: string): string {
    const parts = path.split("/").map((part) => plain(part));
    const literals = this.#literalsAt(path);
    return parts
      .map((part, at) =>
        part === "" || (literals?.[at] ?? this.#values.isWord(part))
          ? part
          : encodeURIComponent(this.#values.id(part)),
      )
      .join("/");
  }

  #literalsAt(path: string): boolean[] | undefined {
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      const match = this.#api.match(method, path);
      if (match.kind === "row") return match.row.path.split("/").map((part) => !part.includes("{"));
    }
    return undefined;
  }
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
