import { useState } from "preact/hooks";
import { curlOf, fetchOf } from "../../client/commands.ts";
import { jsonOr, laidOut, operationIn, type ServiceDocument } from "../../client/schema.ts";
import { Choice, Segments, TextArea, TextField } from "../fields.tsx";
import { Body, Go } from "../layout.tsx";
import { useCall, useLoaded, useOnce, usePage } from "../page.ts";
import { ActButton, Status, Button } from "../signs.tsx";
import { draftFor, filled, holesIn, memberAt, membersOf, sampleOf, withMember } from "./draft.ts";
import type { Draft, Known } from "./draft.ts";
import { accountIn, namesOf, send } from "./send.ts";

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"];

const forms = { curl: "curl", fetch: "fetch" } as const;

const noKey = "no key";

interface SendProps {
  /** The operation to begin with, where there is no draft. */
  readonly operation: string;
  readonly draft?: Draft;
  /** What is known of whom it is about: members by their names, ids by their collections. */
  readonly known?: Known | undefined;
}

/** A request of any operation to fill in and to send, with what sends the same from elsewhere. */
export function SendForm({ operation: begun, draft: given, known = {} }: SendProps) {
  const page = usePage();
  const document = useOnce("GET /service/openapi.json");
  const { operations } = useOnce("GET /operations") ?? { operations: [] };
  const [name, setName] = useState(begun);
  const [operation, setOperation] = useState(begun);
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const [ids, setIds] = useState<Known>(known);
  const [form, setForm] = useState<keyof typeof forms>("curl");
  const [answer, setAnswer] = useState<Response | undefined>(undefined);
  const account = accountIn(page);
  const revision = page.store.health.value?.revisions.newest;
  const base =
    operation === begun && given !== undefined
      ? given
      : document && draftFor(operation, document, known, { account, revision });
  const draft = base && { ...base, ...typed };
  const type = (more: Partial<Draft>): void => setTyped({ ...typed, ...more });
  const field = (member: "method" | "target" | "body") => {
    return { value: draft?.[member] ?? "", change: (text: string) => type({ [member]: text }) };
  };
  const { value: keys = [] } = useCall("GET /keys", { account: draft?.account });
  const choose = (id: string): void => {
    setName(id);
    // What is half typed is none.
    if (operations.every((each) => each.id !== id)) return;
    setOperation(id);
    setTyped({});
  };
  const operationField = (
    <TextField
      label={`Operation, one of ${operations.length}`}
      value={name}
      offers={operations.map(({ id, method, path }) => [id, `${method} ${path}`])}
      change={choose}
    />
  );
  if (draft === undefined) return <div class="form">{operationField}</div>;
  const whole = filled(draft, ids);
  const names = namesOf(keys);
  const curl = curlOf(requestOf(whole), location.origin);
  const act = { command: curl, run: async () => setAnswer(await send(page, whole)) };
  return (
    <div class="form">
      {operationField}
      <div class="row2">
        <Choice label="Method" isBare names={methods} {...field("method")} />
        <TextField class="grow" label="Path" isBare {...field("target")} />
      </div>
      <div class="pair">
        {holesIn(draft).map((of) => (
          <IdField
            key={of}
            of={of}
            account={draft.account}
            value={ids[of] ?? ""}
            change={(id) => setIds({ ...ids, [of]: id })}
          />
        ))}
        {draft.headers["authorization"] !== undefined && (
          <Choice
            label="like the key"
            value={draft.key === "" ? noKey : (draft.key ?? names[0] ?? "")}
            names={[...names, noKey]}
            change={(key) => type({ key: key === noKey ? "" : key })}
          />
        )}
        {document !== undefined && (
          <Further document={document} operation={operation} draft={draft} change={type} />
        )}
      </div>
      {(draft.body || draft.method !== "GET") && <TextArea label="Body" {...field("body")} />}
      <div class="row2">
        <ActButton act={act} isMain isOff={holesIn(whole).length > 0} icon="step" text="Send" />
        {answer !== undefined && <Answered by={answer} />}
      </div>
      <Segments label="Write it as" options={forms} value={form} choose={setForm} />
      <Body
        body={form === "curl" ? curl : fetchOf(requestOf(whole), location.origin)}
        label="The request, written"
      />
    </div>
  );
}

