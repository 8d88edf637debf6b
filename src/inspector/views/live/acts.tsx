import { useState } from "preact/hooks";
import type { ShownEntry } from "../../../control/requests/requests.ts";
import { curlOf, faultStep, type Members } from "../../client/commands.ts";
import { ActButton, planning } from "../../parts/act-button.tsx";
import { type Page, usePage } from "../../parts/page.ts";
import type { Act } from "../../store/ui.ts";
import { draftOf } from "../../parts/send/draft.ts";
import { SendForm } from "../../parts/send/form.tsx";
import { accountIn, send } from "../../parts/send/send.ts";

/** The fault that the next attempt of a request meets. */
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

/** What can be done about a request, each with the command that does the same. */
function actsOf(detail: ShownEntry, { store, ui }: Page) {
  const fault = nextFault(detail);
  const curl = curlOf(detail, store.saved?.head.url ?? location.origin);
  const step = faultStep(fault);
  return {
    fail: planning(store.control, fault, "The next attempt gets a 429 with Retry-After 2."),
    curl: { command: curl, run: () => ui.copy(curl, "the curl command") },
    step: { command: step, run: () => ui.copy(step, "a step for a scenario file") },
  } satisfies Record<string, Act>;
}

/** The buttons below a request. */
export function Acts({ detail }: { detail: ShownEntry }) {
  const page = usePage();
  const { fail, curl, step } = actsOf(detail, page);
  const [isEditing, edit] = useState(false);
  const draft = draftOf(detail, accountIn(page));
  const again: Act = { command: curl.command, run: () => send(page, draft) };
  return (
    <div>
      {isEditing && <SendForm operation={detail.operation ?? ""} draft={draft} />}
      <div class="acts">
        <ActButton act={fail} icon="bolt" hotkey="x" isMain text="Fail next attempt" />
        <ActButton act={curl} icon="copy" isSafe text="curl" />
        <ActButton act={again} icon="retry" text="Send again" />
        <ActButton
          act={{ command: curl.command, run: () => edit(!isEditing) }}
          icon="pen"
          text="Edit and send"
        />
        <ActButton act={step} icon="step" isSafe text="As a step" />
      </div>
    </div>
  );
}
