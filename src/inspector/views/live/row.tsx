import type { ListedEntry } from "../../../control/requests/requests.ts";
import { earlyMs } from "../../parts/attempts.tsx";
import { Cut } from "../../parts/layout.tsx";
import { usePage } from "../../parts/page.ts";
import { Badge, Icon } from "../../parts/signs.tsx";
import { counted, span } from "../../parts/time.ts";
import type { Row } from "../../store/requests.ts";
import type { Store } from "../../store/store.ts";

type Place = ReturnType<Store["callOf"]["peek"]> extends Map<string, infer Each> ? Each : never;

/** The line in the gutter that joins the attempts of one call. */
export function Thread({ place }: { place: Place | undefined }) {
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
export function Said({ entry, place }: { entry: ListedEntry; place: Place | undefined }) {
  const early = place === undefined ? 0 : earlyMs(place.call, place.index);
  const [fault] = entry.faults;
  const what = entry.injected.find((each) => each !== "status") ?? "";
  const { written, hint, status } = entry;
  return (
    <span class="m">
      {early > 0 && <Badge look={["bad", "fail", `${span(early)} early`]} />}
      {entry.sentBy !== "client" && <Badge look={["idle", "na", `by the ${entry.sentBy}`]} />}
      {entry.duplicates !== undefined && <Badge look={["bad", "fail", "written twice"]} />}
      {fault !== undefined && <Badge look={["fault", "bolt", `${fault} ${what}`.trim()]} />}
      {fault === undefined && hint !== null && (status ?? 0) >= 400 && (
        <Cut class="soft hint" text={hint} />
      )}
      {place !== undefined && place.index > 0 && early === 0 && (
        <span class="soft">attempt {place.index + 1}</span>
      )}
      {written.length > 0 && <span class="ink2">wrote {written.length}</span>}
    </span>
  );
}

/** The operation, and what tells one request of it from the next. */
export function Asked({ entry: { operation, target } }: { entry: ListedEntry }) {
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

/** Where requests are missing, or where the emulator began again. */
export const Between = ({ row }: { row: Exclude<Row, { kind: "request" }> }) =>
  row.kind === "gap" ? (
    <Missed row={row} />
  ) : (
    <>
      <Icon name="step" /> {row.text}
    </>
  );

function Missed({ row: { missed, number } }: { row: Extract<Row, { kind: "gap" }> }) {
  const { store, ui } = usePage();
  const load = {
    command: "service-emulator requests list",
    run: async () =>
      store.requests.fill(number, (await store.control.call("GET /requests")).requests),
  };
  return (
    <>
      <Icon name="na" />{" "}
      {missed === null ? "Some events were missed." : `${counted(missed, "event")} missed.`}{" "}
      <button type="button" class="link" onClick={() => void ui.perform(load)}>
        load what is kept
      </button>
    </>
  );
}
