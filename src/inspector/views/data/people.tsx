import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Profile } from "../../../domain/resources/profile.ts";
import { option } from "../../client/commands.ts";
import { useFilter } from "../../parts/fields.tsx";
import { Empty, Go, Trouble } from "../../parts/layout.tsx";
import { stepKeys, useCall, useCommand, useKeys, usePage } from "../../parts/page.ts";
import { Table } from "../../parts/table.tsx";
import { dayTime } from "../../parts/time.ts";
import { Consent } from "./consent.tsx";

/** As many are listed; what is typed narrows them. */
const shownMax = 500;

/** The name of a person, else what they are known by. */
export const nameOf = ({ first_name, last_name, id, ...of }: Profile): string =>
  [first_name, last_name].filter((part) => part !== null && part !== "").join(" ") ||
  String(of.email ?? of.phone_number ?? of.external_id ?? id);

/** The profiles, as they were last changed. */
export function People({ tabs }: { tabs: ComponentChildren }) {
  const { store, ui } = usePage();
  const { text, box, clear } = useFilter("people", "name, email, id …");
  const [at, setAt] = useState(0);
  const account = store.account.value;
  useCommand("state", "show", "profiles", "--sort", "-updated", ...option("--account", account));
  const { value, problem } = useCall("GET /state/profiles", {
    account,
    sort: "-updated",
    limit: shownMax,
  });
  const word = text.toLowerCase();
  const found = (value?.records ?? []).filter((profile) =>
    [nameOf(profile), profile.email, profile.phone_number, profile.external_id, profile.id].some(
      (each) => each != null && String(each).toLowerCase().includes(word),
    ),
  );
  const open = ({ id }: Profile): void => ui.go("data", "people", id);
  useKeys({
    ...stepKeys(found, found[at], (profile) => setAt(found.indexOf(profile))),
    Enter: { label: "open", run: () => found[at] && open(found[at]) },
    Escape: clear,
  });
  return (
    <section class="col panel grow" aria-label="People">
      <div class="filter">
        {tabs}
        {box}
      </div>
      <Trouble problem={problem} />
      <Table
        label="Profiles"
        class="people"
        rows={found}
        keyOf={({ id }) => id}
        chosen={found[at]}
        open={open}
        empty={
          value && (
            <Empty
              title={text === "" ? "There are no profiles" : "No profile matches this filter"}
            />
          )
        }
        columns={[
          [
            "name",
            "cut most",
            (each) => <Go class="" to={["data", "people", each.id]} text={nameOf(each)} />,
          ],
          ["email", "mono cut most", ({ email }) => <bdi>{email}</bdi>],
          ["email consent", "", ({ consent }) => <Consent state={consent.email.state} />],
          ["SMS consent", "", ({ consent }) => <Consent state={consent.sms.state} />],
          ["last changed", "mono soft", ({ updated }) => dayTime(updated)],
        ]}
      >
        {value?.more === true && (
          <p class="sect soft">
            The {shownMax} that were changed last of {value.total.toLocaleString("en")}.
          </p>
        )}
      </Table>
    </section>
  );
}
