import type {
  ApiDocument,
  Clock,
  DryRun,
  Entry,
  EntryDetail,
  FaultInput,
  FaultView,
  Health,
  Limits,
  Operation,
  Schema,
} from "./answers.ts";
import type { Card, ReceiverCard } from "./card.ts";
import type { Exploration } from "./explored.ts";
import type {
  Delivery,
  Difference,
  Mail,
  MailDetail,
  Membership,
  Named,
  Records,
  Revision,
  ScenarioRun,
  Snapshot,
  WholeDelivery,
  Work,
} from "./stored.ts";
import { readEvents } from "./events.ts";
import type { Happening } from "./happenings.ts";
import { queryOf, Transport } from "./transport.ts";

/** The control API, as the page uses it: a method for each call. */
export class Control {
  readonly #transport = new Transport();

  /** Sends this control token with every call from now on. */
  useToken(token: string): void {
    this.#transport.useToken(token);
  }

  health = (): Promise<Health> => this.#get("/health");
  clock = (account?: string): Promise<Clock> => this.#get(`/clock${queryOf({ account })}`);
  limits = (): Promise<Limits> => this.#get("/limits");
  request = (id: string): Promise<EntryDetail> => this.#get(`/requests/${encodeURIComponent(id)}`);
  /** @param calls all: with those that went well */
  report = (calls?: "all"): Promise<Card> =>
    this.#get(`/report${queryOf({ running: "true", calls })}`);

  /** The shape of a fault, as the document of the control API has it. */
  async faultSchema(): Promise<Schema> {
    const document = await this.#get<ApiDocument>("/openapi.json");
    const { content } = document.paths["/_emulator/faults"]?.post?.requestBody ?? {};
    return content?.["application/json"].schema ?? {};
  }

