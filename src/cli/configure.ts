import type { Command } from "commander";
import { applyConfig, configFile } from "./config.ts";

/** Gives a command that boots an emulator what its config file says. @returns the file, if there is one */
export async function configure(command: Command): Promise<string | undefined> {
  const { config } = command.opts<{ config?: string }>();
  const file = configFile(config);
  if (file !== undefined) await applyConfig(command, file);
  return file;
}
