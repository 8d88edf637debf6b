import { setTimeout as pause } from "node:timers/promises";
import type { ExploredClient, Sandbox } from "../../../src/index.ts";
import { careful, newList, newProfile, once, requireGood } from "../../support/explored.ts";
import { newEvent } from "../../support/bodies.ts";

interface Page {
  readonly data: readonly { readonly id: string; readonly attributes: Record<string, unknown> }[];
  readonly links: { readonly next: string | null };
}

type Ask = ReturnType<typeof once>;

const pageOf = async (ask: Ask, path: string): Promise<Page> =>
  (await requireGood(await ask("GET", path)).json()) as Page;

/** Every person, each once, whatever the pages repeat; a list that comes round is refused. */
async function everybody(ask: Ask): Promise<string[]> {
  const found = new Map<string, string>();
  let next: string | null = "/api/profiles?page[size]=2";
  for (let pages = 0; next !== null; pages += 1) {
    if (pages > 30) throw new Error("the list does not end");
    const page: Page = await pageOf(ask, next);
    for (const { id, attributes } of page.data) found.set(id, String(attributes["email"]));
    ({ next } = page.links);
  }
  return [...found.values()].toSorted();
}

/** Creates a list unless it is there. */
async function requireList(ask: Ask, name: string): Promise<void> {
  const { data } = await pageOf(ask, "/api/lists");
  if (data.some(({ attributes }) => attributes["name"] === name)) return;
  requireGood(await ask("POST", "/api/lists", newList(name)));
}

/** Clients in which there is nothing to find. */
export const correct: Readonly<Record<string, ExploredClient>> = {
  "creates a list unless it is there": async (sandbox) => {
    await requireList(careful(sandbox), "VIP");
    return "1 list";
  },
  "reads everybody, and writes an event for each": async (sandbox) => {
    const ask = careful(sandbox);
    const emails = await everybody(ask);
    for (const email of emails.slice(0, 3)) {
      const event = newEvent({ unique_id: `greeting ${email}` }, { email });
      requireGood(await ask("POST", "/api/events", event));
    }
    return `${emails.length} people`;
  },
  "writes people by a call that may come twice": async (sandbox) => {
    const ask = careful(sandbox);
    for (const email of ["ann@example.com", "bob@example.com"]) {
      requireGood(await ask("POST", "/api/profile-import", newProfile(email)));
    }
    return "2 people";
  },
};

/** A client with one mistake, and which oracles may find it. */
interface Planted {
  readonly client: ExploredClient;
  readonly found: readonly string[];
  /** Whether it takes long to find: it waits, or hangs. */
  readonly isSlow?: boolean;
}

/** Asks again after anything, at once or as its author thinks right. */
const again =
  (
    sandbox: Sandbox,
    waitMs: (response: Response | undefined, attempt: number) => number,
    ask = once(sandbox),
  ): Ask =>
  async (method, path, body) => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await ask(method, path, body).catch((error: unknown): undefined => {
        if (attempt === 4) throw error;
      });
      const isOver = response !== undefined && response.status < 429;
      if (isOver || (response !== undefined && attempt === 4)) return response;
      await pause(waitMs(response, attempt));
    }
  };

const growing = (_: unknown, attempt: number) => 30 * 2 ** attempt * (0.5 + Math.random());

export const planted: Readonly<Record<string, Planted>> = {
  "sends a write again whose answer is lost": {
    client: async (sandbox) => {
      requireGood(await again(sandbox, growing)("POST", "/api/lists", newList("VIP")));
    },
    found: ["state", "waits", "survival"],
  },
  "takes any answer for a good one": {
    client: async (sandbox) => {
      await again(sandbox, growing)("POST", "/api/lists", newList("VIP"));
      return "1 list";
    },
    found: ["honesty", "state", "waits", "survival"],
  },
  "takes an empty page for the end": {
    client: async (sandbox) => {
      const ask = careful(sandbox);
      const found: string[] = [];
      let next: string | null = "/api/profiles?page[size]=2";
      while (next !== null && found.length < 100) {
        const page: Page = await pageOf(ask, next);
        if (page.data.length === 0) break;
        found.push(...page.data.map(({ id }) => id));
        ({ next } = page.links);
      }
      return new Set(found).size;
    },
    found: ["output"],
  },
  "never tries again": {
    client: async (sandbox) => {
      requireGood(await once(sandbox)("GET", "/api/lists"));
    },
    found: ["survival"],
  },
  "takes part of a sync for all of it": {
    client: async (sandbox) => {
      const ask = careful(sandbox);
      const { data } = await pageOf(ask, "/api/lists");
      if (data.some(({ attributes }) => attributes["name"] === "A")) return;
      requireGood(await ask("POST", "/api/lists", newList("A")));
      requireGood(await ask("POST", "/api/lists", newList("B")));
    },
    found: ["recovery"],
  },
  "takes Retry-After for milliseconds": {
    client: async (sandbox) => {
      const told = (response: Response | undefined, attempt: number) =>
        Number(response?.headers.get("retry-after") ?? 0) || growing(0, attempt);
      requireGood(await again(sandbox, told)("GET", "/api/lists"));
    },
    found: ["waits", "survival", "storm"],
    isSlow: true,
  },
  "has no read time-out": {
    client: async (sandbox) => {
      const ask: Ask = (_, path) => sandbox.fetch(path);
      requireGood(await again(sandbox, growing, ask)("GET", "/api/lists"));
    },
    found: ["hang", "waits", "survival"],
    isSlow: true,
  },
};
