import { expect, it } from "vitest";
import { createEmulator } from "../../src/index.ts";
import { Dice } from "../../src/world/dice.ts";
import { boot } from "../support/cli.ts";
import { newFolder } from "../support/data-folder.ts";

const rounds = Number(process.env["CRASH_ROUNDS"] ?? 10);
const seed = Number(process.env["CRASH_SEED"] ?? 1);
const workers = 16;

/** What was answered: it must be there, whatever happened afterwards. */
class Ledger {
  readonly events = new Map<string, string>();
  /** By worker: the last number that was answered, and the last that was sent. */
  readonly answered = new Map<number, number>();
  readonly sent = new Map<number, number>();
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Response>;

const eventFor = (email: string, unique_id: string) => ({
  data: {
    type: "event",
    attributes: {
      unique_id,
      properties: { text: "x".repeat(300) },
      metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
      profile: { data: { type: "profile", attributes: { email } } },
    },
  },
});

/** Writes until nobody answers any more: events of new people, and numbers that grow. */
async function work(worker: number, round: number, ask: Ask, ledger: Ledger, done: () => void) {
  const own = `worker${worker}@example.com`;
  for (let at = 1; ; at += 1) {
    const id = `${round}-${worker}-${at}`;
    const email = `p${id}@example.com`;
    const number = (ledger.sent.get(worker) ?? 0) + 1;
    try {
      const event = await ask("POST", "/api/events", eventFor(email, id));
      if (event.status === 202) ledger.events.set(id, email);
      done();
      ledger.sent.set(worker, number);
      const attributes = { email: own, properties: { number } };
      const told = await ask("POST", "/api/profile-import", {
        data: { type: "profile", attributes },
      });
      if (told.ok) ledger.answered.set(worker, number);
      done();
    } catch {
      return;
    }
  }
}

/** One process, killed once it has answered so many writes. */
async function lifeUntil(answers: number, dataDir: string, round: number, ledger: Ledger) {
  const { child, ask: request, exit } = await boot(["--data-dir", dataDir, "--rate-limits", "off"]);
  const ask: Ask = async (method, path, body) => {
    const headers = { "content-type": "application/vnd.api+json" };
    const answer = await request(path, { method, headers, body: JSON.stringify(body) });
    await answer.arrayBuffer();
    return answer;
  };
  let left = answers;
  const done = () => {
    left -= 1;
    if (left === 0) child.kill("SIGKILL");
  };
  const all = Array.from({ length: workers }, (_, worker) =>
    work(worker, round, ask, ledger, done),
  );
  await Promise.all([...all, exit]);
}

interface Page {
  data: {
    attributes: Record<string, never>;
    relationships: { profile: { data: { id: string } } };
  }[];
  included?: { id: string; attributes: { email: string } }[];
  links: { next: string | null };
}

/** What a client finds afterwards. */
async function foundIn(dataDir: string) {
  await using emulator = await createEmulator({
    fixtures: ["empty"],
    dataDir,
    rateLimits: "off",
    onNote: () => {},
  });
  const headers = {
    authorization: `Service-API-Key ${emulator.keys["full"]}`,
    revision: "2026-07-15",
  };
  const events = new Map<string, string | undefined>();
  let next: string | null = "/api/events?include=profile&page[size]=200";
  while (next !== null) {
    const page = (await (await emulator.fetch(next, { headers })).json()) as Page;
    const emails = new Map(page.included?.map(({ id, attributes }) => [id, attributes.email]));
    for (const { attributes, relationships } of page.data) {
      const { $event_id } = attributes["event_properties"] as never as { $event_id: string };
      events.set($event_id, emails.get(relationships.profile.data.id));
    }
    next = page.links.next;
  }
  const numbers = new Map<number, number>();
  for (let worker = 0; worker < workers; worker += 1) {
    const path = `/api/profiles?filter=equals(email,"worker${worker}@example.com")`;
    const { data } = (await (await emulator.fetch(path, { headers })).json()) as {
      data: { attributes: { properties: { number: number } } }[];
    };
    numbers.set(worker, data[0]?.attributes.properties.number ?? 0);
  }
  return { events, numbers };
}

it(
  `every write that was answered is there after kill -9 under load, and none is half there, ${rounds} times`,
  async () => {
    const dataDir = newFolder();
    const dice = Dice.from(seed, "crashes");
    const ledger = new Ledger();
    for (let round = 1; round <= rounds; round += 1) {
      await lifeUntil(dice.integer(1, 600), dataDir, round, ledger);
      const { events, numbers } = await foundIn(dataDir);
      for (const [id, email] of ledger.events) expect([id, events.get(id)]).toEqual([id, email]);
      for (const [id, email] of events) expect([id, email]).toEqual([id, `p${id}@example.com`]);
      for (const [worker, number] of numbers) {
        expect(number).toBeGreaterThanOrEqual(ledger.answered.get(worker) ?? 0);
        expect(number).toBeLessThanOrEqual(ledger.sent.get(worker) ?? 0);
      }
    }
    expect(ledger.events.size).toBeGreaterThan(rounds * 10);
  },
  rounds * 20_000,
);
