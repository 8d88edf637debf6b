import type { FaultView } from "../../../world/faults/fault.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { Cut, Go } from "../../parts/layout.tsx";
import { type RowProps, usePage } from "../../parts/page.ts";
import { Badge, Icon, type Look, Status } from "../../parts/signs.tsx";
import { clockTime, counted } from "../../parts/time.ts";
import type { Act } from "../../store/ui.ts";
import { whatWords, whenWords, whichWords } from "./words.ts";

/** As many hits are shown of a plan. */
const hitsMax = 20;

function lookOfPlan(fault: FaultView): Look {
  if (fault.doubledWrites > 0) return ["bad", "fail", `doubled ${fault.doubledWrites}`];
  if (fault.state === "off") return ["idle", "na", "off"];
  if (fault.state === "waiting") return ["wait", "due", "waiting"];
  if (fault.state === "spent" || fault.state === "expired") return ["idle", "pass", fault.state];
  if (fault.nextStep !== undefined) return ["fault", "step", `step ${fault.nextStep + 1}`];
  return ["fault", "bolt", "active"];
}

function timesOf({ hits, times }: FaultView): string {
  if (times === "always") return `${hits.count} of ∞`;
  return typeof times === "number"
    ? `${hits.count} of ${Math.max(times, hits.count)}`
    : String(hits.count);
}

interface PlanRowProps extends RowProps<FaultView> {
  readonly turn: Act;
  readonly remove: Act;
}

/** One plan, and what it met where it is opened. */
export function PlanRow({ of: fault, isOn, open, turn, remove }: PlanRowProps) {
  const { ui } = usePage();
  const isActive = fault.state !== "off";
  return (
    <>
      <tr class={isOn ? "on" : ""} onClick={open}>
        <td>
          <button
            type="button"
            class="switch"
            role="switch"
            aria-checked={isActive}
            aria-label={`${fault.id} is on`}
            title={turn.command}
            onClick={(event) => {
              event.stopPropagation();
              void ui.perform(turn);
            }}
          />
        </td>
        <td>
          <button type="button" class="link plain mono" aria-expanded={isOn}>
            {fault.id}
          </button>
        </td>
        <td class="op cut most">
          <Cut text={whichWords(fault)} />
        </td>
        <td class="mono cut most">
          <Cut text={whatWords(fault)} />
        </td>
        <td class="cut most">
          <Cut text={whenWords(fault)} />
        </td>
        <td>{fault.where !== undefined && <span class="tag">{fault.where}</span>}</td>
        <td class="num">{timesOf(fault)}</td>
        <td>
          <Badge look={lookOfPlan(fault)} />
        </td>
      </tr>
      {isOn && (
        <tr class="sub">
          <td colSpan={8}>
            <Hits fault={fault} />
            <ActButton act={remove} isSmall text="Remove" />
          </td>
        </tr>
      )}
    </>
  );
}

function Hits({ fault: { hits } }: { fault: FaultView }) {
  const { store } = usePage();
  void store.requests.version.value;
  if (hits.count === 0) return <p class="soft">No request has met it yet.</p>;
  const shown = hits.exchanges.slice(-hitsMax);
  return (
    <ul class="hits">
      {shown.map((id) => {
        const entry = store.requests.get(id);
        return (
          <li class="att" key={id}>
            <span class="tm">{entry === undefined ? "" : clockTime(entry.arrivedWorld, true)}</span>
            {entry === undefined ? (
              <span class="soft">not listed</span>
            ) : (
              <Status status={entry.status} lost={entry.lostStatus} />
            )}
            <bdi class="say cut">
              {entry === undefined
                ? id
                : `${entry.operation ?? entry.target}, key ${entry.key ?? "–"}`}
            </bdi>
            <Go to={["live", id]} text="open" />
          </li>
        );
      })}
      {hits.count > shown.length && (
        <li class="soft">and {counted(hits.count - shown.length, "earlier hit")}</li>
      )}
    </ul>
  );
}

/** Plans that no request has met: a test that expects its faults to be met fails here. */
export function Unmet({ faults }: { faults: readonly FaultView[] }) {
  if (faults.length === 0) return null;
  const ids = faults.map(({ id }) => id).join(", ");
  return (
    <p class="unmet">
      <Icon name="und" className="wait" /> <b>No request has met {ids}.</b>
    </p>
  );
}
