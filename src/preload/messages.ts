/** Where a process of a command finds the channel; the file beside it says what was skipped before it began. */
export const channelVariable = "SERVICE_EMULATOR_CHANNEL";

/** The file in which what was skipped stands, as a number of eight bytes: milliseconds. */
export const skippedFileOf = (channel: string): string =>
  `${channel.replace(/^\\\\\.\\pipe\\/, "")}.skipped`;

/** What a process, or a thread, says first. */
export interface Hello {
  readonly pid: number;
  readonly parent: number;
  readonly thread: number;
  /** The script that it runs, for people. */
  readonly name: string;
}

/** What it is told: by how much its time is ahead of the machine's by now. */
export interface Told {
  readonly skipped: number;
}

/** What it is asked: whether it only waits. */
export interface Question {
  readonly ask: number;
}

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
  /** Its connections on which something is asked: the port here, and the one there. */
  readonly asking: readonly (readonly [port: number, to: number])[];
  readonly children: readonly number[];
  readonly workers: readonly number[];
  /** How many timers it has made so far: another number means that it has done something. */
  readonly made: number;
}
