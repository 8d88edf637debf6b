export type BrowserName = "Chromium" | "Firefox";
export function findBrowser(
  browser: BrowserName,
  env?: Readonly<Record<string, string | undefined>>,
): string | undefined;
export function needs(browser: BrowserName): string;
export function howToHave(browser: BrowserName): string;
