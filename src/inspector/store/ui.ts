import { computed, signal } from "@preact/signals";
import { textOfProblem } from "../client/problem.ts";
import { keep, kept } from "./kept.ts";

/** What a key does, and what it is called beside it. */
export interface Key {
  readonly label: string;
  readonly run: () => void;
  /** Not named in the foot. */
  readonly isQuiet?: boolean;
}

export type Keys = Readonly<Record<string, Key>>;

/** What became of an act. */
export interface Notice {
  readonly text: string;
  readonly isBad: boolean;
}

/** Something that the page can do, and the command line that does the same. */
export interface Act {
  readonly command: string;
  readonly run: () => Promise<unknown> | unknown;
  /** What is said when it is done. */
  readonly done?: string;
}

const schemes = ["system", "light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

/** How narrow and how wide a side can be, in pixels. */
const [sideMin, sideMax, sideDefault] = [280, 900, 420] as const;

/** What the page itself has: which view is open, what its keys do, and what was said last. */
export class Ui {
  readonly #address = signal(readAddress());
  /** The view, and what of it, by the address: `live`, or `data` and a person. */
  readonly place = computed(() => this.#address.value.place);
  /** The command of the focused act. */
  readonly focused = signal<string | undefined>(undefined);
  /** The command of the view, as it stands. */
  readonly ofView = signal<string>("service-emulator requests list");
  readonly keys = signal<Keys>({});
  readonly notice = signal<Notice | undefined>(undefined);
  readonly isHelpOpen = signal(false);
  readonly hasKeys = signal(true);
  readonly scheme = signal<Scheme>("system");
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

  /** Gives a side this width. */
  widen(px: number): void {
    this.sidePx.value = Math.round(Math.min(sideMax, Math.max(sideMin, px)));
    keep("side", String(this.sidePx.value));
  }

  /** The next of light, dark and what the system says. */
  turnScheme(): void {
    const next = schemes[(schemes.indexOf(this.scheme.peek()) + 1) % schemes.length] ?? "system";
    keep("scheme", next === "system" ? "" : next);
    this.#showIn(next);
  }

  #showIn(scheme: Scheme): void {
    this.scheme.value = scheme;
    if (scheme === "system") delete document.documentElement.dataset["scheme"];
    else document.documentElement.dataset["scheme"] = scheme;
  }

  /** Does something, and says what became of it. */
  async perform({ run, done }: Act): Promise<boolean> {
    try {
      await run();
      if (done !== undefined) this.notice.value = { text: done, isBad: false };
      return true;
    } catch (error) {
      this.notice.value = {
        text: textOfProblem(error),
        isBad: true,
      };
      return false;
    }
  }

  /** Copies a text to paste elsewhere. */
  async copy(text: string, what: string): Promise<void> {
    await this.perform({
      command: "",
      run: () => {
        if (!isSecureContext) throw new Error("The browser copies only over TLS or on loopback.");
        return navigator.clipboard.writeText(text);
      },
      done: `Copied ${what}.`,
    });
  }

  /** The command line to copy: of the focused act, else of the view. */
  get command(): string {
    return this.focused.value ?? this.ofView.value;
  }
}

/** Where a place of the page is. */
export const hrefOf = (...place: readonly string[]): string =>
  `#/${place.map(encodeURIComponent).join("/")}`;

const queryOf = (asked: URLSearchParams): string => (asked.size === 0 ? "" : `?${asked}`);

/** What the address says: a place of the page, and how it is shown. */
function readAddress() {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [view = "live", ...rest] = path.split("/").filter(Boolean);
  return { place: [view, ...rest].map(decoded), asked: new URLSearchParams(query) };
}

/** What is no encoding stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
