import type { DeliveryView } from "../../../control/messages/delivery-view.ts";
import { useCall, usePage } from "../../parts/page.ts";
import { Badge, type Look } from "../../parts/signs.tsx";
import { counted } from "../../parts/time.ts";

interface HooksProps {
  readonly chosen: string | undefined;
  readonly choose: (id: string | undefined) => void;
  readonly deliveries: readonly DeliveryView[];
}

const lookOf = (isOn: boolean, failed: number): Look => {
  if (!isOn) return ["idle", "na", "off"];
  return failed > 0 ? ["wait", "retry", "failing"] : ["ok", "pass", "on"];
};

/** The webhooks, with what became of what was sent to them. */
export function Hooks({ chosen, choose, deliveries }: HooksProps) {
  const { store } = usePage();
  const { value } = useCall("GET /state/webhooks", { account: store.account.value, limit: 50 });
  if (value === undefined || value.records.length === 0) return null;
  return (
    <div class="hooks">
      {value.records.map(({ id, name, url, enabled }) => {
        const own = deliveries.filter(({ webhook }) => webhook === id);
        const failed = own.filter(({ state }) => state === "failed").length;
        return (
          <button
            type="button"
            key={id}
            aria-pressed={id === chosen}
            onClick={() => choose(id === chosen ? undefined : id)}
          >
            <span class="row2">
              <bdi class="strong cut">{name}</bdi>
              <span class="grow" />
              <Badge look={lookOf(enabled, failed)} />
            </span>
            <bdi class="mono cut soft">{url}</bdi>
            <span class="soft">
              {counted(own.length, "delivery", "deliveries")}, {failed} failed
            </span>
          </button>
        );
      })}
    </div>
  );
}
