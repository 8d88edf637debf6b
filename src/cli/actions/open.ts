import { spawn } from "node:child_process";
import { print } from "../terminal/print.ts";
import { screenWidth } from "../terminal/terminal.ts";
import { theOne, type Which } from "./running.ts";

/** Prints where the inspector is. Where somebody sits at a screen, it is opened, too. */
export function openInspector(which: Which): void {
  // A browser goes to no address that means all of them.
  const url = `${theOne(which).url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")}/`;
  print(which.json, { url }, () => url);
  const opener = which.json || screenWidth() === undefined ? undefined : openerHere();
  if (opener === undefined) return;
  const [file = "", ...args] = opener;
  const child = spawn(file, [...args, url], { stdio: "ignore", detached: true });
  // The URL is printed: whoever has no browser opens it elsewhere.
  child.once("error", () => {});
  child.unref();
}

/** What opens a URL in the browser; undefined: there is no screen for one. */
function openerHere(): readonly string[] | undefined {
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["explorer.exe"];
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return DISPLAY || WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}
