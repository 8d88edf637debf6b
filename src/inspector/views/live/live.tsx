import { useEffect } from "preact/hooks";
import { pressIn } from "../../parts/act-button.tsx";
import { FilterBox } from "../../parts/fields.tsx";
import { useCommand, useKeys, usePage } from "../../parts/page.ts";
import { Icon } from "../../parts/signs.tsx";
import { Detail } from "./detail.tsx";
import { listWords, quickWords } from "./filter.ts";
import { List } from "./list.tsx";
import { LiveState } from "./live-state.ts";
import { Strip } from "./strip.tsx";

/** What a client asks, and what it gets. */
export function Live() {
  const { store, ui } = usePage();
  const state = ui.keep("live", () => new LiveState(store));
  const opened = ui.place.value[1];
  useCommand(
    "requests",
    ...(opened === undefined ? ["list", ...listWords(state.text.value)] : ["show", opened]),
  );
  const isListed = opened !== undefined && state.isListed(opened);
  useEffect(() => {
    if (!isListed) return;
    state.marked.value = opened;
    state.hold();
  }, [opened, isListed, state]);

  const open = (id: string): void => {
    // Before the page has drawn it, newer ones may come.
    state.hold();
    ui.go("live", id);
  };
  const close = (): void => {
    ui.go("live");
    document.querySelector<HTMLElement>(".rows")?.focus();
  };
  const move = (by: number): void => {
    const id = state.step(by);
    if (id === undefined) return;
    state.hold();
    state.marked.value = id;
    if (opened !== undefined) open(id);
  };
  const press = pressIn(".acts");
  useKeys({
    j: { label: "next", run: () => move(1) },
    k: { label: "back", run: () => move(-1) },
    ArrowDown: { label: "next", run: () => move(1), isQuiet: true },
    ArrowUp: { label: "back", run: () => move(-1), isQuiet: true },
    Enter: {
      label: "open",
      run: () => state.marked.value !== undefined && open(state.marked.value),
    },
    p: {
      label: state.heldAt.value === undefined ? "hold" : "follow",
      run: () => (state.heldAt.value === undefined ? state.hold() : follow()),
    },
    G: { label: "newest", run: () => follow() },
    Escape: {
      label: "close",
      isQuiet: true,
      run: () => {
        if (opened !== undefined) close();
        else state.text.value = "";
      },
    },
    ...(opened !== undefined && {
      x: { label: "fail next", run: press("Fail"), isQuiet: true },
      c: { label: "curl", run: press("curl"), isQuiet: true },
      r: { label: "send again", run: press("Send again"), isQuiet: true },
      s: { label: "as a step", run: press("As a step"), isQuiet: true },
    }),
  });
  const follow = (): void => {
    state.marked.value = undefined;
    if (opened !== undefined) ui.go("live");
    state.follow();
  };
  return (
    <>
      <Strip state={state} />
      <div class={`split ${opened === undefined ? "" : "has-detail"}`}>
        <section class="list" aria-label="Requests">
          <FilterBar state={state} follow={follow} />
          <List state={state} open={open} />
          <Held state={state} follow={follow} />
        </section>
        {opened !== undefined && <Detail key={opened} id={opened} close={close} />}
      </div>
    </>
  );
}

function FilterBar({ state, follow }: { state: LiveState; follow: () => void }) {
  const isHeld = state.heldAt.value !== undefined;
  return (
    <div class="filter">
      <FilterBox
        label="Filter the requests"
        placeholder="operation:create_event status:429 key:full …"
        text={state.text.value}
        change={(text) => {
          state.text.value = text;
        }}
      />
      {quickWords.map((word) => (
        <button
          type="button"
          key={word}
          class="btn bare"
          aria-pressed={state.has(word)}
          onClick={() => state.toggle(word)}
        >
          {word}
        </button>
      ))}
      <button type="button" class="btn keep" onClick={() => (isHeld ? follow() : state.hold())}>
        <Icon name={isHeld ? "step" : "stop"} />
        {isHeld ? "Follow" : "Hold"} <kbd>p</kbd>
      </button>
    </div>
  );
}

/** Says that newer requests are counted, not drawn. */
function Held({ state, follow }: { state: LiveState; follow: () => void }) {
  if (state.heldAt.value === undefined) return null;
  const { newer } = state.shown.value;
  return (
    <div class="held">
      <Icon name="stop" />
      <span>Held while you read.</span>
      <button type="button" class="link" onClick={follow}>
        {newer === 0 ? "Follow" : `${newer.toLocaleString("en")} newer`}
      </button>
      <kbd>G</kbd>
    </div>
  );
}
