import { Badge } from "../../parts/status.tsx";

/** What a person has agreed to, on one channel. */
export function Consent({ state }: { state: string }) {
  if (state === "SUBSCRIBED")
    return (
      <Badge tone="ok" icon="pass">
        subscribed
      </Badge>
    );
  if (state === "UNSUBSCRIBED")
    return (
      <Badge tone="bad" icon="fail">
        unsubscribed
      </Badge>
    );
  return (
    <Badge tone="idle" icon="na">
      {state === "NEVER_SUBSCRIBED" ? "never" : state.toLowerCase().replaceAll("_", " ")}
    </Badge>
  );
}
