import { describe, expect, it } from "vitest";
import {
  channelNames,
  freshConsent,
  acted,
  consentActs,
} from "../../src/domain/consent/consent.ts";
import { membershipKinds } from "../../src/domain/objects/records.ts";
import { formEvents, messageActs } from "../../src/domain/events/system-event.ts";
import {
  isSystemMetric,
  recordedActs,
  systemEvents,
} from "../../src/domain/events/system-events.ts";
import { acting, waysTo } from "./system-events-support.ts";

const cases = Object.entries(waysTo).flatMap(([act, ways]) =>
  ways.map((way) => [`${act} by ${way.by}`, way] as const),
);

describe("what the service records as an event", () => {
  it.each(cases)("%s", async (_, { given, does, writes, again }) => {
    const ways = await acting();
    await given?.(ways);
    const before = (await ways.events()).length;
    await ways.emulator.clock.advance("90500ms");
    await does(ways);
    const written = (await ways.events()).slice(before);
    const integration = { object: "integration", key: "service", name: "Service" };
    expect(written).toHaveLength(Object.keys(writes).length);
    for (const [metric, properties] of Object.entries(writes)) {
      expect(written.filter((event) => event.metric === metric)).toEqual([
        {
          event: expect.stringMatching(/^[0-9A-Za-z]{11}$/),
          metric,
          integration: { ...integration, id: expect.any(String), category: "Internal" },
          properties,
          profile: ways.id,
          at: "2026-07-20T12:01:30+00:00",
        },
      ]);
    }
    if (again) return;
    await ways.emulator.clock.advance("1m");
    await does(ways);
    expect(await ways.events()).toHaveLength(before + written.length);
  });

  it("is tried for every act that is recorded", () => {
    const tried = new Set(
      Object.values(waysTo)
        .flat()
        .flatMap(({ writes }) => Object.keys(writes)),
    );
    const elsewhere = new Set<string>([...messageActs, ...Object.keys(formEvents)]);
    const recorded = recordedActs.filter(([act]) => !elsewhere.has(act));
    expect([...tried].sort()).toEqual(recorded.map(([, { metric }]) => metric).sort());
    const acts = Object.keys(systemEvents).filter((act) => !elsewhere.has(act));
    expect(Object.keys(waysTo).sort()).toEqual(acts.sort());
  });

  it("is always of a metric that is known for the service's own, so that the next one finds it", () => {
    expect(recordedActs.filter(([, { metric }]) => !isSystemMetric(metric))).toEqual([]);
  });

  it("is decided for each act that can change consent, and for every kind of membership", () => {
    const states = [
      freshConsent,
      { ...freshConsent, suppression: [{ reason: "USER_SUPPRESSED", at: 0 }] } as const,
    ];
    const changing = consentActs.flatMap((act) =>
      channelNames
        .filter((channel) =>
          states.some((state) => acted(state, act, channel, { at: 1 }) !== state),
        )
        .map((channel) => `${act} ${channel}`),
    );
    const moving = membershipKinds.flatMap((kind) => [`join ${kind}`, `leave ${kind}`]);
    expect(Object.keys(systemEvents)).toEqual(expect.arrayContaining([...changing, ...moving]));
  });
});
