import { computed, signal } from "@preact/signals";
import { textOfProblem } from "../client/control.ts";
import { orItself } from "../client/schema.ts";

type Key = { readonly label: string; readonly run: () => void; readonly isQuiet?: boolean };

export type Keys = Readonly<Record<string, Key>>;

/** Something that the page can do, and the command line that does the same. */
export interface Act {
  readonly command: string;
  readonly run: () => Promise<unknown> | unknown;
  readonly done?: string;
}

const schemes = ["system", "light", "dark"] as const;

const [sideMin, sideMax, sideDefault] = [280, 900, 420] as const;

/** What the page itself has: which view is open, what its keys do, and what was said last. */
export class Ui {
  readonly #address = signal(readAddress());
  /** The view, and what of it, by the address: `live`, or `data` and a person. */
  readonly place = computed(() => this.#address.value.place);
  readonly focused = signal<string | undefined>(undefined);
  readonly ofView = signal("service-emulator requests list");
  /** The command line to copy: of the focused act, else of the view. */
  readonly command = computed(() => this.focused.value ?? this.ofView.value);
  readonly keys = signal<Keys>({});
  readonly notice = signal<{ text: string; isBad: boolean } | undefined>(undefined);
  readonly isHelpOpen = signal(false);
  readonly hasKeys = signal(true);
  readonly scheme = signal<(typeof schemes)[number]>("system");
  readonly sidePx = signal(Number(kept("side") ?? sideDefault));

  readonly #kept = new Map<string, unknown>();

  constructor() {
    this.#showIn(schemes.find((each) => each === kept("scheme")) ?? "system");
    addEventListener("hashchange", () => {
      const [before, now] = [this.#address.peek(), readAddress()];
      this.#address.value = now;
      if (before.place.join("/") !== now.place.join("/")) this.focused.value = undefined;
    });
  }

  /** What a view has of its own: it is there again when the view is. */
  keep<T>(name: string, make: () => T): T {
    if (!this.#kept.has(name)) this.#kept.set(name, make());
    return this.#kept.get(name) as T;
  }

  /** Opens a view, or something in it: what was asked of it stays asked. */
  go(...place: readonly string[]): void {
    const { place: from, asked } = this.#address.peek();
    const stays = from[0] === place[0] && (from[0] !== "data" || from[1] === place[1]);
    location.hash = hrefOf(...place) + (stays ? queryOf(asked) : "");
  }

  /** What the address says of how a view is shown, such as its filter `q`. */
  asked(name: string): string {
    return this.#address.value.asked.get(name) ?? "";
  }

  /** Says it in the address; empty: takes it out. */
  ask(name: string, value: string): void {
    const { place, asked } = this.#address.peek();
    const others = [...asked].filter(([each]) => each !== name);
    const next = new URLSearchParams(value === "" ? others : [...others, [name, value]]);
    history.replaceState(null, "", hrefOf(...place) + queryOf(next));
    this.#address.value = readAddress();
  }

  widen(px: number): void {
    this.sidePx.value = Math.round(Math.min(sideMax, Math.max(sideMin, px)));
    keep("side", String(this.sidePx.value));
  }

  turnScheme(): void {
    const next = schemes[(schemes.indexOf(this.scheme.peek()) + 1) % schemes.length] ?? "system";
    keep("scheme", next === "system" ? "" : next);
    this.#showIn(next);
  }

  #showIn(scheme: (typeof schemes)[number]): void {
    this.scheme.value = scheme;
    if (scheme === "system") delete document.documentElement.dataset["scheme"];
    else document.documentElement.dataset["scheme"] = scheme;
  }

  async perform({ run, done }: Pick<Act, "run" | "done">): Promise<boolean> {
    try {
      await run();
      if (done !== undefined) this.notice.value = { text: done, isBad: false };
      return true;
    } catch (error) {
      this.notice.value = { text: textOfProblem(error), isBad: true };
      return false;
    }
  }

  async copy(text: string, what: string): Promise<void> {
    const run = (): Promise<void> => {
      if (!isSecureContext) throw new Error("The browser copies only over TLS or on loopback.");
      return navigator.clipboard.writeText(text);
    };
    await this.perform({ run, done: `Copied ${what}.` });
  }
}

export const hrefOf = (...place: readonly string[]): string =>
  `#/${place.map(encodeURIComponent).join("/")}`;

const queryOf = (asked: URLSearchParams): string => (asked.size === 0 ? "" : `?${asked}`);

/** What the address says: a place of the page, and how it is shown. What is no encoding stands for itself. */
function readAddress() {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [view = "live", ...rest] = path.split("/").filter(Boolean);
  const place = [view, ...rest].map((part) => orItself(decodeURIComponent, part));
  return { place, asked: new URLSearchParams(query) };
}

/** How the page looks outlives a reload in this browser, and what of the emulator is looked at in this tab. */
function inStorage<T>(name: string, use: (storage: Storage) => T): T | undefined {
  try {
    return use(name === "account" ? sessionStorage : localStorage);
  } catch {
    // A browser may keep nothing for a page: then it holds until that is gone.
    return undefined;
  }
}

export const kept = (name: string): string | undefined =>
  inStorage(name, (storage) => storage.getItem(name)) ?? undefined;

/** Keeps a text; an empty one is forgotten. */
export const keep = (name: string, text: string): void =>
  inStorage(name, (here) => (text === "" ? here.removeItem(name) : here.setItem(name, text)));
