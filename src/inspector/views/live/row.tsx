import type { ListedEntry } from "../../../control/requests/requests.ts";
import { Button, Badge, Icon } from "../../parts/signs.tsx";
import { orItself } from "../../client/schema.ts";
import { Cut } from "../../parts/layout.tsx";
import { usePage } from "../../parts/page.ts";
import { earlyMs } from "../../parts/thread.tsx";
import { counted, span } from "../../parts/time.ts";
import type { Row } from "../../store/requests.ts";
import type { Store } from "../../store/store.ts";

type Place = ReturnType<Store["callOf"]["peek"]> extends Map<string, infer Each> ? Each : never;

/** The line in the gutter that joins the attempts of one call. */
export function Thread({ place }: { place: Place | undefined }) {
  const last = (place?.call.attempts.length ?? 1) - 1;
  if (place === undefined || last === 0) return <span />;
  return (
    <svg class="thread" viewBox="0 0 14 26" preserveAspectRatio="none" aria-hidden="true">
      {place.index > 0 && <path class="l-kept" d="M7 0v11" />}
      <circle class="l-kept" cx="7" cy="13" r="2" fill="none" />
      {place.index < last && <path class="l-kept" d="M7 15v11" />}
    </svg>
  );
}

export function Said({ entry, place }: { entry: ListedEntry; place: Place | undefined }) {
  const early = place === undefined ? 0 : earlyMs(place.call, place.index);
  const { written, hint, status, sentBy, duplicates, injected } = entry;
  const [fault] = entry.faults;
  const what = injected.find((each) => each !== "status") ?? "";
  return (
    <span class="m">
      {early > 0 && <Badge look={["bad", "fail", `${span(early)} early`]} />}
      {sentBy !== "client" && <Badge look={["idle", "na", `by the ${sentBy}`]} />}
      {duplicates !== undefined && <Badge look={["bad", "fail", "written twice"]} />}
      {fault !== undefined && <Badge look={["fault", "bolt", `${fault} ${what}`.trim()]} />}
      {fault === undefined && (status ?? 0) >= 400 && hint && <Cut class="soft hint" text={hint} />}
      {place !== undefined && place.index > 0 && early === 0 && (
        <span class="soft">attempt {place.index + 1}</span>
      )}
      {written.length > 0 && <span class="ink2">wrote {written.length}</span>}
    </span>
  );
}

export const Asked = ({ entry: { operation, target } }: { entry: ListedEntry }) => (
  <span class="o" title={`${operation ?? "no operation"} ${target}`}>
    {operation ?? <i>no operation</i>}{" "}
    <i>
      <bdi>{orItself(decodeURI, target.slice(0, 300))}</bdi>
    </i>
  </span>
);

/** Where requests are missing, or where the emulator began again. */
export function Between({ row }: { row: Exclude<Row, { kind: "request" }> }) {
  const { store, ui } = usePage();
  if (row.kind === "break")
    return (
      <>
        <Icon name="step" /> {row.text}
      </>
    );
  const { missed, number } = row;
  const load = async (): Promise<void> =>
    store.requests.fill(number, (await store.control.call("GET /requests")).requests);
  return (
    <>
      <Icon name="na" />{" "}
      {missed === null ? "Some events were missed." : `${counted(missed, "event")} missed.`}{" "}
      <Button class="link" press={() => ui.perform({ run: load })} text="load what is kept" />
    </>
  );
}
