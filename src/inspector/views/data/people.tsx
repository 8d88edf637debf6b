import type { ComponentChildren } from "preact";
import type { Profile } from "../../../domain/resources/profile.ts";
import { option } from "../../client/commands.ts";
import { type Column, text } from "../../parts/list/columns.tsx";
import { List } from "../../parts/list/list.tsx";
import { useCall, useCommand, usePage } from "../../parts/page.ts";
import { Badge, type Look } from "../../parts/signs.tsx";
import { dayTime } from "../../parts/time.ts";

const looks: Readonly<Record<string, Look>> = {
  SUBSCRIBED: ["ok", "pass", "subscribed"],
  UNSUBSCRIBED: ["bad", "fail", "unsubscribed"],
  NEVER_SUBSCRIBED: ["idle", "na", "never"],
};

export const Consent = ({ state }: { state: string }) => (
  <Badge look={looks[state] ?? ["idle", "na", state.toLowerCase().replaceAll("_", " ")]} />
);

const shownMax = 500;

export const nameOf = ({ first_name, last_name, id, ...of }: Profile): string =>
  [first_name, last_name].filter((part) => part !== null && part !== "").join(" ") ||
  String(of.email ?? of.phone_number ?? of.external_id ?? id);

const consentIn = (channel: "email" | "sms", yields: number): Column<Profile> =>
  text(`${channel} consent`, 120, ({ consent }) => consent[channel].state, {
    yields,
    cell: ({ consent }) => <Consent state={consent[channel].state} />,
  });

export function People({ tabs }: { tabs: ComponentChildren }) {
  const account = usePage().store.account.value;
  useCommand("state", "show", "profiles", "--sort", "-updated", ...option("--account", account));
  const query = { account, sort: "-updated", limit: shownMax };
  const { value, problem } = useCall("GET /state/profiles", query);
  return (
    <List<Profile>
      of="people"
      order="as they were last changed"
      place={["data", "people"]}
      tabs={tabs}
      rows={value?.records}
      problem={problem}
      idOf={({ id }) => id}
      textOf={(of) => [nameOf(of), of.email, of.phone_number, of.external_id, of.id].join(" ")}
      hint="name, email, id …"
      columns={[
        text("name", 130, nameOf, { grows: 2 }),
        text("email", 150, ({ email }) => email, { grows: 3, class: "mono" }),
        consentIn("email", 1),
        consentIn("sms", 2),
        text("last changed", 140, ({ updated }) => updated, {
          class: "mono soft",
          yields: 3,
          cell: ({ updated }) => dayTime(updated),
        }),
      ]}
      none="There are no profiles"
      below={
        value?.more === true && (
          <p class="key">
            The {shownMax} that were changed last of {value.total.toLocaleString("en")}.
          </p>
        )
      }
    />
  );
}
