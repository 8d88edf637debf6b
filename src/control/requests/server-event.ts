/** A server-sent event: its name, its number and its data, as JSON. */
export class ServerEvent {
  /** As it is sent. */
  readonly text: string;

  constructor(data: unknown, { name, id }: { readonly name?: string; readonly id?: number } = {}) {
    const number = id === undefined ? "" : `id: ${id}\n`;
    const named = name === undefined ? "" : `event: ${name}\n`;
    this.text = `${number}${named}data: ${JSON.stringify(data)}\n\n`;
  }
}

/** That events are missing. @param count null: it is not known how many */
export const missedEvent = (count: number | null): ServerEvent =>
  new ServerEvent({ missed: count }, { name: "missed" });
