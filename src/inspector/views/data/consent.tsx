import { Badge, type Look } from "../../parts/signs.tsx";

const looks: Readonly<Record<string, Look>> = {
  SUBSCRIBED: ["ok", "pass", "subscribed"],
  UNSUBSCRIBED: ["bad", "fail", "unsubscribed"],
  NEVER_SUBSCRIBED: ["idle", "na", "never"],
};

/** What a person has agreed to, on one channel. */
export const Consent = ({ state }: { state: string }) => (
  <Badge look={looks[state] ?? ["idle", "na", state.toLowerCase().replaceAll("_", " ")]} />
);
