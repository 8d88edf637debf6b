import type { Profile } from "../../../domain/resources/profile.ts";
import { commandOf } from "../../client/commands.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { Body } from "../../parts/json.tsx";
import { Empty, Go, Pairs, Sect } from "../../parts/layout.tsx";
import { useCall, useCommand, useKeys, useLoaded, usePage } from "../../parts/page.ts";
import { Operate } from "../../parts/send/operate.tsx";
import { Icon } from "../../parts/signs.tsx";
import { dayTime } from "../../parts/time.ts";
import { Consent } from "./consent.tsx";
import { nameOf } from "./people.tsx";
import { Timeline } from "./timeline.tsx";

const allPeople = <Go to={["data"]} text="All people" />;

/** One person: who they are, what they agreed to, and what happened to them. */
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
  return (
    <div class="two wide person">
      <Timeline profile={profile} />
      <aside class="side" aria-label="Person">
        <div class="sect face">
          <span class="av" aria-hidden="true">
            {initials(nameOf(profile))}
          </span>
          <div class="cut">
            <h2>
              <bdi>{nameOf(profile)}</bdi>
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

/** What a request says of a person. */
const knownOf = ({ id, email, phone_number, external_id }: Profile) => ({
  profiles: id,
  ...(email !== null
    ? { email }
    : phone_number !== null
      ? { phone_number }
      : { external_id: String(external_id) }),
});

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => [...part][0] ?? "")
    .slice(0, 2)
    .join("");

const shown = (text: string | number | null) => text !== null && <bdi class="mono">{text}</bdi>;

function Identity({ profile }: { profile: Profile }) {
  const { email, sms, suppression } = profile.consent;
  const consentOf = ({ state, at, method }: typeof email) => (
    <>
      <Consent state={state} />{" "}
      <span class="soft">
        {at !== null && dayTime(at)} {method}
      </span>
    </>
  );
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
  return (
    <>
      {value
        .filter((each) => (each.email ?? each.phone_number) === (each.email ? email : phone_number))
        .map(({ id, list }) => (
          <ActButton
            key={id}
            isSmall
            icon="pass"
            act={{
              command: commandOf("confirmations", "click", id),
              run: () => store.control.call("POST /confirmations/{id}", { id }),
              done: "Subscribed.",
            }}
            text={`Confirm ${list}`}
          />
        ))}
    </>
  );
}

/** The lists and segments that a person is in. */
function Groups({ profile: { id } }: { profile: Profile }) {
  const { store } = usePage();
  const account = store.account.value;
  const { value } = useLoaded(async () => {
    const { control } = store;
    const [memberships, lists, segments] = await Promise.all([
      control.call("GET /state/memberships", { account, limit: 10_000 }),
      control.call("GET /state/lists", { account, limit: 1000 }),
      control.call("GET /state/segments", { account, limit: 1000 }),
    ]);
    const named = [...lists.records, ...segments.records];
    const names = new Map(named.map((each) => [each.id, each.name]));
    return memberships.records
      .filter(({ profile }) => profile === id)
      .map(({ kind, group }) => ({ kind, name: names.get(group) ?? group }));
  }, [id, account, store.renewed.value]);
  if (value === undefined) return null;
  return (
    <Sect title="Lists and segments">
      {value.length === 0 && <p class="soft">in none</p>}
      <p class="chips">
        {value.map(({ kind, name }) => (
          <span class="chip" key={kind + name}>
            {kind === "segment" && <i>segment</i>} <bdi>{name}</bdi>
          </span>
        ))}
      </p>
    </Sect>
  );
}
