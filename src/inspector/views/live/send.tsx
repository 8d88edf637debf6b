import { useState } from "preact/hooks";
import type { ShownEntry } from "../../../control/requests/requests.ts";
import { curlOf, fetchOf, schemeOf } from "../../client/commands.ts";
import { laidOut } from "../../client/json.ts";
import { askService } from "../../client/service.ts";
import { Choice, Form, TextArea, TextField } from "../../parts/fields.tsx";
import { Body } from "../../parts/json.tsx";
import { type Page, usePage } from "../../parts/page.ts";
import { Segments } from "../../parts/segments.tsx";

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"];

const forms = { curl: "curl", fetch: "fetch" } as const;

const nameOf = ({ key, app }: ShownEntry): string => key ?? app ?? "";

/** Keys that were pasted before; they are kept in the page's memory alone. */
const keysIn = ({ ui }: Page): Map<string, string> =>
  ui.keep("keys", () => new Map<string, string>());

/** Whether it was sent with a key that nobody has pasted yet: nobody is shown a whole key. */
export const needsKey = (page: Page, detail: ShownEntry): boolean =>
  detail.request.headers["authorization"] !== undefined &&
  (keysIn(page).get(nameOf(detail)) ?? "") === "";

/** Headers that are sent again as they were. */
const repeated = [
  "accept",
  "content-type",
  "revision",
  "idempotency-key",
  "x-emulator-test-id",
] as const;

/** Sends the request as the page can: with its headers, and the key that was pasted. */
export async function send(page: Page, detail: ShownEntry): Promise<void> {
  const { method, target, request } = detail;
  const headers = new Headers();
  for (const name of repeated) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const scheme = schemeOf(request.headers);
  if (scheme !== undefined)
    headers.set("authorization", `${scheme} ${keysIn(page).get(nameOf(detail)) ?? ""}`);
  const { body } = request;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await askService(target, {
    method,
    headers,
    ...(body !== undefined && { body: text }),
  });
  page.ui.notice.value = { text: `Sent: ${response.status}.`, isBad: false };
}

/** A request to change and to send, with what sends the same from elsewhere. */
export function SendForm({ detail, close }: { detail: ShownEntry; close: () => void }) {
  const page = usePage();
  const { headers, body } = detail.request;
  const [method, setMethod] = useState<string>(detail.method);
  const [target, setTarget] = useState(detail.target);
  const [text, setText] = useState(laidOut(body ?? ""));
  const [key, setKey] = useState(keysIn(page).get(nameOf(detail)) ?? "");
  const [form, setForm] = useState<keyof typeof forms>("curl");
  const request = { ...detail.request, body: text === "" ? undefined : text };
  const edited: ShownEntry = { ...detail, method, target, request };
  const masked = headers["authorization"];
  return (
    <Form
      class="form key-form"
      submit={() => {
        keysIn(page).set(nameOf(detail), key);
        close();
        void page.ui.perform({ command: "", run: () => send(page, edited) });
      }}
    >
      <div class="row2">
        <Choice label="" value={method} names={methods} change={setMethod} />
        <TextField class="grow" label="Path" isBare value={target} change={setTarget} />
      </div>
      {(body !== undefined || method !== "GET") && (
        <TextArea label="Body" value={text} change={setText} />
      )}
      {masked !== undefined && (
        <TextField
          label={[
            "The key ",
            <bdi class="mono">{masked}</bdi>,
            " in full. It stays in this page's memory.",
          ]}
          isSecret
          value={key}
          change={setKey}
        />
      )}
      <Segments label="Write it as" options={forms} value={form} choose={setForm} />
      <Body
        body={(form === "curl" ? curlOf : fetchOf)(edited, location.origin)}
        label="The request, written"
      />
      <button type="submit" class="btn main-act" disabled={masked !== undefined && key === ""}>
        Send
      </button>
    </Form>
  );
}
