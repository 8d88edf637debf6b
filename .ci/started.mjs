import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

const stdio = ["ignore", "pipe", "pipe"];

/** It starts, answers a client, shows its page, and ends in order when told to. @param words without those of `start` */
export async function boots([file, ...words], options, says) {
  const more = ["--port", "0", "--json", "--fixtures", "small"];
  const started = spawn(file, [...words, ...more], { ...options, stdio });
  const errors = text(started.stderr);
  const ended = once(started, "exit");
  let running = started.pid;
  try {
    const line = await Promise.race([
      once(createInterface({ input: started.stdout }), "line"),
      ended.then(async ([code]) =>
        says(false, `it ended with ${code} before it was ready: ${await errors}`),
      ),
    ]);
    const { event, url, accounts, pid } = JSON.parse(line[0]);
    running = pid;
    says(event === "ready", "it does not boot");
    const answer = await fetch(`${url}/api/profiles?page[size]=1`, {
      headers: {
        authorization: `Service-API-Key ${accounts[0].keys[0].key}`,
        revision: "2026-07-15",
      },
    });
    says(answer.status === 200 && (await answer.json()).data.length === 1, "it does not answer");
    const page = await fetch(url, { headers: { accept: "text/html" } });
    says((await page.text()).includes("/_emulator/inspector/"), "it does not show its page");
    process.kill(pid, "SIGTERM");
    says((await ended)[0] === 0, "it does not end in order");
  } finally {
    if (started.exitCode === null) process.kill(running);
  }
}

/** Around a command, it gives that command's code, also without its waits, and over https. */
export async function execs([file, ...words], options, says) {
  const gives7 = async (...more) => {
    const around = spawn(file, [...words, "exec", "--quiet", ...more], { ...options, stdio });
    const all = [once(around, "exit"), text(around.stderr), text(around.stdout)];
    const [[code], errors] = await Promise.all(all);
    says(code === 7, `exec ${more[0]} gives ${code} where its command gave 7: ${errors}`);
  };
  const asks = `fetch(process.env.SERVICE_EMULATOR_URL + "/_emulator/health").then(({ status }) => process.exit(status === 200 ? 7 : 1))`;
  await gives7("--tls", "--", "node", "--eval", asks);
  // It would still wait tomorrow, if a timer were not skipped.
  const waits = `fetch(process.env.SERVICE_EMULATOR_URL, { signal: AbortSignal.timeout(86_400_000) }).then((answer) => answer.text())
    .then(() => require("node:timers/promises").setTimeout(43_200_000)).then(() => setTimeout(() => process.exit(7), 43_100_000))`;
  await gives7("--skip-waits", "--timeout", "1d", "--", "node", "--eval", waits);
}
