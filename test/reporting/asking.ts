import { data, type Fields } from "../support/sending.ts";
import type { Answer } from "../support/emulate.ts";

/** What a report shows. */
export interface Shown {
  readonly results: readonly {
    readonly groupings: Readonly<Record<string, string | null>>;
    readonly statistics: Readonly<Record<string, number | readonly number[]>>;
  }[];
  readonly date_times?: readonly string[];
}

type Post = (
  path: string,
  body: unknown,
  asking?: { headers: Record<string, string> },
) => Promise<Answer>;

/** Ways to ask for a report of a kind, such as `segment-values`. */
export const reporting = (post: Post, kind: string) => {
  const ask = (attributes: Fields, { query = "", revision = "2026-07-15" } = {}) =>
    post(`/api/${kind}-reports${query}`, data(`${kind}-report`, attributes), {
      headers: { revision },
    });
  const show = async (attributes: Fields): Promise<Shown> =>
    (await ask(attributes)).data.attributes as never;
  return { ask, show };
};
