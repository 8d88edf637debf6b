import type { RunAsked, Runner } from "../../src/emulation/runner.ts";

/** Runs nothing, and notes what it is asked to. */
export class NotedRunner implements Runner {
  readonly commands: readonly string[];
  readonly scenarios = ["burst-throttle"];
  readonly begun: RunAsked[] = [];
  readonly running = undefined;
  readonly last = undefined;

  constructor(...commands: readonly string[]) {
    this.commands = commands;
  }

  begin(asked: RunAsked): Promise<void> {
    this.begun.push(asked);
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}
