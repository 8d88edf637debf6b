import type { WholeMessageView } from "../../../control/messages/message-view.ts";
import { commandOf } from "../../client/commands.ts";
import { followLink } from "../../client/service.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { useFilter } from "../../parts/fields.tsx";
import { Cut, Empty, Go, Pairs, Sect, Trouble } from "../../parts/layout.tsx";
import { stepKeys, useCall, useCommand, useKeys, usePage } from "../../parts/page.ts";
import { Badge, Icon, type Look } from "../../parts/signs.tsx";
import { Table } from "../../parts/table.tsx";
import { dayTime } from "../../parts/time.ts";

/** As many are listed, the newest. */
const shownMax = 300;

const looks: Readonly<Record<string, readonly [Look[0], Look[1]]>> = {
  clicked: ["ok", "pass"],
  opened: ["ok", "eye"],
  delivered: ["idle", "pass"],
  unsubscribed: ["bad", "fail"],
  bounced: ["bad", "fail"],
  spam: ["bad", "fail"],
};

const State = ({ status }: { status: string }) => (
  <Badge look={[...(looks[status] ?? (["idle", "mail"] as const)), status]} />
);

/** The messages that were sent, as they were rendered. */
export function Outbox() {
  const { store, ui } = usePage();
  const { text, box, clear } = useFilter("messages", "recipient, subject …");
  const account = store.account.value;
  const id = ui.place.value[1];
  useCommand("outbox", ...(id === undefined ? ["list"] : ["show", id]));
  const { value, problem } = useCall("GET /outbox", { account, limit: shownMax });
  const word = text.toLowerCase();
  const mails = (value?.messages ?? [])
    .filter(({ to, subject, name }) =>
      [to, subject, name].some((each) => each?.toLowerCase().includes(word)),
    )
    .toReversed();
  const chosen = mails.find((mail) => mail.id === id);
  const open = (mail: { readonly id: string }): void => ui.go("outbox", mail.id);
  useKeys({
    ...stepKeys(mails, chosen, open),
    Escape: {
      label: "close",
      isQuiet: true,
      run: () => (id === undefined ? clear.run() : ui.go("outbox")),
    },
  });
  return (
    <div class="two even">
      <section class="col" aria-label="Messages">
        <div class="filter">{box}</div>
        <Trouble problem={problem} />
        <Table
          label="Messages, newest first"
          rows={mails}
          keyOf={(mail) => mail.id}
          chosen={chosen}
          open={open}
          empty={
            value && (
              <Empty
                title={text === "" ? "No message was sent yet" : "No message matches this filter"}
              >
                <p>Campaigns, flows and confirmations write here. Nothing leaves this machine.</p>
              </Empty>
            )
          }
          columns={[
            ["sent", "mono soft", ({ at }) => dayTime(Date.parse(at))],
            ["to", "cut most", (mail) => <Go class="" to={["outbox", mail.id]} text={mail.to} />],
            ["subject", "cut most", ({ subject, name }) => <bdi>{subject ?? name}</bdi>],
            ["became", "", ({ status }) => <State status={status} />],
          ]}
        />
      </section>
      <aside class="side mail-side" aria-label="Message">
        {id === undefined ? (
          <Empty title="No message is open">
            <p>Choose one to see it as it was rendered.</p>
          </Empty>
        ) : (
          <Opened key={id} id={id} />
        )}
      </aside>
    </div>
  );
}

function Opened({ id }: { id: string }) {
  const { value: mail, problem } = useCall("GET /outbox/{id}", { id });
  if (problem !== "") return <Trouble problem={problem} />;
  if (mail === undefined) return null;
  const { to, name, subject, at, campaign, status, profile, frame, text } = mail;
  return (
    <>
      <div class="sect">
        <h2>
          <bdi>{subject ?? name}</bdi>
        </h2>
        <Pairs
          of={{
            to: <bdi class="mono">{to}</bdi>,
            from: [campaign === null ? "flow " : "campaign ", <bdi>{name}</bdi>],
            sent: <span class="mono">{dayTime(Date.parse(at))}</span>,
            became: <State status={status} />,
          }}
        />
        {profile !== null && <Go to={["data", "people", profile]} text="The person" />}
      </div>
      <Sect title="As rendered" class="rendered">
        {frame === null ? (
          <pre class="body" tabIndex={0} aria-label="The message">
            {text}
          </pre>
        ) : (
          <iframe title="The message as it was rendered" sandbox="" src={frameOf(frame)} />
        )}
      </Sect>
      <Links mail={mail} />
    </>
  );
}

/** By the way on which the page reaches the emulator. Looking at it is no open. */
function frameOf(frame: string): string {
  const { pathname, search } = new URL(frame);
  return pathname + search;
}

const flagOf = (mail: WholeMessageView, index: number): string[] => {
  const kind = mail.links[index]?.kind;
  if (kind === "open") return ["--open"];
  if (kind === "unsubscribe") return ["--unsubscribe"];
  return [
    "--link",
    String(mail.links.slice(0, index + 1).filter((each) => each.kind === kind).length),
  ];
};

/** The links of a message, which can be followed as its recipient would. */
function Links({ mail }: { mail: WholeMessageView }) {
  if (mail.links.length === 0) return null;
  return (
    <Sect title="Its links">
      <ul class="links">
        {mail.links.map(({ kind, url, target }, index) => (
          <li key={url}>
            <Icon name={kind === "open" ? "eye" : kind === "unsubscribe" ? "na" : "step"} />
            {kind}
            <Cut class="soft" text={target} />
            <span class="grow" />
            <ActButton
              isSmall
              act={{
                command: commandOf("outbox", "click", mail.id, ...flagOf(mail, index)),
                run: () => followLink(url),
                done: `Did what the link says: ${kind}.`,
              }}
              text={kind === "open" ? "Open" : "Click"}
            />
          </li>
        ))}
      </ul>
    </Sect>
  );
}
