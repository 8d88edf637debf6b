import type { Profile } from "../../../domain/resources/profile.ts";
import { commandOf } from "../../client/commands.ts";
import { ActButton, Icon } from "../../parts/signs.tsx";
import { Body, Empty, Go, Pairs, Sect } from "../../parts/layout.tsx";
import { useCall, useCommand, useKeys, usePage } from "../../parts/page.ts";
import { Operate } from "../../parts/send/form.tsx";
import { dayTime } from "../../parts/time.ts";
import { Consent, nameOf } from "./people.tsx";
import { Timeline } from "./timeline.tsx";

const allPeople = <Go to={["data"]} text="All people" />;

export function Person({ id }: { id: string }) {
  const { store, ui } = usePage();
  const account = store.account.value;
  const filter = `equals(id,${JSON.stringify(id)})`;
  const { value, problem } = useCall("GET /state/profiles", { account, filter, limit: 1 });
  useCommand("state", "show", "profiles", "--filter", filter);
  useKeys({ Escape: { label: "all people", run: () => ui.go("data") } });
  const profile = value?.records[0];
  if (problem !== "" || (value !== undefined && profile === undefined))
    return (
      <Empty title="This profile is not there" says={problem}>
        {allPeople}
      </Empty>
    );
  if (profile === undefined) return null;
  const name = nameOf(profile);
  return (
    <div class="two person">
      <Timeline profile={profile} />
      <aside class="side" aria-label="Person">
        <div class="sect face">
          <span class="av" aria-hidden="true">
            {initials(name)}
          </span>
          <div class="cut">
            <h2>
              <bdi>{name}</bdi>
            </h2>
            <p class="mono soft">{profile.id}</p>
          </div>
        </div>
        <Identity profile={profile} />
        <Groups profile={profile} />
        <Sect title="Properties">
          <Body body={profile.properties} label="Properties" />
        </Sect>
        <Sect title="Send a request about this person">
          <Operate of={acts} known={knownOf(profile)} />
        </Sect>
        <p class="sect">{allPeople}</p>
      </aside>
    </div>
  );
}

const acts = [
  "create_event",
  "update_profile",
  "bulk_subscribe_profiles",
  "bulk_unsubscribe_profiles",
  "bulk_suppress_profiles",
  "bulk_unsuppress_profiles",
  "add_profiles_to_list",
  "request_profile_deletion",
];

function knownOf({ id, email, phone_number, external_id }: Profile) {
  if (email !== null) return { profiles: id, email };
  return phone_number !== null
    ? { profiles: id, phone_number }
    : { profiles: id, external_id: String(external_id) };
}

const initials = (name: string): string => (name.match(/(?<!\S)\S/gu) ?? []).slice(0, 2).join("");

const shown = (text: string | number | null) => text !== null && <bdi class="mono">{text}</bdi>;

const consentOf = ({ state, at, method }: Profile["consent"]["email"]) => (
  <>
    <Consent state={state} />{" "}
    <span class="soft">
      {at !== null && dayTime(at)} {method}
    </span>
  </>
);

function Identity({ profile }: { profile: Profile }) {
  const { email, sms, suppression } = profile.consent;
  return (
    <>
      <Sect title="Identity">
        <Pairs
          of={{
            email: shown(profile.email),
            phone: shown(profile.phone_number),
            external: shown(profile.external_id),
            anonymous: shown(profile.anonymous_id),
            created: shown(dayTime(profile.created)),
          }}
        />
      </Sect>
      <Sect title="Consent">
        <Pairs of={{ email: consentOf(email), sms: consentOf(sms) }} />
        <Confirmations profile={profile} />
        {suppression.length > 0 && (
          <p class="bad pad">
            <Icon name="stop" /> Suppressed: gets no email.
          </p>
        )}
      </Sect>
    </>
  );
}

/** What of a double opt-in waits for the person's click. */
function Confirmations({ profile: { email, phone_number } }: { profile: Profile }) {
  const { store } = usePage();
  const { value = [] } = useCall("GET /confirmations", { account: store.account.value });
  return value
    .filter((each) => (each.email ?? each.phone_number) === (each.email ? email : phone_number))
    .map(({ id, list }) => {
      const act = {
        command: commandOf("confirmations", "click", id),
        run: () => store.control.call("POST /confirmations/{id}", { id }),
        done: "Subscribed.",
      };
      return <ActButton key={id} isSmall icon="pass" act={act} text={`Confirm ${list}`} />;
    });
}

function Groups({ profile: { id } }: { profile: Profile }) {
  const account = usePage().store.account.value;
  const { value: memberships } = useCall("GET /state/memberships", { account, limit: 10_000 });
  const { value: lists } = useCall("GET /state/lists", { account, limit: 1000 });
  const { value: segments } = useCall("GET /state/segments", { account, limit: 1000 });
  if (memberships === undefined || lists === undefined || segments === undefined) return null;
  const named = [...lists.records, ...segments.records];
  const names = new Map(named.map((each) => [each.id, each.name]));
  const own = memberships.records.filter(({ profile }) => profile === id);
  return (
    <Sect title="Lists and segments">
      {own.length === 0 && <p class="soft">in none</p>}
      <p class="chips">
        {own.map(({ kind, group }) => (
          <span class="chip" key={kind + group}>
            {kind === "segment" && <i>segment</i>} <bdi>{names.get(group) ?? group}</bdi>
          </span>
        ))}
      </p>
    </Sect>
  );
}
