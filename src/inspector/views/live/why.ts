import type { ShownEntry } from "../../../control/requests/requests.ts";
import { instant, span } from "../../parts/time.ts";

/** The cause in a sentence, and what follows from it. */
export interface Why {
  readonly tone: "wait" | "bad";
  readonly cause: string;
  readonly advice: string;
}

const inWindow = { burst: "in this second", steady: "in this minute", day: "on this day" } as const;

/** Why a request was rejected or lost; undefined: it was not. */
export function whyOf(detail: ShownEntry): Why | undefined {
  const { status, lostStatus, faults, injected, hint, promise, counters, arrivedWorld } = detail;
  const opens =
    promise === null
      ? ""
      : `Opens ${instant(promise.atMs, arrivedWorld)}, ${span(promise.atMs - arrivedWorld)} later, as Retry-After says. A request before that is rejected again.`;
  const refusing = counters.find(({ refused }) => refused);
  if (status === 429 && refusing !== undefined && faults.length === 0) {
    const { name, window, limit } = refusing;
    const cause = `The ${window} window of ${name} was full: ${limit} of ${limit} ${inWindow[window]}.`;
    return { tone: "wait", cause, advice: opens };
  }
  const [fault] = faults;
  if (fault !== undefined && (status === null || lostStatus !== null)) {
    const stored = detail.written.length > 0 ? " The write is done all the same." : "";
    return {
      tone: "bad",
      cause: `${fault} broke the response: ${injected.join(", ")}.`,
      advice: `The client cannot know what became of its request.${stored}`,
    };
  }
  if (fault !== undefined && status !== null && status >= 400)
    return {
      tone: status === 429 ? "wait" : "bad",
      cause: `${fault} answered with ${status}, as you planned.`,
      advice: opens || "Nothing was written.",
    };
  if (status === null || status < 400) return undefined;
  const [problem] = problemsOf(detail.response.body);
  const cause = hint ?? problem ?? `The stage ${detail.stage} rejected it.`;
  return {
    tone: status === 429 ? "wait" : "bad",
    cause,
    advice: opens || (hint !== null && problem) || "",
  };
}

/** What the errors of a document say. */
function problemsOf(body: unknown): string[] {
  if (typeof body !== "object" || body === null || !("errors" in body)) return [];
  const { errors } = body;
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) =>
    typeof error === "object" && error !== null && "detail" in error ? String(error.detail) : [],
  );
}
