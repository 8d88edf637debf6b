import { useState } from "preact/hooks";
import type { Mail, MailDetail } from "../../client/stored.ts";
import { commandOf } from "../../client/commands.ts";
import { FilterBox } from "../../parts/filter-box.tsx";
import { ActButton } from "../../parts/act-button.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { Badge, type Tone } from "../../parts/status.tsx";
import { dayTime } from "../../parts/time.ts";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useCommand, useKeys, usePage } from "../../parts/use-page.ts";

/** As many are listed, the newest. */
const shownMax = 300;

const looks: Readonly<Record<string, readonly [Tone, IconName]>> = {
  clicked: ["ok", "pass"],
  opened: ["ok", "eye"],
  delivered: ["idle", "pass"],
  unsubscribed: ["bad", "fail"],
  bounced: ["bad", "fail"],
  spam: ["bad", "fail"],
};

function State({ status }: { status: string }) {
  const [tone, icon] = looks[status] ?? ["idle", "mail"];
  return (
    <Badge tone={tone} icon={icon}>
      {status}
    </Badge>
  );
}

/** The messages that were sent, as they were rendered. */
export function Outbox() {
  const { store, ui } = usePage();
  const [text, setText] = useState("");
  const account = store.account.value;
  const id = ui.place.value[1];
  useCommand(id === undefined ? commandOf("outbox", "list") : commandOf("outbox", "show", id));
  const { value, problem } = useLoaded(
    () => store.control.outbox({ account, limit: shownMax }),
    [account, store.renewed.value],
  );
  const word = text.toLowerCase();
  const mails = (value ?? [])
    .filter(({ to, subject, name }) =>
      [to, subject, name].some((each) => each?.toLowerCase().includes(word)),
    )
    .toReversed();
  const at = mails.findIndex((mail) => mail.id === id);
  const open = (mail: Mail | undefined): void => {
    if (mail !== undefined) ui.go("outbox", mail.id);
  };
  useKeys({
    j: { label: "next", run: () => open(mails[at + 1]) },
    k: { label: "back", run: () => open(mails[Math.max(0, at - 1)]) },
    Escape: {
      label: "close",
      isQuiet: true,
      run: () => (id === undefined ? setText("") : ui.go("outbox")),
    },
  });
  return (
    <div class="two even">
      <section class="col" aria-label="Messages">
        <div class="filter">
          <FilterBox
            label="Filter the messages"
            placeholder="recipient, subject …"
            text={text}
            change={setText}
          />
        </div>
        {problem !== "" && <p class="sect bad">{problem}</p>}
        {value !== undefined && mails.length === 0 && (
          <div class="empty">
            <b>{text === "" ? "No message was sent yet" : "No message matches this filter"}</b>
            <p>Campaigns, flows and confirmations write here. Nothing leaves this machine.</p>
          </div>
        )}
        {mails.length > 0 && (
          <div class="scroll" tabIndex={0} role="region" aria-label="Messages, newest first">
            <table>
              <thead>
                <tr>
                  <th>sent</th>
                  <th>to</th>
                  <th>subject</th>
                  <th>became</th>
                </tr>
              </thead>
              <tbody>
                {mails.map((mail) => (
                  <tr key={mail.id} class={mail.id === id ? "on" : ""} onClick={() => open(mail)}>
                    <td class="mono soft">{dayTime(Date.parse(mail.at))}</td>
                    <td class="cut most">
                      <a href={`#/outbox/${mail.id}`}>
                        <bdi>{mail.to}</bdi>
                      </a>
                    </td>
                    <td class="cut most">
                      <bdi>{mail.subject ?? mail.name ?? mail.channel}</bdi>
                    </td>
                    <td>
                      <State status={mail.status} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      <aside class="side mail-side" aria-label="Message">
        {id === undefined ? (
          <div class="empty">
            <b>No message is open</b>
            <p>Choose one to see it as it was rendered.</p>
          </div>
        ) : (
          <Opened key={id} id={id} />
        )}
      </aside>
    </div>
  );
}

function Opened({ id }: { id: string }) {
  const { store } = usePage();
  const { value: mail, problem } = useLoaded(
    () => store.control.mail(id),
    [id, store.renewed.value],
  );
  if (problem !== "") return <p class="sect bad">{problem}</p>;
  if (mail === undefined) return null;
  return (
    <>
      <div class="sect">
        <h2>
          <bdi>{mail.subject ?? mail.name ?? mail.channel}</bdi>
        </h2>
        <dl class="kv">
          <dt>to</dt>
          <dd class="mono">
            <bdi>{mail.to}</bdi>
          </dd>
          <dt>from</dt>
          <dd>
            {mail.campaign === null ? "flow" : "campaign"} <bdi>{mail.name}</bdi>
          </dd>
          <dt>sent</dt>
          <dd class="mono">{dayTime(Date.parse(mail.at))}</dd>
          <dt>became</dt>
          <dd>
            <State status={mail.status} />
          </dd>
        </dl>
        {mail.profile !== null && (
          <a class="acc" href={`#/data/people/${mail.profile}`}>
            The person
          </a>
        )}
      </div>
      <section class="sect rendered">
        <h3>As rendered</h3>
        {mail.frame === null ? (
          <pre class="body" tabIndex={0} aria-label="The message">
            {mail.text ?? ""}
          </pre>
        ) : (
          <iframe title="The message as it was rendered" sandbox="" src={frameOf(mail.frame)} />
        )}
      </section>
      <Links mail={mail} />
    </>
  );
}

/** By the way on which the page reaches the emulator. Looking at it is no open. */
function frameOf(frame: string): string {
  const { pathname, search } = new URL(frame);
  return pathname + search;
}

const flagOf = (mail: MailDetail, index: number): string[] => {
  const kind = mail.links[index]?.kind;
  if (kind === "open") return ["--open"];
  if (kind === "unsubscribe") return ["--unsubscribe"];
  return [
    "--link",
    String(mail.links.slice(0, index + 1).filter((each) => each.kind === kind).length),
  ];
};

/** The links of a message, which can be followed as its recipient would. */
function Links({ mail }: { mail: MailDetail }) {
  const { store } = usePage();
  if (mail.links.length === 0) return null;
  return (
    <section class="sect">
      <h3>Its links</h3>
      <ul class="links">
        {mail.links.map(({ kind, url, target }, index) => (
          <li key={url}>
            <Icon name={kind === "open" ? "eye" : kind === "unsubscribe" ? "na" : "step"} />
            {kind}
            <bdi class="cut soft" title={target ?? ""}>
              {target}
            </bdi>
            <span class="grow" />
            <ActButton
              isSmall
              act={{
                command: commandOf("outbox", "click", mail.id, ...flagOf(mail, index)),
                run: () => store.control.followLink(url),
                done: `Did what the link says: ${kind}.`,
              }}
            >
              {kind === "open" ? "Open" : "Click"}
            </ActButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
