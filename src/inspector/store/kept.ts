/** How the page looks outlives a reload in this browser, and what of the emulator is looked at in this tab. */
const placeOf = (name: string): Storage => (name === "account" ? sessionStorage : localStorage);

/** What was kept. */
export function kept(name: string): string | undefined {
  try {
    return placeOf(name).getItem(name) ?? undefined;
  } catch {
    // A browser may keep nothing for a page.
    return undefined;
  }
}

/** Keeps a text; an empty one is forgotten. */
export function keep(name: string, text: string): void {
  try {
    if (text === "") placeOf(name).removeItem(name);
    else placeOf(name).setItem(name, text);
  } catch {
    // Then it holds until the page is gone.
  }
}
