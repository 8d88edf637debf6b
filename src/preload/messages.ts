/** In which folder a process of a command finds the channel, and what had been skipped before it began. */
export const channelVariable = "SERVICE_EMULATOR_CHANNEL";

export const socketIn = (folder: string, windows: boolean): string =>
  windows ? `\\\\.\\pipe\\${folder.split(/[\\/]/).at(-1)}` : `${folder}/socket`;

/** The file in which what was skipped stands: milliseconds, as a number of eight bytes. */
export const skippedFileIn = (folder: string): string => `${folder}/skipped`;

export interface Hello {
  readonly pid: number;
  readonly parent: number;
  readonly thread: number;
  readonly name: string;
}

export interface TimeUpdate {
  readonly skipped: number;
  /** Whether all others know, so that what is due may come. */
  readonly go: boolean;
}

export type Question = { readonly ask: number };

/** What it answers, a turn of its loop later. */
export interface Answer {
  readonly ask: number;
  /** Whether something is under way but timers. */
  readonly isBusy: boolean;
  /** What it waits for that does not go by the client's time, for people. */
  readonly outside?: string;
  /** In how many milliseconds its first timer is due. */
  readonly nextMs?: number;
  /** The same of the first by which Node's fetch keeps its own time: nobody waits for that alone. */
  readonly tickMs?: number;
  /** The port here, and the one there. A connection that was read last may only be kept open. */
  readonly asking: readonly (readonly [port: number, to: number, wasRead?: boolean])[];
  readonly children: readonly number[];
  readonly workers: readonly number[];
  /** How many timers it has made so far: another number means that it has done something. */
  readonly made: number;
  /** Whether its threads go on while it answers: it is asked once more. */
  readonly twice?: boolean;
}
