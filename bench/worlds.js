import { bootFrom } from "./boot.js";
import { bundle, importFile } from "./bundle.js";
import { progress } from "./progress.js";

/** Emulators without a socket, with as much in them as a measurement asks for. */

/** @typedef {import("./inside.ts").Inside} Inside */
/** @typedef {{ readonly inside: Inside, readonly seconds: number }} World */

/** Events for each profile: as many people more as events, so that a person has as many of them. */
export const eventsPerProfile = 10;

/** @type {Promise<typeof import("./inside.ts")> | undefined} */
let module;

/** The bundled emulator. @returns {Promise<string>} */
export async function insideFile() {
  const { inside } = await bundle({ inside: "bench/inside.ts" });
  return inside ?? "";
}

/** @returns {Promise<typeof import("./inside.ts")>} */
const insideModule = async () => importFile(await insideFile());

/** @type {Map<number, Promise<World>>} */
const known = new Map();

/** The world with this many events; made once, since the large ones take a while. @param {number} events @returns {Promise<World>} */
export function worldOf(events) {
  const found = known.get(events) ?? boot(events / eventsPerProfile, events);
  known.set(events, found);
  return found;
}

/**
 * @param {number} profiles
 * @param {number} events
 * @param {object} [more] what else its fixture says
 * @returns {Promise<World>}
 */
export async function boot(profiles, events, more = {}) {
  progress(`planting ${profiles} profiles and ${events} events`);
  module ??= insideModule();
  return bootFrom(await module, profiles, events, more);
}

/** As people read it. @param {number} count */
export const counted = (count) => count.toLocaleString("en");
