import type { Operation } from "../../../src/contract/compile.ts";
import { api } from "../described.ts";
import { livesIn, newestRevision } from "../../../src/contract/revisions.ts";

/** Where a value stands in a response: `["data", 0, "id"]`. */
export type Place = readonly (string | number)[];

/**
 * The request that shows an operation on the page of its area. `$NAMES` in it are shell variables that earlier requests
 * of the page have set.
 */
export interface Example {
  /** What stands in the path's braces. Default: the page's id for the path. */
  readonly id?: string;
  readonly query?: string;
  /** The JSON of the body. */
  readonly body?: unknown;
  /** The parts of a body that is a form; `@name` is one of the page's files. */
  readonly form?: Readonly<Record<string, string>>;
  /** The variables that it sets, each with the place of its value in the response. */
  readonly keep?: Readonly<Record<string, Place>>;
  /** Requests of other operations, of which the reader needs what they keep. */
  readonly first?: readonly (Example & { readonly operation: string })[];
  /** What a reader has to know, in a sentence or two. */
  readonly note?: string;
  /** The attributes that the page shows of the response. Default: those that the body names, else the first ones. */
  readonly show?: readonly string[];
}

/** What is written by hand of an area's page: its examples, in the order in which a reader runs them. */
export interface AreaExamples {
  readonly title: string;
  /** What the area is for. */
  readonly intro: string;
  /** Pages that say more, by their path from `docs/reference/areas`. */
  readonly see?: Readonly<Record<string, string>>;
  /** Files of the reader's own: the command that makes each, and its bytes. */
  readonly files?: Readonly<Record<string, { readonly made: string; readonly bytes: Uint8Array }>>;
  /** What stands in the braces of paths, by what comes before them: `{ coupons: "SUMMER" }`. */
  readonly ids?: Readonly<Record<string, string>>;
  /** By operation. */
  readonly requests: Readonly<Record<string, Example>>;
}

/** The id of what a request makes, or answers with. */
export const made: Place = ["data", "id"];

/** One request of a page. */
export interface Step {
  readonly operation: Operation;
  readonly example: Example;
  /** The operation that it is the example of, or is needed for. */
  readonly of: string;
}

/** The requests of an area's page from top to bottom. */
export const stepsOf = ({ title, requests }: AreaExamples): Step[] =>
  Object.entries(requests).flatMap(([of, example]) => {
    const first = (example.first ?? []).map(({ operation, ...each }) => [operation, each] as const);
    return [...first, [of, example] as const].map(([id, each]) => {
      const operation = api.operations.get(id);
      if (operation === undefined) throw new Error(`${title}: there is no operation ${id}`);
      return { operation, example: each, of };
    });
  });

/** A variable as it is written in an example. */
export const variable = /\$([A-Z][A-Z_]*)\b/g;

/** Path and query of an example's request, with its variables. */
export function pathOf(operation: Operation, { id, query }: Example, area: AreaExamples): string {
  const path = operation.path.replace(/([\w-]+)\/\{\w+\}/, (_, collection: string) => {
    const given = id ?? area.ids?.[collection];
    if (given === undefined) {
      throw new Error(`${operation.id}: say its id, or the page's id of ${collection}`);
    }
    return `${collection}/${given}`;
  });
  const company = operation.family === "client" && !operation.open ? ["company_id=DEMO01"] : [];
  const asked = [...company, ...(query === undefined ? [] : [query])];
  const whole = asked.length === 0 ? path : `${path}?${asked.join("&")}`;
  return whole.replaceAll(" ", "%20");
}

/** How the newest revision answers an operation that succeeds. */
export const successOf = ({ success }: Operation) =>
  success.filter((each) => livesIn(each, newestRevision));
