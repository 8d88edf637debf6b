import { useEffect, useState } from "preact/hooks";
import { Button, Icon } from "../parts/signs.tsx";
import { Form, TextField } from "../parts/fields.tsx";
import { Why } from "../parts/layout.tsx";
import { usePage } from "../parts/page.ts";
import { counted, span } from "../parts/time.ts";
import { Foot, Help } from "./keys.tsx";
import { Rail, type View } from "./rail.tsx";
import { Top } from "./top.tsx";

/** What stands around every view. Without a token that is asked for, nothing else is shown. */
export function Frame({ views }: { views: readonly View[] }) {
  const { store, ui } = usePage();
  const [id = ""] = ui.place.value;
  const view = views.find((each) => each.id === id) ?? views[0];
  useEffect(() => {
    if (view !== undefined) document.title = `${view.title} · service-emulator`;
  }, [view]);
  const state = store.link.state.value;
  if (state.kind === "locked") return <Gate isWrong={state.isWrong} />;
  if (view === undefined) return null;
  return (
    <div class="app">
      <Rail views={views} />
      <Top view={view} />
      <main class="main">
        <LostBanner />
        <SavedBanner />
        <view.Component key={view.id} />
      </main>
      <Foot />
      <Help views={views} />
      <p class="sr" role="status" aria-live="polite">
        {store.announcer.text.value}
      </p>
      <Hatch />
    </div>
  );
}

const Hatch = () => (
  <svg class="sprite" aria-hidden="true">
    <defs>
      <pattern
        id="hatch"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path d="M0 0v6" class="l-wait" />
      </pattern>
    </defs>
  </svg>
);

function Gate({ isWrong }: { isWrong: boolean }) {
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
        <Button type="submit" class="btn main-act" disabled={token === ""} text="Show" />
      </Form>
    </main>
  );
}

function SavedBanner() {
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

function LostBanner() {
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
      <Button class="btn small" icon="retry" press={() => store.link.retry()} text="Try now" />
    </div>
  );
}
