import fc from "fast-check";
import { expect, it } from "vitest";
import { createEmulator } from "../../src/index.ts";
import { data, to } from "../support/sending.ts";
import { type Made, type Outcome, outcomeOf, type Sent } from "./objects-model.ts";
import { type Fields, manyRecords, objectsOn, read } from "./objects-support.ts";

const id = fc.constantFrom("a", "a", "a", "b", "b", 7, "");
const record: fc.Arbitrary<Fields> = fc.record(
  {
    id,
    tag: id,
    name: fc.constantFrom("Rex", "Rex", "Tom", "Tom", 4, null),
    age: fc.constantFrom(3, 4, 4, "old", null),
    friends: fc.constantFrom([], ["a"], ["b", "x"]),
  },
  { requiredKeys: [] },
);
const sent: fc.Arbitrary<Sent> = fc.record({ source: fc.constantFrom("a", "b"), record });

const properties = fc
  .record({ called: fc.constantFrom("name", "called"), type: fc.constantFrom("int", "string") })
  .map(({ called, type }) => [
    { id: 1, name: called, type: "string" },
    { id: 2, name: "age", type },
  ]);
const made: fc.Arbitrary<Made> = fc
  .record({
    properties,
    needs: fc.constantFrom([], [0], [1], [0, 1]),
    age: fc.constantFrom("beside", "other", "constant"),
    friends: fc.constantFrom("none", "replace_from_origin", "additive"),
  })
  .map(({ properties: all, needs, age, friends }) => ({
    properties: all,
    required: all.flatMap(({ name }, place) =>
      needs.some((each) => each === place) ? [name] : [],
    ),
    age: age === "constant" && all[1]?.type === "string" ? "beside" : age,
    friends,
  })) as fc.Arbitrary<Made>;

type Act =
  | { readonly act: "send"; readonly sent: readonly Sent[] }
  | { readonly act: "publish" | "map"; readonly made: Made }
  | { readonly act: "delete"; readonly id: string }
  | { readonly act: "wait"; readonly days: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant("send" as const),
      sent: fc.array(sent, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom("publish" as const, "map" as const), made }),
  },
  fc.record({ act: fc.constant("delete" as const), id: fc.constantFrom("a", "b", "7") }),
  fc.record({ act: fc.constant("wait" as const), days: fc.constantFrom(1, 6, 14) }),
);

/** A type, two data sources, and what can be done to them. */
async function world(first: Made) {
  const emulator = await createEmulator({
    fixtures: ["test/support/empty.yaml"],
    frozenAt: "2026-07-20T12:00:00Z",
    rateLimits: "off",
  });
  const ways = objectsOn(emulator);
  const sources = { a: await ways.source("A"), b: await ways.source("B") };
  const type = await ways.draft({ properties: first.properties, required: first.required });
  const schema = (await ways.schemaOf(type, "draft")).id;
  const friends = await ways.relationship(schema, "object-schema", schema, "friends");

  const mappingOf = ({ age, friends: strategy }: Made) => ({
    property_mappings: [
      read(1, sources.a, "name"),
      age === "constant"
        ? { id: 2, type: "constant", value: 3 }
        : age === "beside"
          ? read(2, sources.a, "age")
          : read(2, sources.b, "age", "tag"),
    ],
    relationship_mappings:
      strategy === "none"
        ? []
        : [
            {
              relationship_id: friends,
              type: "simple",
              source: {
                type: "custom-object",
                source_id: sources.a,
                id_path: "$['id']",
                related_id_path: "$['friends'][*]",
                update_strategy: strategy,
              },
            },
          ],
  });
  await ways.map(schema, mappingOf(first));
  await ways.publish(type);

  const send = async (all: readonly Sent[]) => {
    // One by one, since the order between the sources counts.
    for (const { source, record: one } of all) {
      await ways.post(
        "/api/data-source-record-bulk-create-jobs",
        manyRecords(sources[source], [one]),
      );
    }
  };
  const publish = async (next: Made) => {
    const mapping = data("source-mapping", mappingOf(next));
    const said = { title: "Pet", properties: next.properties, required: next.required };
    const body = data(
      "object-schema",
      { ...said, status: "active", "source-mapping": mapping },
      { relationships: { "object-type": to("object-type", type) } },
    );
    const answer = await ways.post("/api/object-schemas", body);
    expect(answer.status).toBe(201);
  };
  const map = async (next: Made) => {
    const { id: current } = await ways.schemaOf(type);
    expect((await ways.map(current, mappingOf(next))).status).toBe(200);
  };
  const seen = async (): Promise<Outcome> => ({
    objects: await ways.objectsOf(type),
    links: ways
      .linksIn()
      .map((ends) => ends.join("-"))
      .toSorted(),
    failures: emulator.state.get("object-ingestion-logs", { limit: 100_000 }).total,
  });
  return {
    close: () => emulator.close(),
    send,
    publish,
    map,
    seen,
    remove: (one: string) => ways.remove(`${type}:::${one}`),
    wait: (days: number) => emulator.clock.advance(`${days}d`),
  };
}

const dayMs = 86_400_000;
const full = Number(process.env["OBJECTS_RUNS"] ?? 20);

it("objects are what their schema makes of all that was sent, whatever happened in between", async () => {
  const acts = fc.array(act, { minLength: 3, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(made, acts, async (first, all) => {
      const one = await world(first);
      const anew = await (async () => {
        let now = first;
        let clock = 0;
        const everything: Sent[] = [];
        const deleted = new Map<string, number>();
        /** When how many failures were logged. */
        const logs: [at: number, count: number][] = [];
        for (const each of all) {
          if (each.act === "send") {
            const before = everything.length;
            everything.push(...each.sent);
            await one.send(each.sent);
            logs.push([clock, outcomeOf(now, everything, deleted, before).failures]);
          } else if (each.act === "publish" || each.act === "map") {
            // What is mapped anew keeps its properties.
            const { properties: kept, required } = now;
            const fits =
              each.act === "publish" || each.made.age !== "constant" || kept[1]?.type === "int";
            if (!fits) continue;
            now = each.act === "publish" ? each.made : { ...each.made, properties: kept, required };
            await one[each.act](now);
            logs.push([clock, outcomeOf(now, everything, deleted).failures]);
          } else if (each.act === "delete") {
            deleted.set(each.id, everything.length);
            await one.remove(each.id);
          } else if ("days" in each) {
            clock += each.days * dayMs;
            one.wait(each.days);
          }
          const { objects, links } = outcomeOf(now, everything, deleted);
          // A second later than by the day, since instants are compared in whole seconds.
          const kept = logs.filter(([at]) => clock - at <= 14 * dayMs);
          const failures = kept.reduce((sum, [, count]) => sum + count, 0);
          expect(await one.seen()).toEqual({ objects, links, failures });
        }
        return { now, everything, deleted };
      })();
      // The same, sent to a type that was never any other.
      const { now, everything, deleted } = anew;
      const other = await world(now);
      for (let place = 0; place <= everything.length; place += 1) {
        for (const [gone, at] of deleted) if (at === place) await other.remove(gone);
        await other.send(everything.slice(place, place + 1));
      }
      const { failures: _, ...was } = await one.seen();
      expect(await other.seen()).toMatchObject(was);
      await one.close();
      await other.close();
    }),
    { seed: 20_261_122, numRuns: full },
  );
}, 600_000);
