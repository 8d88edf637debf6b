import type { MessageView, WholeMessageView } from "../../../control/messages/message-view.ts";
import { commandOf } from "../../client/commands.ts";
import { followLink } from "../../client/service.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { Cut, Go, Head, Pairs, Sect, Trouble } from "../../parts/layout.tsx";
import { text } from "../../parts/list/column.ts";
import { List } from "../../parts/list/list.tsx";
import { useCall, useCommand, usePage } from "../../parts/page.ts";
import { Badge, Icon, type Look } from "../../parts/signs.tsx";
import { Thread } from "../../parts/thread.tsx";
import { dayTime } from "../../parts/time.ts";
import type { Act } from "../../store/ui.ts";

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
  const account = store.account.value;
  const id = ui.place.value[1];
  useCommand("outbox", ...(id === undefined ? ["list"] : ["show", id]));
  const { value, problem } = useCall("GET /outbox", { account, limit: shownMax });
  return (
    <List<MessageView>
      of="messages"
      order="newest first"
      place={["outbox"]}
      rows={value?.messages.toReversed()}
      problem={problem}
      idOf={(mail) => mail.id}
      textOf={({ to, subject, name, status }) => [to, subject, name, status].join(" ")}
      hint="recipient, subject …"
      columns={[
        text("sent", 150, ({ at }) => dayTime(Date.parse(at)), {
          class: "mono soft",
          yields: 1,
          by: ({ at }) => at,
        }),
        text("to", 120, ({ to }) => to, { grows: 2 }),
        text("subject", 120, ({ subject, name }) => subject ?? name, { grows: 3 }),
        text("became", 110, ({ status }) => status, {
          cell: (mail) => <State status={mail.status} />,
        }),
      ]}
      none="No message was sent yet"
      noneSays="Campaigns, flows and confirmations write here. Nothing leaves this machine."
      sideName="Message"
      side={() => id && <Opened key={id} id={id} />}
      closed="Choose one to see it as it was rendered."
    />
  );
}

function Opened({ id }: { id: string }) {
  const { ui } = usePage();
  const { value: mail, problem } = useCall("GET /outbox/{id}", { id });
  if (problem !== "") return <Trouble problem={problem} />;
  if (mail === undefined) return null;
  const { to, name, subject, at, campaign, status, profile, frame, text } = mail;
  // A link in the mail is the person's click: nothing is opened in its place.
  const clicked = (event: Event): void => {
    const link = (event.target as Element | null)?.closest("a[href]");
    if (link == null) return;
    event.preventDefault();
    const path = pathOf((link as HTMLAnchorElement).href);
    const index = mail.links.findIndex(({ url }) => pathOf(url) === path);
    if (index >= 0) void ui.perform(clickOf(mail, index));
    else
      ui.notice.value = {
        text: "This link leads out of the mail. It is not recorded as a click.",
        isBad: true,
      };
  };
  return (
    <>
      <Head name={subject ?? name}>
        <Pairs
          of={{
            to: <bdi class="mono">{to}</bdi>,
            from: [campaign === null ? "flow " : "campaign ", <bdi>{name}</bdi>],
            sent: <span class="mono">{dayTime(Date.parse(at))}</span>,
            became: <State status={status} />,
          }}
        />
        {profile !== null && <Go to={["data", "people", profile]} text="The person" />}
      </Head>
      <Sect title="As rendered" class="rendered">
        {frame === null ? (
          <pre class="body" tabIndex={0} aria-label="The message">
            {text}
          </pre>
        ) : (
          <iframe
            title="The message as it was rendered"
            sandbox="allow-same-origin"
            // Looking at it is no open.
            src={pathOf(frame)}
            onLoad={({ currentTarget }) =>
              currentTarget.contentDocument?.addEventListener("click", clicked)
            }
          />
        )}
      </Sect>
      <Links mail={mail} />
      <Thread id={id} />
    </>
  );
}

/** A place of the emulator, under whichever of its names. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
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

/** Follows a link as the recipient would. */
const clickOf = (mail: WholeMessageView, index: number): Act => {
  const { kind = "click", url = "" } = mail.links[index] ?? {};
  return {
    command: commandOf("outbox", "click", mail.id, ...flagOf(mail, index)),
    run: () => followLink(url),
    done: `Did what the link says: ${kind}. What it caused stands below.`,
  };
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
              act={clickOf(mail, index)}
              text={kind === "open" ? "Open" : "Click"}
            />
          </li>
        ))}
      </ul>
    </Sect>
  );
}
