import type { FaultView } from "../../client/answers.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { Badge, Status, type Tone } from "../../parts/status.tsx";
import { clockTime, counted } from "../../parts/time.ts";
import { usePage } from "../../parts/use-page.ts";
import type { Act } from "../../store/ui.ts";
import { whatWords, whenWords, whichWords } from "./words.ts";

/** As many hits are shown of a plan. */
const hitsMax = 20;

function lookOfPlan(fault: FaultView): readonly [Tone, IconName, string] {
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

interface PlanRowProps {
  readonly fault: FaultView;
  readonly isOn: boolean;
  readonly open: () => void;
  readonly turn: Act;
  readonly remove: Act;
}

/** One plan, and what it met where it is opened. */
export function PlanRow({ fault, isOn, open, turn, remove }: PlanRowProps) {
  const { ui } = usePage();
  const [tone, icon, word] = lookOfPlan(fault);
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
          <bdi title={whichWords(fault)}>{whichWords(fault)}</bdi>
        </td>
        <td class="mono cut most">
          <bdi title={whatWords(fault)}>{whatWords(fault)}</bdi>
        </td>
        <td class="cut most">
          <bdi title={whenWords(fault)}>{whenWords(fault)}</bdi>
        </td>
        <td>{fault["where"] !== undefined && <span class="tag">{String(fault["where"])}</span>}</td>
        <td class="num">{timesOf(fault)}</td>
        <td>
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
        </td>
      </tr>
      {isOn && (
        <tr class="sub">
          <td colSpan={8}>
            <Hits fault={fault} />
            <ActButton act={remove} isSmall>
              Remove
            </ActButton>
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
            <a class="acc" href={`#/live/${id}`}>
              open
            </a>
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
