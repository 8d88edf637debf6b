/** What outlives a reload in this browser: how the page looks, and nothing of the emulator. */
export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    // A browser may keep nothing for a page.
    return undefined;
  }
}

/** Keeps a text; an empty one is forgotten. */
export function keep(name: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Then it holds until the page is gone.
  }
}