const requestOf = ({ method, target, headers, body, key }: Draft) => {
  const { authorization, ...others } = headers;
  const sent = key === "" || authorization === undefined ? others : { ...others, authorization };
  const request = { headers: sent, body: body === "" ? undefined : jsonOr(body) };
  return { method, target, request };
};

type IdProps = { of: string; account: string; value: string; change: (id: string) => void };

function IdField({ of, account, ...field }: IdProps) {
  const { store } = usePage();
  const { value } = useLoaded(async () => {
    const { counts } = await store.control.call("GET /state", { account });
    if (counts[of] === undefined) return [];
    const collection = { collection: of, account, limit: 200 };
    const { records } = await store.control.call("GET /state/{collection}", collection);
    return records.map(({ id, name, email }) => [String(id), String(name ?? email ?? "")] as const);
  }, [of, account]);
  return <TextField label={`id of ${of}`} offers={value ?? []} {...field} />;
}

interface FurtherProps {
  readonly document: ServiceDocument;
  readonly operation: string;
  readonly draft: Draft;
  readonly change: (more: Partial<Draft>) => void;
}

/** All else that the document says of the operation: a member of its body or a parameter, put in by choosing it. */
function Further({ document, operation, draft: { target, body }, change }: FurtherProps) {
  const found = operationIn(document, operation);
  if (found === undefined) return null;
  const written = jsonOr(body || "{}");
  const members =
    found.body && typeof written === "object"
      ? membersOf(document, found.body).filter(([path]) => memberAt(written, path) === undefined)
      : [];
  const asked = found.query.filter(({ name }) => !target.includes(`${name}=`));
  const put = (chosen: string): void => {
    const [path = [], schema = {}] = members.find(([each]) => each.join(".") === chosen) ?? [];
    if (path.length > 0) {
      const value = sampleOf(document, schema, {}, path.at(-1));
      return change({ body: laidOut(withMember(written, path, value)) });
    }
    const { schema: of = {} } = asked.find(({ name }) => name === chosen) ?? {};
    const value = String(sampleOf(document, of, {}, chosen)).replace(/^example_.*/, "");
    change({ target: `${target}${target.includes("?") ? "&" : "?"}${chosen}=${value}` });
  };
  const names = [...members.map(([path]) => path.join(".")), ...asked.map(({ name }) => name)];
  if (names.length === 0) return null;
  return <Choice label="add a member or parameter" value="" names={["", ...names]} change={put} />;
}

function Answered({ by }: { by: Response }) {
  const [, id = ""] = [...by.headers].find(([name]) => name.endsWith("-req-id")) ?? [];
  return (
    <span role="status">
      <Status status={by.status} lost={null} /> <Go to={["live", id]} text="See the request" />
    </span>
  );
}

interface OperateProps {
  /** Which operations, by their ids or by what they are. */
  readonly of: readonly string[] | ((method: string, path: string) => boolean);
  readonly known?: Known;
}

/** Operations that do something with what is open: one that is chosen is filled in with it, and sent. */
export function Operate({ of, known }: OperateProps) {
  const { operations } = useOnce("GET /operations") ?? { operations: [] };
  const [chosen, choose] = useState<string | undefined>(undefined);
  const own =
    typeof of === "function"
      ? operations.filter(({ method, path }) => of(method, path))
      : of.flatMap((name) => operations.filter(({ id }) => id === name));
  return (
    <>
      <div class="row2 wraps pad">
        {own.map(({ id, method, path }) => (
          <Button
            class="btn small"
            key={id}
            aria-pressed={id === chosen}
            title={`${method} ${path}`}
            press={() => choose(id === chosen ? undefined : id)}
          >
            {id}
          </Button>
        ))}
      </div>
      {chosen !== undefined && <SendForm key={chosen} operation={chosen} known={known} />}
    </>
  );
}
