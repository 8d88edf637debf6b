import { useEffect } from "preact/hooks";
import { usePage } from "../parts/page.ts";
import { Foot } from "./foot.tsx";
import { Gate, LostBanner, SavedBanner } from "./gate.tsx";
import { Help } from "./help.tsx";
import { Rail } from "./rail.tsx";
import { Top } from "./top.tsx";
import type { View } from "./view.ts";

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
      <Announced />
      <Hatch />
    </div>
  );
}

function Announced() {
  const { store } = usePage();
  return (
    <p class="sr" role="status" aria-live="polite">
      {store.announcer.text.value}
    </p>
  );
}

/** The pattern of what was asked to be waited. */
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
