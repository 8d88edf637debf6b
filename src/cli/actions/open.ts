import { spawn } from "node:child_process";
import { Failure, print, screenWidth } from "../terminal/terminal.ts";
import { theOne, type Which } from "./running.ts";

interface OpenValues extends Which {
  /** The result of an exploration, or its output folder. */
  readonly explore?: string;
}

/** Prints where the inspector is. Where somebody sits at a screen, it is opened, too. @param file a saved session */
export async function openInspector(file: string | undefined, values: OpenValues): Promise<void> {
  const { explore, ...which } = values;
  if (file !== undefined) {
    if (explore !== undefined)
      throw new Failure("--explore is for a running emulator: leave it out", 2);
    const { serveSaved } = await import("./saved.ts");
    const { url, until } = await serveSaved(file, which.port);
    show(`${url}/`, which);
    return until();
  }
  const { url: base } = theOne(which);
  if (explore !== undefined) await showExplored(base, explore);
  // A browser goes to no address that means all of them.
  const origin = base.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
  show(`${origin}/${explore === undefined ? "" : "#/explore"}`, which);
}

function show(url: string, { json }: Which): void {
  print(json, { url }, () => url);
  const opener = json || screenWidth() === undefined ? undefined : openerHere();
  if (opener === undefined) return;
  const [file = "", ...args] = opener;
  const child = spawn(file, [...args, url], { stdio: "ignore", detached: true });
  // The URL is printed: whoever has no browser opens it elsewhere.
  child.once("error", () => {});
  child.unref();
}

/** Gives an emulator the result of an exploration, which the inspector shows from then on. */
async function showExplored(url: string, path: string): Promise<void> {
  const { foundFileOf, readFoundFile } = await import("../card/found-files.ts");
  const { callControl } = await import("../process/control-client.ts");
  await callControl({ url }, "POST", "explore", readFoundFile(foundFileOf(path)));
}

/** What opens a URL in the browser; undefined: there is no screen for one. */
function openerHere(): readonly string[] | undefined {
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["explorer.exe"];
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return DISPLAY || WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}
