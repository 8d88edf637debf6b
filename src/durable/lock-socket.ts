import { once } from "node:events";
import { closeSync, constants, lstatSync, openSync, readdirSync, renameSync } from "node:fs";
import { rmSync, statfsSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { type PidSpace, startOf } from "./process-state.ts";

export type SocketHolder = { readonly pid: number; readonly namespace: string };

/** The longest address of a socket; what is longer is cut in silence by some systems. */
export const addressBytesMax = 103;

/** File systems of several machines: NFS, SMB (three), 9P, FUSE, AFS, Ceph, Lustre, GFS2, OCFS2 and VirtualBox. */
const sharedTypes = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x01021997, 0x65735546, 0x5346414f, 0x00c36400,
  0x0bd00bd0, 0x01161970, 0x7461636f, 0x786f4256,
]);

const namePattern = /^lock-(\d*)-(\d+)-\d*-\d+\.sock$/;

/**
 * The part of a folder's lock that holds across PID namespaces and mount points: a Unix socket in
 * the folder. Whether its owner lives, the kernel knows. Every contender puts its own there first,
 * and has the folder only if no other lives: of two that come at once, at least one sees the
 * other. The name of a killed process is never used again, so its socket can be removed.
 */
export class LockSocket {
  readonly #pathOf: (name: string) => string;
  readonly #close: () => void;
  readonly #name: string;
  #server: Server | undefined;
  #isBarred = false;

  static in(folder: string, space: PidSpace): LockSocket | undefined {
    const { platform } = process;
    if (platform === "win32") return undefined;
    if (platform === "linux" && sharedTypes.has(statfsSync(folder).type)) return undefined;
    const handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    // However long the folder's path is, this one is short.
    const path = platform === "linux" ? `/proc/self/fd/${handle}` : folder;
    const made = new LockSocket(path, handle, space);
    if (Buffer.byteLength(made.#pathOf(draftOf(made.#name))) <= addressBytesMax) return made;
    closeSync(handle);
    return undefined;
  }

  private constructor(folder: string, handle: number, { namespace }: PidSpace) {
    this.#pathOf = (name) => join(folder, name);
    this.#close = () => closeSync(handle);
    // The handle is open as long as the socket: no two of one process have the same name.
    const started = startOf(process.pid) ?? "";
    this.#name = `lock-${namespace}-${process.pid}-${started}-${handle}.sock`;
  }

  get isThere(): boolean {
    return this.#server !== undefined;
  }

  /** Tries to have the folder alone, or looks where no socket can be made. @returns who lives there, if another does */
  async take(): Promise<SocketHolder | undefined> {
    for (;;) {
      const { living, dead, own } = await this.#look();
      const [other] = living;
      if (other !== undefined) {
        // Of two that are new, one goes, and the other stays until that has gone.
        if (living.some((name) => name < this.#name)) this.#withdraw();
        return holderOf(other);
      }
      // Somebody took it for the dead one of a process that was here before.
      if (this.isThere && !own) this.#withdraw();
      if (this.isThere || this.#isBarred) {
        for (const name of dead) rmSync(this.#pathOf(name), { force: true });
        return undefined;
      }
      await this.#announce();
    }
  }

  free(): void {
    this.#withdraw();
    this.#close();
  }

  /** The sockets of others, and whether its own is in the folder. */
  async #look() {
    const names = readdirSync(this.#pathOf("."));
    const own = names.includes(this.#name);
    const [living, dead]: [string[], string[]] = [[], []];
    for (const name of names) {
      if (!namePattern.test(name) || name === this.#name) continue;
      // Each is asked: Deno's list of a folder does not know sockets.
      if (lstatSync(this.#pathOf(name), { throwIfNoEntry: false })?.isSocket() !== true) continue;
      const found = await stateOf(this.#pathOf(name));
      if (found === "living") living.push(name);
      if (found === "dead") dead.push(name);
    }
    return { living, dead, own };
  }

  /** It appears under its name only when it can be connected to: before, it would look like a dead one. */
  async #announce(): Promise<void> {
    const draft = this.#pathOf(draftOf(this.#name));
    const server = createServer((socket) => socket.destroy());
    try {
      server.listen({ path: draft, exclusive: true });
      await once(server, "listening");
      if ((await stateOf(draft)) !== "living") throw new Error("nothing can be connected to here");
      renameSync(draft, this.#pathOf(this.#name));
    } catch (error) {
      server.close();
      // An owner has cleared the draft away, and is there itself.
      this.#isBarred = (error as NodeJS.ErrnoException).syscall !== "rename";
      return;
    }
    server.on("error", () => {});
    server.unref();
    this.#server = server;
  }

  #withdraw(): void {
    if (this.#server === undefined) return;
    rmSync(this.#pathOf(this.#name), { force: true });
    this.#server.close();
    this.#server = undefined;
  }
}

/** A name that is cleared away with what else is left of a start that was broken off. */
const draftOf = (name: string): string => name.replace(/^lock-(.*)\.sock$/, "lock.$1");

function holderOf(name: string): SocketHolder {
  const [, namespace = "", pid = "0"] = namePattern.exec(name) ?? [];
  return { pid: Number(pid), namespace };
}

/** Whether a process listens there. One that may not be asked, or has no time now, lives. */
async function stateOf(path: string): Promise<"living" | "dead" | "gone"> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return "living";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return "gone";
    return code === "ECONNREFUSED" ? "dead" : "living";
  } finally {
    socket.destroy();
  }
}
