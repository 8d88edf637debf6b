import type { NewSandboxView } from "../../control/sandboxes.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";

interface CreateValues extends ControlValues {
  readonly from?: string;
  readonly account?: string;
  readonly rateLimits?: string;
  readonly ttl?: string;
}

export async function createSandbox(values: CreateValues): Promise<void> {
  const { from, account, rateLimits, ttl } = values;
  const asked = { from, account, rateLimits, ttl };
  const made = await callControl<NewSandboxView>(values, "POST", "sandboxes", asked);
  print(values.json, made, ({ companyId, keys, token, url, expiresAt }) =>
    [
      `Company id  ${companyId}`,
      ...keys.map(({ name, key }) => `${name.padEnd(10)}  ${key}`),
      `Token       ${token}`,
      `Inspector   ${url}/#token=${token}`,
      `Expires     ${expiresAt}`,
    ].join("\n"),
  );
}

export async function resetSandbox(id: string, values: ControlValues): Promise<void> {
  await callControl(values, "POST", `sandboxes/${encodeURIComponent(id)}/reset`);
  print(values.json, { reset: id }, () => `${id} is as it began.`);
}

export async function removeSandbox(id: string, values: ControlValues): Promise<void> {
  await callControl(values, "DELETE", `sandboxes/${encodeURIComponent(id)}`);
  print(values.json, { removed: id }, () => `${id} is gone.`);
}