  /** All stages, in order. */
  async stages() {
    return (await this.#get<{ stages: { readonly name: string }[] }>("/stages")).stages;
  }

  async requests(): Promise<readonly Entry[]> {
    return (await this.#get<{ requests: Entry[] }>("/requests")).requests;
  }

  async faults(): Promise<readonly FaultView[]> {
    return (await this.#get<{ faults: FaultView[] }>("/faults")).faults;
  }

  /** The records of a collection, as `state show` lists them. */
  records = <R>(
    collection: string,
    query: Readonly<Record<string, string | number | undefined>> = {},
  ) => this.#get<Records<R>>(`/state/${encodeURIComponent(collection)}${queryOf(query)}`);

  /** How many records of each kind there are. */
  counts = (account: string | undefined): Promise<{ counts: Readonly<Record<string, number>> }> =>
    this.#get(`/state${queryOf({ account })}`);

  async outbox(query: Readonly<Record<string, string | number | undefined>> = {}) {
    return (await this.#get<{ messages: Mail[] }>(`/outbox${queryOf(query)}`)).messages;
  }

  /** Who is in which list or segment. */
  async memberships(account: string | undefined): Promise<readonly Membership[]> {
    return (await this.records<Membership>("memberships", { account, limit: 10_000 })).records;
  }

  /** The records of a collection that have names. */
  async named(collection: string, account: string | undefined): Promise<readonly Named[]> {
    return (await this.records<Named>(collection, { account, limit: 1000 })).records;
  }

  async snapshots(): Promise<readonly Snapshot[]> {
    return (await this.#get<{ snapshots: Snapshot[] }>("/snapshots")).snapshots;
  }

  mail = (id: string): Promise<MailDetail> => this.#get(`/outbox/${encodeURIComponent(id)}`);
  followLink = (url: string): Promise<unknown> => this.#follow(new URL(url).pathname);
  receivers = (): Promise<ReceiverCard> => this.#get("/report?of=receivers");
  redeliver = (id: string): Promise<unknown> =>
    this.#send("POST", `/deliveries/${encodeURIComponent(id)}/redeliver`);
  trigger = (topic: string): Promise<unknown> => this.#send("POST", "/trigger", { topic });

  async deliveries(account: string | undefined): Promise<readonly Delivery[]> {
    const path = `/deliveries${queryOf({ account, limit: 500 })}`;
    return (await this.#get<{ deliveries: Delivery[] }>(path)).deliveries;
  }

  /** @param attempt its number, from 1 */
  delivery = (id: string, attempt: number): Promise<WholeDelivery> =>
    this.#get(`/deliveries/${encodeURIComponent(id)}${queryOf({ attempt })}`);

  async scenarios(): Promise<readonly ScenarioRun[]> {
    return (await this.#get<{ scenarios: ScenarioRun[] }>("/scenarios")).scenarios;
  }

  exploration = (): Promise<Exploration> => this.#get("/explore");

  /** Shows the result of another exploration: the text of its explore.json. */
  async showExplored(text: string): Promise<void> {
    let found: unknown;
    try {
      found = JSON.parse(text);
    } catch {
      throw new Error("This file is no explore.json: it is no JSON.");
    }
    await this.#send("POST", "/explore", found);
  }

  async revisions(): Promise<readonly Revision[]> {
    return (await this.#get<{ revisions: Revision[] }>("/revisions")).revisions;
  }

  takeSnapshot = (name: string): Promise<unknown> => this.#send("POST", "/snapshots", { name });
  restoreSnapshot = (name: string): Promise<unknown> =>
    this.#send("POST", `/snapshots/${encodeURIComponent(name)}/restore`);
  removeSnapshot = (name: string): Promise<void> =>
    this.#send("DELETE", `/snapshots/${encodeURIComponent(name)}`);
  difference = (from: string, to: string): Promise<Difference> =>
    this.#get(`/snapshots/${encodeURIComponent(from)}/diff/${encodeURIComponent(to)}`);

  /** What is planned, the soonest first. */
  works = (account: string | undefined): Promise<Records<Work>> =>
    this.records("works", { account, limit: 1000 });

  async operations(): Promise<readonly Operation[]> {
    return (await this.#get<{ operations: Operation[] }>("/operations")).operations;
  }

  addFault = (fault: FaultInput): Promise<FaultView> => this.#send("POST", "/faults", fault);
  tryFault = (fault: FaultInput): Promise<DryRun> => this.#send("POST", "/faults/dry-run", fault);
  turnFault = (id: string, on: boolean): Promise<FaultView> =>
    this.#send("PATCH", `/faults/${encodeURIComponent(id)}`, { on });
  removeFault = (id: string): Promise<void> =>
    this.#send("DELETE", `/faults/${encodeURIComponent(id)}`);
  setLimits = (limits: object): Promise<Limits> => this.#send("PUT", "/limits", limits);
  reset = (only: readonly string[]): Promise<unknown> => this.#send("POST", "/reset", { only });
  setClock = (clock: object, account?: string): Promise<Clock> =>
    this.#send("PUT", `/clock${queryOf({ account })}`, clock);
  advance = (by: string, account?: string): Promise<Clock> =>
    this.#send("POST", `/clock/advance${queryOf({ account })}`, { by });
  resume = (account?: string): Promise<Clock> =>
    this.#send("POST", `/clock/resume${queryOf({ account })}`);

  /**
   * Reads the stream until it ends.
   *
   * @param since the number of the last event that was read, and the epoch that it is of
   * @param hear hears of each event, with its number
   */
  async follow(
    since: { readonly number: string; readonly epoch: string } | undefined,
    hear: (happening: Happening, number: string | undefined) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const path = `/stream${queryOf({ epoch: since?.epoch })}`;
    const response = await this.#transport.stream(path, since?.number, signal);
    await readEvents(response, ({ id, name, data }) =>
      hear({ name, data: JSON.parse(data) } as Happening, id),
    );
  }

  /** Does what a link of a message says, and does not go where it leads. */
  async #follow(path: string): Promise<void> {
    const response = await fetch(path, { redirect: "manual", cache: "no-store" });
    await response.body?.cancel();
  }

  #get<T>(path: string): Promise<T> {
    return this.#transport.json("GET", path);
  }

  #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.#transport.json(method, path, body);
  }
}
