import { useState } from "preact/hooks";
import type { ShownEntry } from "../../../control/requests/requests.ts";
import { curlOf, faultStep, type Members } from "../../client/commands.ts";
import { ActButton, planning } from "../../parts/signs.tsx";
import { usePage } from "../../parts/page.ts";
import { draftOf } from "../../parts/send/draft.ts";
import { SendForm } from "../../parts/send/form.tsx";
import { accountIn, send } from "../../parts/send/send.ts";
import { instant, span } from "../../parts/time.ts";

function nextFault({ operation, method, target, profiles, key }: ShownEntry): Members {
  const [email] = profiles.emails;
  const path = target.split("?")[0];
  return {
    ...(operation === null ? { method, path } : { operation }),
    ...(email !== undefined ? { match: { email } } : key !== null && { match: { key } }),
    status: 429,
    retryAfter: 2,
  };
}

/** The buttons below a request: what can be done about it, each with the command that does the same. */
export function Acts({ detail }: { detail: ShownEntry }) {
  const page = usePage();
  const { store, ui } = page;
  const [isEditing, edit] = useState(false);
  const draft = draftOf(detail, accountIn(page));
  const fault = nextFault(detail);
  const fail = planning(store.control, fault, "The next attempt gets a 429 with Retry-After 2.");
  const command = curlOf(detail, store.saved?.head.url ?? location.origin);
  const curl = { command, run: () => ui.copy(command, "the curl command") };
  const again = { command, run: () => send(page, draft) };
  const change = { command, run: () => edit(!isEditing) };
  const text = faultStep(fault);
  const step = { command: text, run: () => ui.copy(text, "a step for a scenario file") };
  return (
    <div>
      {isEditing && <SendForm operation={detail.operation ?? ""} draft={draft} />}
      <div class="acts">
        <ActButton act={fail} icon="bolt" hotkey="x" isMain text="Fail next attempt" />
        <ActButton act={curl} icon="copy" isSafe text="curl" />
        <ActButton act={again} icon="retry" text="Send again" />
        <ActButton act={change} icon="pen" text="Edit and send" />
        <ActButton act={step} icon="step" isSafe text="As a step" />
      </div>
    </div>
  );
}

type Why = { tone: "wait" | "bad"; cause: string; advice: string };

const inWindow = { burst: "in this second", steady: "in this minute", day: "on this day" } as const;

/** Why a request was rejected or lost; undefined: it was not. */
export function whyOf(detail: ShownEntry): Why | undefined {
  const { status, lostStatus, faults, injected, hint, promise, counters, arrivedWorld } = detail;
  const opens =
    promise === null
      ? ""
      : `Opens ${instant(promise.atMs, arrivedWorld)}, ${span(promise.atMs - arrivedWorld)} later, as Retry-After says. A request before that is rejected again.`;
  const refusing = counters.find(({ refused }) => refused);
  const tone = status === 429 ? "wait" : "bad";
  const [fault] = faults;
  if (status === 429 && refusing !== undefined && fault === undefined) {
    const { name, window, limit } = refusing;
    const cause = `The ${window} window of ${name} was full: ${limit} of ${limit} ${inWindow[window]}.`;
    return { tone, cause, advice: opens };
  }
  if (fault !== undefined && (status === null || lostStatus !== null)) {
    const stored = detail.written.length > 0 ? " The write is done all the same." : "";
    const advice = `The client cannot know what became of its request.${stored}`;
    return { tone: "bad", cause: `${fault} broke the response: ${injected.join(", ")}.`, advice };
  }
  if (status === null || status < 400) return undefined;
  if (fault !== undefined) {
    const cause = `${fault} answered with ${status}, as you planned.`;
    return { tone, cause, advice: opens || "Nothing was written." };
  }
  const problem = problemIn(detail.response.body);
  const cause = hint ?? problem ?? `The stage ${detail.stage} rejected it.`;
  return { tone, cause, advice: opens || (hint !== null && problem) || "" };
}

/** What the first error of a document says that says something. */
function problemIn(body: unknown): string | undefined {
  const { errors } = (body ?? {}) as { readonly errors?: unknown };
  const all = (Array.isArray(errors) ? errors : []) as ({ readonly detail?: unknown } | null)[];
  const found = all.find((error) => error?.detail !== undefined)?.detail;
  return found === undefined ? undefined : String(found);
}
