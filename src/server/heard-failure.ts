import { channel } from "node:diagnostics_channel";
import type { RequestListener, Server } from "node:http";

/**
 * Waits for what opens a port, and hears when the port cannot be opened. listhen asks whether a port is free, and then
 * listens without hearing an error: it would come uncaught where another process took the port in between.
 *
 * @param handler by which the server is known that is about to listen
 * @throws Node's error, with its code
 */
export async function hearingFailure<Opened>(
  handler: RequestListener,
  open: () => Promise<Opened>,
): Promise<Opened> {
  const begun = channel("tracing:net.server.listen:asyncStart");
  let forget = () => {};
  const failed = new Promise<never>((_, reject) => {
    const hear = (message: unknown) => {
      const { server } = message as { server: Server };
      if (!server.listeners("request").includes(handler)) return;
      server.once("error", reject);
      server.once("listening", () => server.off("error", reject));
    };
    begun.subscribe(hear);
    forget = () => void begun.unsubscribe(hear);
  });
  try {
    return await Promise.race([open(), failed]);
  } finally {
    forget();
  }
}
