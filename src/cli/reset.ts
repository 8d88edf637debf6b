import { callControl, type ControlValues } from "./control-client.ts";
import { print } from "./print.ts";

export async function reset(values: ControlValues & { only?: readonly string[] }): Promise<void> {
  const { only } = values;
  const done = await callControl(values, "POST", "reset", only === undefined ? {} : { only });
  const what =
    only === undefined ? "The seeded world is back." : `As seeded again: ${only.join(", ")}.`;
  print(values.json, done, () => what);
}
