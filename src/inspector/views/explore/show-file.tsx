import { commandOf } from "../../client/commands.ts";
import { Icon } from "../../parts/icon.tsx";
import { usePage } from "../../parts/use-page.ts";

const command = commandOf("open", "--explore", "found/explore.json");

/** Chooses an explore.json of another run, such as one in CI, and shows it. */
export function ShowFile() {
  const { store, ui } = usePage();
  const focus = (on: boolean) => (): void => {
    ui.focused.value = on ? command : undefined;
  };
  return (
    <label
      class="btn small keep"
      title={command}
      onMouseEnter={focus(true)}
      onMouseLeave={focus(false)}
    >
      <Icon name="list" />
      Show an explore.json
      <input
        type="file"
        class="sr"
        accept=".json,application/json"
        onFocus={focus(true)}
        onBlur={focus(false)}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file === undefined) return;
          void ui.perform({
            command,
            run: async () => store.control.showExplored(await file.text()),
            done: `This is ${file.name}.`,
          });
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
