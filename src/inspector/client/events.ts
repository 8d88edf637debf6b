import type { Happenings } from "../../control/requests/feed-events.ts";
import type { Hello } from "../../control/requests/stream.ts";

/** What the stream tells of, by the name of the event. */
interface StreamEvents extends Happenings {
  readonly hello: Hello;
  /** Events that are not there any more; null: it is not known how many. */
  readonly missed: { readonly missed: number | null };
}

/** One event, by its name. */
export type Happening = {
  readonly [Name in keyof StreamEvents]: { readonly name: Name; readonly data: StreamEvents[Name] };
}[keyof StreamEvents];

/** Hands on each event of a response until it ends, with its number; what is cut in the middle waits for the rest. */
export async function readHappenings(
  response: Response,
  hear: (happening: Happening, number: string | undefined) => void,
): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    const blocks = (rest + next.value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n").map((line) => /^([a-z]+): ?(.*)$/.exec(line)?.slice(1) ?? []);
      const { id, event, data } = Object.fromEntries(lines) as Readonly<Record<string, string>>;
      // Without data it is a comment, which keeps the connection open.
      if (data !== undefined) hear({ name: event, data: JSON.parse(data) } as Happening, id);
    }
  }
}
