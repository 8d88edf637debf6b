import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Profile } from "../../client/stored.ts";
import { commandOf } from "../../client/commands.ts";
import { FilterBox } from "../../parts/filter-box.tsx";
import { dayTime } from "../../parts/time.ts";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useCommand, useKeys, usePage } from "../../parts/use-page.ts";
import { Consent } from "./consent.tsx";

/** As many are listed; what is typed narrows them. */
const shownMax = 500;

/** The name of a person, else what they are known by. */
export const nameOf = ({
  first_name,
  last_name,
  email,
  phone_number,
  external_id,
  id,
}: Profile): string =>
  [first_name, last_name].filter((part) => part !== null && part !== "").join(" ") ||
  (email ?? phone_number ?? external_id ?? id);

/** The profiles, as they were last changed. */
export function People({ tabs }: { tabs: ComponentChildren }) {
  const { store, ui } = usePage();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const account = store.account.value;
  useCommand(
    commandOf(
      "state",
      "show",
      "profiles",
      "--sort",
      "-updated",
      ...(account === undefined ? [] : ["--account", account]),
    ),
  );
  const { value, problem } = useLoaded(
    () =>
      store.control.records<Profile>("profiles", { account, sort: "-updated", limit: shownMax }),
    [account, store.renewed.value],
  );
  const word = text.toLowerCase();
  const found = (value?.records ?? []).filter((profile) =>
    [nameOf(profile), profile.email, profile.phone_number, profile.external_id, profile.id].some(
      (each) => each?.toLowerCase().includes(word),
    ),
  );
  const open = (profile: Profile | undefined): void => {
    if (profile !== undefined) ui.go("data", "people", profile.id);
  };
  useKeys({
    j: { label: "next", run: () => setAt(Math.min(at + 1, found.length - 1)) },
    k: { label: "back", run: () => setAt(Math.max(at - 1, 0)) },
    Enter: { label: "open", run: () => open(found[at]) },
    Escape: { label: "clear the filter", isQuiet: true, run: () => setText("") },
  });
  return (
    <section class="col panel fill" aria-label="People">
      <div class="filter">
        {tabs}
        <FilterBox
          label="Filter the people"
          placeholder="name, email, id …"
          text={text}
          change={setText}
        />
      </div>
      {problem !== "" && <p class="sect bad">{problem}</p>}
      {value !== undefined && found.length === 0 && (
        <div class="empty">
          <b>{text === "" ? "There are no profiles" : "No profile matches this filter"}</b>
        </div>
      )}
      {found.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Profiles">
          <table class="people">
            <thead>
              <tr>
                <th>name</th>
                <th>email</th>
                <th>email consent</th>
                <th>SMS consent</th>
                <th>last changed</th>
              </tr>
            </thead>
            <tbody>
              {found.map((profile, index) => (
                <tr key={profile.id} class={index === at ? "on" : ""} onClick={() => open(profile)}>
                  <td class="cut most">
                    <a href={`#/data/people/${encodeURIComponent(profile.id)}`}>
                      <bdi>{nameOf(profile)}</bdi>
                    </a>
                  </td>
                  <td class="mono cut most">
                    <bdi>{profile.email}</bdi>
                  </td>
                  <td>
                    <Consent state={profile.consent.email.state} />
                  </td>
                  <td>
                    <Consent state={profile.consent.sms.state} />
                  </td>
                  <td class="mono soft">{dayTime(profile.updated)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {value?.more === true && (
            <p class="sect soft">
              The {shownMax} that were changed last of {value.total.toLocaleString("en")}.
            </p>
          )}
        </div>
      )}
    </section>
  );
}
