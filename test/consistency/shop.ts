import type { EmulatorOptions } from "../../src/index.ts";
import { rowsOf } from "../areas/metric-support.ts";
import { account } from "../areas/segment-support.ts";

type Consistency = NonNullable<EmulatorOptions["consistency"]>;

/** An account whose clock stands, and what its figures say. */
export async function shop(consistency: Consistency | undefined, more: EmulatorOptions = {}) {
  const ways = await account({ ...(consistency && { consistency }), ...more });
  const { get, post, ask } = ways;
  const them = (...ids: string[]) => ({ data: ids.map((id) => ({ type: "profile", id })) });
  return {
    ...ways,
    join: (...ids: string[]) => post("/api/lists/NewsLs/relationships/profiles", them(...ids)),
    leave: (...ids: string[]) =>
      ask("DELETE", "/api/lists/NewsLs/relationships/profiles", { body: them(...ids) }),
    listed: async () => (await get("/api/lists/NewsLs/profiles")).many.length,
    countOf: async (group: string, kind = "list") =>
      (await get(`/api/${kind}s/${group}?additional-fields[${kind}]=profile_count`)).data
        .attributes["profile_count"],
    events: async () => (await get("/api/events")).many.length,
    aggregated: async () => {
      const attributes = {
        metric_id: "Order1",
        measurements: ["count"],
        interval: "month",
        filter: ["greater-or-equal(datetime,2026-07-01)", "less-than(datetime,2026-08-01)"],
      };
      const answer = await post("/api/metric-aggregates", {
        data: { type: "metric-aggregate", attributes },
      });
      return (rowsOf(answer) as [[], number[]][])[0]?.[1][0];
    },
  };
}
