import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { proxyBefore } from "../proxy.ts";

/** Runs a program behind a proxy, and writes down what the proxy has noted: `runner FOLDER COMMAND`. */
const [folder = "", file = "", ...args] = process.argv.slice(2);
const proxy = await proxyBefore(process.env["SERVICE_EMULATOR_URL"] ?? "");
const env = { ...process.env, SERVICE_EMULATOR_URL: proxy.urlFor("") };
const child = spawn(file, args, { env, stdio: "inherit" });

function note(killed: boolean): void {
  const name = `${process.pid}-${process.hrtime.bigint()}.json`;
  writeFileSync(join(folder, name), JSON.stringify({ log: proxy.log, killed }));
}

process.on("SIGTERM", () => {
  note(true);
  process.exit(143);
});
child.on("close", (code) => {
  note(code === null);
  process.exit(code ?? 1);
});
