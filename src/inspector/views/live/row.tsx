import type { Entry } from "../../client/answers.ts";
import type { Row } from "../../store/requests.ts";
import type { Store } from "../../store/store.ts";
import { earlyMs, earlyMsMin } from "../../parts/early.ts";
import { Icon } from "../../parts/icon.tsx";
import { Badge, Status } from "../../parts/status.tsx";
import { clockTime, counted, span, took } from "../../parts/time.ts";
import { usePage } from "../../parts/use-page.ts";

type Place = ReturnType<Store["callOf"]["peek"]> extends Map<string, infer Each> ? Each : never;

/** The line in the gutter that joins the attempts of one call. */
function Thread({ place }: { place: Place | undefined }) {
  const last = (place?.call.attempts.length ?? 1) - 1;
  if (place === undefined || last === 0) return <span />;
  const { index } = place;
  return (
    <svg class="thread" viewBox="0 0 14 26" preserveAspectRatio="none" aria-hidden="true">
      {index > 0 && <path class="l-kept" d="M7 0v11" />}
      <circle class="l-kept" cx="7" cy="13" r="2" fill="none" />
      {index < last && <path class="l-kept" d="M7 15v11" />}
    </svg>
  );
}

/** What is worth knowing of a request beside its status: few words. */
function Said({ entry, place }: { entry: Entry; place: Place | undefined }) {
  const early = place === undefined ? 0 : earlyMs(place.call, place.index);
  const [fault] = entry.faults;
  const what = entry.injected.find((each) => each !== "status") ?? "";
  const { written, hint, status } = entry;
  return (
    <span class="m">
      {early > earlyMsMin && <Badge tone="bad" icon="fail">{`${span(early)} early`}</Badge>}
      {entry.sentBy !== "client" && <Badge tone="idle" icon="na">{`by the ${entry.sentBy}`}</Badge>}
      {entry.duplicates !== undefined && (
        <Badge tone="bad" icon="fail">
          written twice
        </Badge>
      )}
      {fault !== undefined && (
        <Badge tone="fault" icon="bolt">
          {`${fault} ${what}`.trim()}
        </Badge>
      )}
      {fault === undefined && hint !== null && (status ?? 0) >= 400 && (
        <bdi class="soft cut hint" title={hint}>
          {hint}
        </bdi>
      )}
      {place !== undefined && place.index > 0 && early <= 20 && (
        <span class="soft">attempt {place.index + 1}</span>
      )}
      {written.length > 0 && <span class="ink2">wrote {written.length}</span>}
    </span>
  );
}

/** The operation, and what tells one request of it from the next. */
function Asked({ entry: { operation, target } }: { entry: Entry }) {
  return (
    <span class="o" title={`${operation ?? "no operation"} ${target}`}>
      {operation === null ? <i>no operation</i> : operation} <i>{<bdi>{readable(target)}</bdi>}</i>
    </span>
  );
}

function readable(target: string): string {
  try {
    return decodeURI(target.slice(0, 300));
  } catch {
    return target.slice(0, 300);
  }
}

/** One line of the list. */
export function RowLine({
  row,
  isOn,
  place,
  open,
}: {
  row: Row;
  isOn: boolean;
  place: Place | undefined;
  open: (id: string) => void;
}) {
  if (row.kind !== "request") return <Between row={row} />;
  const { entry } = row;
  return (
    <div
      role="row"
      id={`request-${row.number}`}
      class={`row ${isOn ? "on" : ""} ${row.isPast === true ? "past" : ""}`}
      aria-selected={isOn}
      onClick={() => row.isPast !== true && open(entry.id)}
    >
      <span class="thread-c" role="gridcell">
        <Thread place={place} />
      </span>
      <span class="tm" role="gridcell">
        {clockTime(entry.arrivedWorld, true)}
      </span>
      <span class="st-c" role="gridcell">
        <Status status={entry.status} lost={entry.lostStatus} />
      </span>
      <span class="me" role="gridcell">
        {entry.method}
      </span>
      <span class="o-c" role="gridcell">
        <Asked entry={entry} />
      </span>
      <span class="m-c" role="gridcell">
        <Said entry={entry} place={place} />
      </span>
      <span class="ms" role="gridcell">
        {took(entry.durationMs)}
      </span>
    </div>
  );
}

/** Where requests are missing, or where the emulator began again. */
function Between({ row }: { row: Exclude<Row, { kind: "request" }> }) {
  const { store, ui } = usePage();
  if (row.kind === "break")
    return (
      <div role="row" class="gap">
        <span role="gridcell">
          <Icon name="step" /> {row.text}
        </span>
      </div>
    );
  const load = {
    command: "service-emulator requests list",
    run: async () => store.requests.fill(row.number, await store.control.requests()),
  };
  return (
    <div role="row" class="gap">
      <span role="gridcell">
        <Icon name="na" />{" "}
        {row.missed === null
          ? "Some events were missed."
          : `${counted(row.missed, "event")} missed.`}{" "}
        <button type="button" class="link" onClick={() => void ui.perform(load)}>
          load what is kept
        </button>
      </span>
    </div>
  );
}
