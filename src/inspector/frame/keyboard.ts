import type { Ui } from "../store/ui.ts";
import type { View } from "./view.ts";

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select") ||
    target.isContentEditable);

/** What presses a control itself is not taken from it. */
const isPress = (target: EventTarget | null, key: string): boolean =>
  (key === "Enter" || key === " ") &&
  target instanceof HTMLElement &&
  target.matches("button, a, summary, input, [role=switch], [role=radio]");

/** Listens to single keys: those of every view, then those of the one that is open. */
export function listenToKeys(ui: Ui, views: readonly View[]): void {
  const found = { isGoing: false };
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || ui.isHelpOpen.peek()) return;
    if (key === "Escape" && isField(target)) (target as HTMLElement).blur();
    if (isField(target) || isPress(target, key)) return;
    if (!ui.hasKeys.peek() && key.length === 1) return;
    const { isGoing } = found;
    found.isGoing = false;
    const view = isGoing ? views.find(({ letter }) => letter === key) : undefined;
    if (view !== undefined) ui.go(view.id);
    else if (key === "g") found.isGoing = true;
    else if (key === "?") ui.isHelpOpen.value = true;
    else if (key === "y") void ui.copy(ui.command, "the command");
    else if (key === "/") document.querySelector<HTMLElement>("[data-filter]")?.focus();
    else if (ui.keys.peek()[key] !== undefined) ui.keys.peek()[key]?.run();
    else return;
    event.preventDefault();
  });
}
