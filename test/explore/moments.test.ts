import { describe, expect, it } from "vitest";
import { explore, type ExploredClient, type ExploreOptions } from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";
import { careful, newList, newProfile, once, requireGood } from "../support/explored.ts";
import { newEvent } from "../support/bodies.ts";

async function explored(client: ExploredClient, options: ExploreOptions) {
  const { emulator } = await emulate({ frozenAt: undefined as never });
  return explore(emulator, client, { confirm: 2, depth: 1, jobs: 2, ...options });
}

const sentences = ({ defects }: Awaited<ReturnType<typeof explore>>): string =>
  defects.map(({ sentence }) => sentence).join("\n");

const events = ["a", "b", "c", "d", "e"].map((id) =>
  newEvent({ unique_id: id }, { email: "ann@example.com" }),
);

describe("an outage of whatever is asked", () => {
  /** Leaves out what fails, once so much has failed. */
  const breaking =
    (most: number): ExploredClient =>
    async (sandbox) => {
      let failed = 0;
      for (const event of events) {
        for (let attempt = 0; failed < most && attempt < 2; attempt += 1) {
          const { ok } = await once(sandbox)("POST", "/api/events", event);
          if (ok) break;
          failed += 1;
        }
      }
      return "sent";
    };

  it("shows what gives up for good, and is made as short as it can be", async () => {
    const found = await explored(breaking(3), { only: ["outage of 4 requests"] });
    expect(sentences(found)).toMatch(/^When \d requests in a row are refused with 503/);
    const [{ faults = [], steps = [] } = {}] = found.defects;
    expect(faults).toEqual([expect.objectContaining({ operation: "*", status: 503 })]);
    expect(steps).toEqual(faults.map((fault) => ({ fault })));
  });

  it("may be one for a time, after which the client is right again", async () => {
    const patient: ExploredClient = async (sandbox) => {
      const ask = careful(sandbox);
      for (const name of ["A", "B"]) {
        for (;;) {
          const answer = await ask("GET", `/api/lists?filter=equals(name,"${name}")`).catch(
            () => {},
          );
          if (answer?.ok) break;
        }
        requireGood(await ask("POST", "/api/profile-import", newProfile(`${name}@example.com`)));
      }
      return "synced";
    };
    const found = await explored(patient, { only: ["outage of 3s"] });
    expect(sentences(found)).toBe("");
    expect(found.schedules).toMatchObject({ tried: 1, unmet: 0 });
  });
});

describe("a clock that jumps", () => {
  const writing: ExploredClient = async (sandbox) => {
    const ask = careful(sandbox);
    for (const event of events) requireGood(await ask("POST", "/api/events", event));
    requireGood(await ask("POST", "/api/profile-import", newProfile("bob@example.com")));
  };

  it("does no harm to a client that has no use for it, whatever times its records have then", async () => {
    const found = await explored(writing, { only: ["clock"] });
    expect(sentences(found)).toBe("");
    expect(found.schedules).toMatchObject({ tried: 2, survived: 2 });
  });

  it("shows what counts on the service's time, as a step of a scenario", async () => {
    const dated: ExploredClient = async (sandbox) => {
      const put = async (email: string) => {
        const answer = await once(sandbox)("POST", "/api/profile-import", newProfile(email));
        const { data } = (await answer.json()) as { data: { attributes: { updated: string } } };
        return Date.parse(data.attributes.updated);
      };
      const [first, last] = [await put("ann@example.com"), await put("bob@example.com")];
      if (last - first < 600_000) await once(sandbox)("POST", "/api/lists", newList("VIP"));
    };
    const found = await explored(dated, { only: ["clock +61m"], seed: 2 });
    expect(sentences(found)).toBe(
      "When the service's clock jumps ahead by 61m after request 1, list VIP is missing, although the command ends with exit code 0.",
    );
    expect(found.defects[0]).toMatchObject({
      faults: [],
      steps: [{ after: { requests: 1 }, clock: { advance: "61m" } }],
    });
  });
});

describe("a wait that no run lasts", () => {
  it("shows a timer that ends at once, and not one that waits", async () => {
    const timers =
      (waitMs: (seconds: number) => number): ExploredClient =>
      async (sandbox, { signal }) => {
        const ended = new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(new Error("ended"))),
        );
        for (;;) {
          const answer = await once(sandbox)("GET", "/api/lists");
          if (answer.ok) return;
          const seconds = Number(answer.headers.get("retry-after"));
          const timer = new Promise((resolve) => setTimeout(resolve, waitMs(seconds)).unref());
          await Promise.race([ended, timer]);
        }
      };
    const options = { only: ["get_lists", "429, Retry-After 3000000"], confirm: 1 };
    const broken = await explored(
      timers((seconds) => (seconds * 1000) | 0),
      options,
    );
    expect(sentences(broken)).toContain("rule 'retry-after' fails");
    const patient = await explored(
      timers(() => 2 ** 31 - 1),
      options,
    );
    expect(sentences(patient)).toBe("");
    expect(patient.schedules).toMatchObject({ gaveUp: 0 });
  });
});
