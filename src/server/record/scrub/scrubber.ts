import type { Api } from "../../../verbs/invocation.ts";
import { ownId } from "./patterns.ts";
import { Query } from "./query.ts";
import { StandIns } from "./stand-ins.ts";
import { Values } from "./values.ts";
import { vocabularyOf } from "./vocabulary.ts";

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** Headers that say nothing of anybody. */
const harmless =
  /^(?:accept(?:-.*)?|age|allow|cache-control|connection|content-(?:encoding|length|type)|date|deprecation|expect|keep-alive|pragma|ratelimit-.*|retry-after|revision|sunset|te|transfer-encoding|vary|x-[\w-]*revision|x-[\w-]*retirement-date)$/i;

/** Words before a secret, which servers tell apart. */
const scheme = /^([A-Za-z][\w-]*) +\S/;

/** Takes out of exchanges what nobody else may see. What it does not know, it replaces. */
export class Scrubber {
  readonly #api: Api;
  readonly #host: string;
  readonly #standIns = new StandIns();
  readonly #values: Values;
  readonly #query: Query;

  /** @param host of the service, without a port */
  constructor(api: Api, host: string) {
    this.#api = api;
    this.#host = host;
    this.#values = new Values(this.#standIns, vocabularyOf(api), (url) =>
      url.hostname === host ? this.url(url) : undefined,
    );
    this.#query = new Query(this.#values, this.#standIns);
  }

  url(url: URL): string {
    const query = this.#query.of(url.search.slice(1));
    return url.origin + this.#path(url.pathname) + (query === "" ? "" : `?${query}`);
  }

  queryOf(url: URL): Pair[] {
    return this.#query.pairs(url.search.slice(1)).map(([name, value]) => ({ name, value }));
  }

  /** Names and values, in a row as they came. */
  headers(raw: readonly string[]): Pair[] {
    return raw.flatMap((name, at): Pair[] => {
      const value = raw[at + 1] ?? "";
      return at % 2 === 1
        ? []
        : [{ name: this.#values.words(name), value: this.#header(name, value) }];
    });
  }

  #header(name: string, value: string): string {
    if (harmless.test(name) || ownId.test(value)) return value;
    if (/^host$/i.test(name)) return this.#host;
    if (/^location$/i.test(name)) {
      const url = URL.canParse(value) ? new URL(value) : undefined;
      return url?.hostname === this.#host ? this.url(url) : this.#standIns.of("link", value);
    }
    if (/^user-agent$/i.test(name)) return this.#values.words(value);
    const [, word] = /^authorization$/i.test(name) ? (scheme.exec(value) ?? []) : [];
    return `${word === undefined ? "" : `${word} `}${this.#standIns.of("key", value)}`;
  }

  /** A body as text; undefined: it is none that can be looked through. */
  body(text: string, type: string): string | undefined {
    if (text === "") return "";
    if (!/^\s*[[{]/.test(text))
      return /form-urlencoded/i.test(type) ? this.#query.of(text) : undefined;
    try {
      return JSON.stringify(this.#values.json(JSON.parse(text)));
    } catch {
      return undefined;
    }
  }

  /** A body that was written before all was known, which it may hold in other words. */
  again(body: string): string {
    try {
      return JSON.stringify(this.#values.again(JSON.parse(body)));
    } catch {
      return body;
    }
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

  /** Which parts of a path are the service's own words. */
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
