import type { SandboxName } from "../../emulation/sandbox-options.ts";
import type { Entry } from "../../world/journal/entry.ts";
import { isAsked, names, wordsOf } from "../../world/journal/query/query.ts";
import type { ClockView } from "../clock-view.ts";
import type { Hello } from "../requests/stream.ts";
import type { SavedRequest, SessionHead, SessionLine } from "./session.ts";

export const readOnly = "This is a saved session: nothing in it can be changed.";

type Health = { readonly accounts: readonly { readonly companyId: string }[] };
type Faults = { readonly faults: readonly { readonly id: string }[] };
type Names = { readonly sandboxes: readonly SandboxName[] };

/** A session that was saved: it answers as the emulator did. */
export class Saved {
  readonly head: SessionHead;
  /** Whether its run ended, and was not cut off. */
  hasEnded = false;
  /** How many requests there were when the report card was made. */
  graded = 0;
  /** The lines that could not be read, by their numbers. */
  readonly unread: number[] = [];
  readonly requests: SavedRequest[] = [];
  readonly #places = new Map<string, number>();
  readonly #answers = new Map<string, unknown>();

  /** @param text its lines @throws SyntaxError where the first is none */
  constructor(text: string) {
    const [head = "", ...lines] = text.trimStart().split("\n");
    this.head = JSON.parse(head) as SessionHead;
    for (const [index, line] of lines.entries()) {
      try {
        if (line !== "") this.#take(JSON.parse(line) as SessionLine);
      } catch {
        // A kill may cut the last one.
        this.unread.push(index + 2);
      }
    }
    const explored = this.#said<{ readonly state: string }>("/explore");
    if (explored?.state === "running" && !this.hasEnded)
      this.#answers.set("/explore", {
        ...explored,
        state: "failed",
        problem: "The run was cut off.",
      });
  }

  /** What a stream would begin with. The clock stands where the session ends. */
  get hello(): Hello {
    const { version } = this.head;
    const { accounts } = this.#said<Health>("/health") ?? { accounts: [] };
    const last = this.requests.at(-1)?.arrivedWorld ?? 0;
    const ms = Math.max(this.#said<ClockView>("/clock")?.ms ?? 0, last);
    const now = new Date(ms).toISOString();
    const clock = { now, ms, mode: "frozen", factor: 0, aheadMs: 0 } as const;
    const ids = accounts.map(({ companyId }) => companyId);
    return { epoch: "saved", version, number: 0, accounts: ids, clock };
  }

  /** @throws Error for what is not in it, and for what would change something */
  answer(method: string, { pathname, search, searchParams }: URL): unknown {
    if (method !== "GET") throw new Error(readOnly);
    const path = pathname.replace("/_emulator", "");
    if (path === "/requests") return { requests: this.#asked(searchParams.get("query") ?? "") };
    const [, of, id = ""] = /^\/(requests|faults)\/(.+)/.exec(path) ?? [];
    const found =
      of === "requests"
        ? this.requests[this.#places.get(id) ?? -1]
        : of === "faults"
          ? this.#said<Faults>("/faults")?.faults.find((fault) => fault.id === id)
          : this.#answers.get(path + search);
    if (found === undefined) throw new Error("This is not part of the saved session.");
    return found;
  }

  #said<Answer>(path: string): Answer | undefined {
    return this.#answers.get(path) as Answer | undefined;
  }

  #asked(query: string): SavedRequest[] {
    const words = wordsOf(query);
    const wrong = words.find(({ name }) => name !== "" && !names.includes(name));
    if (wrong !== undefined) throw new Error(`no requests have '${wrong.text}'`);
    const { sandboxes = [] } = this.#said<Names>("/sandboxes/names") ?? {};
    const known = {
      sandboxNamed: (account: string) =>
        sandboxes.find(({ id }) => id === account)?.name ?? undefined,
      detailsOf: (entry: Entry) => {
        const { request, profiles, metrics } = entry as SavedRequest;
        const body = JSON.stringify(request.body ?? "");
        return { body, people: [...profiles.ids, ...profiles.emails], metrics };
      },
    };
    return this.requests.filter((each) => isAsked(words, each, known));
  }

  #take(line: SessionLine): void {
    this.hasEnded ||= "end" in line;
    if ("end" in line) return;
    const [, id] = /^\/requests\/(.+)/.exec(line.path) ?? [];
    if (id !== undefined) return this.#takeRequest(id, line);
    if ("answer" in line) this.#answers.set(line.path, line.answer);
    if (line.path.startsWith("/report")) this.graded = this.requests.length;
  }

  #takeRequest(id: string, line: Exclude<SessionLine, { end: string }>): void {
    const place = this.#places.get(id) ?? -1;
    const before = this.requests[place];
    if (before !== undefined && "more" in line) this.requests[place] = { ...before, ...line.more };
    if (!("answer" in line)) return;
    // After a reset, ids come again.
    if (before !== undefined) {
      this.requests[place] = { ...before, id: `${id}-${place}` };
      this.#places.set(`${id}-${place}`, place);
    }
    this.#places.set(id, this.requests.push(line.answer as SavedRequest) - 1);
  }
}
