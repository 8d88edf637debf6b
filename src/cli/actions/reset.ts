import { callControl, type ControlValues } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";

interface ResetValues extends ControlValues {
  readonly only?: readonly string[];
  readonly all?: boolean;
}

export async function reset(values: ResetValues): Promise<void> {
  const { only, all } = values;
  const done = await callControl(values, "POST", "reset", { only, all });
  const what =
    only === undefined ? "The seeded world is back." : `As seeded again: ${only.join(", ")}.`;
  print(values.json, done, () => what);
}
