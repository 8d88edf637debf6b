/** One server-sent event: its number, and its data as it was sent. */
export interface ServerEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: string;
}

/** Cuts a stream of text into server-sent events; what is cut in the middle waits for the rest. */
class EventCutter {
  #rest = "";

  /** @returns the events that are whole with this text */
  take(text: string): ServerEvent[] {
    const blocks = (this.#rest + text).split("\n\n");
    this.#rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => readEvent(block) ?? []);
  }
}

/** Undefined: a comment, which keeps the connection open. */
function readEvent(block: string): ServerEvent | undefined {
  let id: string | undefined;
  let name = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, value = ""] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (field === "id") id = value;
    if (field === "event") name = value;
    if (field === "data") data.push(value);
  }
  return data.length === 0 ? undefined : { id, name, data: data.join("\n") };
}

/** Hands on each event of a response until it ends. */
export async function readEvents(
  response: Response,
  hear: (event: ServerEvent) => void,
): Promise<void> {
  const cutter = new EventCutter();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    for (const event of cutter.take(next.value)) hear(event);
  }
}
