import { commandOf } from "../../client/commands.ts";
import { ActButton, useTold } from "../../parts/act-button.tsx";
import { usePage } from "../../parts/page.ts";
import { Icon } from "../../parts/signs.tsx";

const command = commandOf("open", "--explore", "found/explore.json");

/** What a file says. */
async function foundIn(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error("This file is no explore.json: it is no JSON.");
  }
}

/** Chooses an explore.json of another run, such as one in CI, and shows it. */
export function ShowFile() {
  const { store, ui } = usePage();
  if (store.saved !== undefined) return null;
  return (
    <label class="btn small keep" {...useTold(command)}>
      <Icon name="list" />
      Show an explore.json
      <input
        type="file"
        class="sr"
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file === undefined) return;
          void ui.perform({
            command,
            run: async () => store.control.call("POST /explore", {}, await foundIn(file)),
            done: `This is ${file.name}.`,
          });
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}

/** Goes back to what was explored before one defect was run again. */
export function ShowWhole() {
  const { store, ui } = usePage();
  const whole = ui.keep<{ of?: unknown }>("whole exploration", () => ({}));
  if (whole.of == null) return null;
  const back = async (): Promise<void> => {
    await store.control.call("POST /explore", {}, whole.of);
    delete whole.of;
  };
  return <ActButton isSmall act={{ command, run: back }} text="Show the whole exploration" />;
}
