import { signal } from "@preact/signals";

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

/** What the page itself has: which view is open, what its keys do, and what was said last. */
export class Ui {
  /** The view, and what of it, by the address: `live`, or `data` and a person. */
  readonly place = signal<readonly string[]>(readPlace());
  /** The command of the focused act. */
  readonly focused = signal<string | undefined>(undefined);
  /** The command of the view, as it stands. */
  readonly ofView = signal<string>("service-emulator requests list");
  readonly keys = signal<Keys>({});
  readonly notice = signal<Notice | undefined>(undefined);
  readonly isHelpOpen = signal(false);
  readonly hasKeys = signal(true);
  readonly scheme = signal<Scheme>("system");

  readonly #kept = new Map<string, unknown>();

  constructor() {
    addEventListener("hashchange", () => {
      this.place.value = readPlace();
      this.focused.value = undefined;
    });
  }

  /** What a view has of its own: it is there again when the view is. */
  keep<T>(name: string, make: () => T): T {
    if (!this.#kept.has(name)) this.#kept.set(name, make());
    return this.#kept.get(name) as T;
  }

  /** Opens a view, or something in it. */
  go(...place: readonly string[]): void {
    location.hash = hrefOf(...place);
  }

  /** The next of light, dark and what the system says. */
  turnScheme(): void {
    const next = schemes[(schemes.indexOf(this.scheme.peek()) + 1) % schemes.length] ?? "system";
    this.scheme.value = next;
    if (next === "system") delete document.documentElement.dataset["scheme"];
    else document.documentElement.dataset["scheme"] = next;
  }

  /** Does something, and says what became of it. */
  async perform({ run, done }: Act): Promise<boolean> {
    try {
      await run();
      if (done !== undefined) this.notice.value = { text: done, isBad: false };
      return true;
    } catch (error) {
      this.notice.value = {
        text: error instanceof Error ? error.message : String(error),
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

function readPlace(): readonly string[] {
  const [view = "live", ...rest] = location.hash.replace(/^#\/?/, "").split("/").filter(Boolean);
  return [view, ...rest].map(decodeURIComponent);
}
