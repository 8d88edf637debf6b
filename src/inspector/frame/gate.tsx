import { useState } from "preact/hooks";
import { Form, TextField } from "../parts/fields.tsx";
import { Icon } from "../parts/signs.tsx";
import { Why } from "../parts/layout.tsx";
import { counted, span } from "../parts/time.ts";
import { usePage } from "../parts/page.ts";

/** Asks for the control token. It stays in this page's memory. */
export function Gate({ isWrong }: { isWrong: boolean }) {
  const { store } = usePage();
  const [token, setToken] = useState("");
  return (
    <main class="gate">
      <Form class="panel" submit={() => store.link.retry(token)}>
        <h1>This emulator asks for its control token</h1>
        <p class="ink2">
          The emulator printed it when it started. With the token of a sandbox, the page shows that
          sandbox alone. It stays in this page's memory, and is gone when you reload.
        </p>
        <TextField label="Control token" isSecret value={token} change={setToken} />
        {isWrong && (
          <p class="bad" role="alert">
            <Icon name="fail" /> The emulator rejects this token.
          </p>
        )}
        <button type="submit" class="btn main-act" disabled={token === ""}>
          Show
        </button>
      </Form>
    </main>
  );
}

/** Says that no emulator is shown, and of what the page is. */
export function SavedBanner() {
  const { saved } = usePage().store;
  if (saved === undefined) return null;
  const { head, hasEnded, requests, graded, unread } = saved;
  const of = head.command === "" ? "what an emulator had" : <code>{head.command}</code>;
  return (
    <Why tone="acc" icon="list">
      <b>Saved session, read-only.</b> It is of {of}, begun {head.at.slice(0, 19).replace("T", " ")}{" "}
      UTC, with service-emulator {head.version}.
      {!hasEnded &&
        ` The run was cut off: the report card and the limits are of its first ${counted(graded, "request")}, of ${requests.length}.`}
      {unread.length > 0 &&
        ` ${counted(unread.length, "line")} could not be read, and is left out.`}
    </Why>
  );
}

/** Says that the emulator is not heard of, since when, and when it is asked again. */
export function LostBanner() {
  const { store } = usePage();
  const state = store.link.state.value;
  if (state.kind !== "lost") return null;
  void store.clock.now;
  const now = store.pulse.now();
  return (
    <div class="why bad" role="alert">
      <Icon name="lost" className="bad" />
      <div>
        <b>Not connected for {span(Math.max(0, now - state.since))}.</b> The page shows what it last
        heard. Next try in {span(Math.max(0, state.again - now))}.
      </div>
      <span class="grow" />
      <button type="button" class="btn small" onClick={() => store.link.retry()}>
        <Icon name="retry" />
        Try now
      </button>
    </div>
  );
}
