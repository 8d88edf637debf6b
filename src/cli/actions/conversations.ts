import { callControl, type ControlValues } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";

export async function inbound(id: string, text: string, values: ControlValues): Promise<void> {
  const path = `conversations/${encodeURIComponent(id)}/inbound`;
  const answer = await callControl<object>(values, "POST", path, { text });
  print(values.json, answer, () => "Written.");
}
