import type { Profile } from "../../client/stored.ts";
import { commandOf } from "../../client/commands.ts";
import { Icon } from "../../parts/icon.tsx";
import { Body } from "../../parts/json.tsx";
import { dayTime } from "../../parts/time.ts";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useCommand, useKeys, usePage } from "../../parts/use-page.ts";
import { Consent } from "./consent.tsx";
import { nameOf } from "./people.tsx";
import { Timeline } from "./timeline.tsx";

/** One person: who they are, what they agreed to, and what happened to them. */
export function Person({ id }: { id: string }) {
  const { store, ui } = usePage();
  const account = store.account.value;
  const inputs = [id, account, store.renewed.value];
  const filter = `equals(id,${JSON.stringify(id)})`;
  const { value, problem } = useLoaded(
    () => store.control.records<Profile>("profiles", { account, filter, limit: 1 }),
    inputs,
  );
  useCommand(commandOf("state", "show", "profiles", "--filter", filter));
  useKeys({ Escape: { label: "all people", run: () => ui.go("data") } });
  const profile = value?.records[0];
  if (problem !== "" || (value !== undefined && profile === undefined))
    return (
      <div class="empty">
        <b>This profile is not there</b>
        <p>{problem}</p>
        <a class="acc" href="#/data">
          All people
        </a>
      </div>
    );
  if (profile === undefined) return null;
  return (
    <div class="two wide">
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
        <section class="sect">
          <h3>Properties</h3>
          <Body body={profile.properties} label="Properties" />
        </section>
        <p class="sect">
          <a class="acc" href="#/data">
            All people
          </a>
        </p>
      </aside>
    </div>
  );
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => [...part][0] ?? "")
    .slice(0, 2)
    .join("");

function Identity({ profile }: { profile: Profile }) {
  const known = {
    email: profile.email,
    phone: profile.phone_number,
    external: profile.external_id,
    anonymous: profile.anonymous_id,
    created: dayTime(profile.created),
  };
  return (
    <>
      <section class="sect">
        <h3>Identity</h3>
        <dl class="kv">
          {Object.entries(known).map(
            ([name, value]) =>
              value !== null && (
                <div class="pair-of" key={name}>
                  <dt>{name}</dt>
                  <dd class="mono">
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ),
          )}
        </dl>
      </section>
      <section class="sect">
        <h3>Consent</h3>
        <dl class="kv">
          {(["email", "sms"] as const).map((channel) => {
            const { state, at, method } = profile.consent[channel];
            return (
              <div class="pair-of" key={channel}>
                <dt>{channel}</dt>
                <dd>
                  <Consent state={state} />{" "}
                  <span class="soft">
                    {at !== null && dayTime(at)} {method}
                  </span>
                </dd>
              </div>
            );
          })}
        </dl>
        {profile.consent.suppression.length > 0 && (
          <p class="bad pad">
            <Icon name="stop" /> Suppressed: gets no email.
          </p>
        )}
      </section>
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
      control.memberships(account),
      control.named("lists", account),
      control.named("segments", account),
    ]);
    const names = new Map([...lists, ...segments].map((each) => [each.id, each.name]));
    return memberships
      .filter(({ profile }) => profile === id)
      .map(({ kind, group }) => ({ kind, name: names.get(group) ?? group }));
  }, [id, account, store.renewed.value]);
  if (value === undefined) return null;
  return (
    <section class="sect">
      <h3>Lists and segments</h3>
      {value.length === 0 && <p class="soft">in none</p>}
      <p class="chips">
        {value.map(({ kind, name }) => (
          <span class="chip" key={kind + name}>
            {kind === "segment" && <i>segment</i>} <bdi>{name}</bdi>
          </span>
        ))}
      </p>
    </section>
  );
}
