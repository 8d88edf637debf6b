import { useState } from "preact/hooks";
import type { ShownEntry } from "../../../control/requests/requests.ts";
import { curlOf, faultCommand, faultStep, type Members } from "../../client/commands.ts";
import { askService } from "../../client/service.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { Form, TextField } from "../../parts/fields.tsx";
import { type Page, usePage } from "../../parts/page.ts";
import type { Act } from "../../store/ui.ts";

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
  const curl = curlOf(detail, location.origin);
  const step = faultStep(fault);
  return {
    fail: {
      command: faultCommand(fault),
      run: () => store.control.call("POST /faults", {}, fault),
      done: "The next attempt gets a 429 with Retry-After 2.",
    },
    curl: { command: curl, run: () => ui.copy(curl, "the curl command") },
    step: { command: step, run: () => ui.copy(step, "a step for a scenario file") },
  } satisfies Record<string, Act>;
}

/** The buttons below a request. */
export function Acts({ detail }: { detail: ShownEntry }) {
  const page = usePage();
  const { fail, curl, step } = actsOf(detail, page);
  const [isAsking, ask] = useState(false);
  const needsKey = detail.request.headers["authorization"] !== undefined;
  const again: Act = {
    command: curl.command,
    run: () => (needsKey && keyOf(page, detail) === "" ? ask(true) : sendAgain(page, detail)),
  };
  return (
    <div>
      {isAsking && <KeyForm detail={detail} close={() => ask(false)} />}
      <div class="acts">
        <ActButton act={fail} icon="bolt" hotkey="x" isMain text="Fail next attempt" />
        <ActButton act={curl} icon="copy" text="curl" />
        <ActButton act={again} icon="retry" text="Send again" />
        <ActButton act={step} icon="step" text="As a step" />
      </div>
    </div>
  );
}

const nameOf = ({ key, app }: ShownEntry): string => key ?? app ?? "";

/** A key that was pasted before; it is kept in the page's memory alone. */
const keyOf = ({ ui }: Page, detail: ShownEntry): string =>
  ui.keep("keys", () => new Map<string, string>()).get(nameOf(detail)) ?? "";

/** Headers that are sent again as they were. */
const repeated = [
  "accept",
  "content-type",
  "revision",
  "idempotency-key",
  "x-emulator-test-id",
] as const;

/** Sends the request as the page can: with its headers, and the key that was pasted. */
async function sendAgain(page: Page, detail: ShownEntry): Promise<void> {
  const { method, target, request } = detail;
  const headers = new Headers();
  for (const name of repeated) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const scheme = /^\S+/.exec(request.headers["authorization"] ?? "")?.[0];
  if (scheme !== undefined) headers.set("authorization", `${scheme} ${keyOf(page, detail)}`);
  const { body } = request;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await askService(target, {
    method,
    headers,
    ...(body !== undefined && { body: text }),
  });
  page.ui.notice.value = { text: `Sent again: ${response.status}.`, isBad: false };
}

/** Nobody is shown a whole key, so it is asked for. */
function KeyForm({ detail, close }: { detail: ShownEntry; close: () => void }) {
  const page = usePage();
  const [key, setKey] = useState("");
  const masked = detail.request.headers["authorization"] ?? "";
  return (
    <Form
      class="key-form"
      submit={() => {
        page.ui.keep("keys", () => new Map<string, string>()).set(nameOf(detail), key);
        close();
        void page.ui.perform({ command: "", run: () => sendAgain(page, detail) });
      }}
    >
      <TextField
        label={[
          "The key ",
          <bdi class="mono">{masked}</bdi>,
          " in full. It stays in this page's memory.",
        ]}
        isSecret
        value={key}
        change={setKey}
      />
      <button type="submit" class="btn" disabled={key === ""}>
        Send
      </button>
    </Form>
  );
}
