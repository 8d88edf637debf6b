import type { Delivery, Webhook } from "../../client/stored.ts";
import { Badge } from "../../parts/status.tsx";
import { counted } from "../../parts/time.ts";
import { useLoaded } from "../../parts/use-loaded.ts";
import { usePage } from "../../parts/use-page.ts";

interface HooksProps {
  readonly chosen: string | undefined;
  readonly choose: (id: string | undefined) => void;
  readonly deliveries: readonly Delivery[];
}

/** The webhooks, with what became of what was sent to them. */
export function Hooks({ chosen, choose, deliveries }: HooksProps) {
  const { store } = usePage();
  const account = store.account.value;
  const { value } = useLoaded(
    () => store.control.records<Webhook>("webhooks", { account, limit: 50 }),
    [account, store.renewed.value],
  );
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
              {enabled ? (
                <Badge tone={failed > 0 ? "wait" : "ok"} icon={failed > 0 ? "retry" : "pass"}>
                  {failed > 0 ? "failing" : "on"}
                </Badge>
              ) : (
                <Badge tone="idle" icon="na">
                  off
                </Badge>
              )}
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
