import type { RevisionChangeInput, RevisionState, RevisionsView } from "../../control/revisions.ts";
import { callControl, type ControlValues, flagsOf } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";
import { jsonOrText, membersOf } from "../options/values.ts";

export async function changeRevision(
  revision: string,
  change: { [Name in keyof RevisionChangeInput]?: unknown },
  values: ControlValues,
): Promise<void> {
  printState(values, await call(values, "PATCH", revision, change));
}

export async function addRevision(revision: string, values: ControlValues): Promise<void> {
  printState(values, await callControl<RevisionState>(values, "POST", "revisions", { revision }));
}

interface PatchValues extends ControlValues {
  readonly add?: Readonly<Record<string, string>>;
}

export async function patchRevision(revision: string, values: PatchValues): Promise<void> {
  const { add, ...patch } = flagsOf(values);
  const added = add && { add: membersOf(add, jsonOrText) };
  printState(values, await call(values, "PATCH", revision, { patches: [{ ...patch, ...added }] }));
}

export async function setDefault(missing: string, values: ControlValues): Promise<void> {
  const view = await callControl<RevisionsView>(values, "PUT", "revisions/default", { missing });
  print(values.json, view, () => `Without a revision header: ${missing}.`);
}

export async function clearRevisions(values: ControlValues): Promise<void> {
  await callControl(values, "DELETE", "revisions");
  print(values.json, { cleared: true }, () => "The revisions are as they were.");
}

const call = (values: ControlValues, method: string, revision: string, body: unknown) =>
  callControl<RevisionState>(values, method, `revisions/${encodeURIComponent(revision)}`, body);

function printState({ json }: ControlValues, state: RevisionState): void {
  print(json, state, ({ revision, status, sunset, retiresAt, whenRetired, patches }) =>
    [
      `${revision} is ${status}`,
      ...(sunset === null ? [] : [`sunset ${sunset}`]),
      ...(retiresAt === null || status === "retired" ? [] : [`retires ${retiresAt}`]),
      ...(retiresAt === null ? [] : [whenRetired === "gone" ? "then 410" : "then falls forward"]),
      ...(patches.length === 0 ? [] : [`${patches.length} patched`]),
    ].join(", "),
  );
}
