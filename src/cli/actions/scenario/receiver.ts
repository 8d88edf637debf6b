import type { ReceiverRuleId } from "../../../emulation/receiver-rules.ts";
import type { OwnPlaces } from "../../process/run-folder.ts";
import type { Roles } from "../../../scenarios/roles.ts";
import type { StartValues, Told } from "../../options/start-options.ts";
import { receiverFormats, receiverPage } from "../../../report/receivers/formats.ts";
import type { ReceiverCard } from "../../../report/receivers/card-shape.ts";
import { ControlError } from "../../../emulation/problem.ts";
import { newSecretKey } from "../../../world/dice.ts";
import { brokenRules, formatNameOf } from "../../card/report-card.ts";
import { requireWritable, writeText } from "../../card/written-file.ts";
import { pageText } from "../../card/page-text.ts";
import type { Asked } from "../../options/configure.ts";
import { shapingNames } from "../../options/command-options.ts";
import { readPort } from "../../options/values.ts";
import { boot, onError } from "../../process/boot.ts";
import { accessOf, environmentOf, type Variables } from "../../process/child-environment.ts";
import { readBackBy, receiverCommand, untilAnswers } from "../../process/receiver-command.ts";
import { Failure, screenWidth, tell, terminal, thrownAs } from "../../terminal/terminal.ts";
import { writeOut } from "../../terminal/terminal.ts";

export interface RunValues
  extends
    OwnPlaces,
    Omit<StartValues, "port">,
    Told<
      "url" | "token" | "port" | "output" | "junit" | "timeout" | "webhook" | "readBack",
      string
    >,
    Told<"compare" | "skipWaits" | "requireMet" | "killAfterAck", boolean> {
  readonly require?: readonly ("all" | ReceiverRuleId)[];
  readonly env?: Variables;
  readonly role?: Roles;
}

const secretVariable = "SERVICE_EMULATOR_WEBHOOK_SECRET";

/** Examines a receiver of webhooks. Sets the exit code: 0 no rule failed and the required ones passed, else 1. */
export async function runReceiver(asked: Asked<RunValues>): Promise<void> {
  const { words: command, values } = asked;
  const url = checked(asked);
  const { seed, vendorName, port = "0", output, junit } = values;
  const emulator = await boot(
    { fixtures: ["small"], port: readPort(port), vendorName, onError },
    (name) => (name === "vendorName" ? "--vendor-name" : name),
  );
  const own = process.env[secretVariable];
  const secret = own ?? Buffer.from(newSecretKey()).toString("hex");
  const env = { ...environmentOf(accessOf(emulator)), [secretVariable]: secret };
  const isAside = values.json === true;
  // Its stdout goes to stderr where ours is for data.
  const receiver =
    command.length === 0
      ? undefined
      : receiverCommand({ command, env }, url, isAside ? 2 : "inherit");
  const { readBack } = values;
  let card: ReceiverCard;
  try {
    await (receiver === undefined ? untilAnswers(url) : receiver.start());
    const examined = emulator.receivers.examine({
      webhook: url.href,
      secret,
      ...(asked.isGiven("seed") && { seed }),
      ...(readBack !== undefined && { readBack: (ids) => readBackBy(readBack, env, ids) }),
      ...(receiver !== undefined && { revive: () => receiver.revive() }),
      ...(values.killAfterAck &&
        receiver && {
          restart: () => receiver.restart(),
          // A receiver that is told its secret elsewhere would not be told the new one.
          ...(own === undefined && {
            rotate: (next: string) => receiver.restart({ [secretVariable]: next }),
          }),
        }),
    });
    card = await examined.catch(thrownAs(mistakeIn));
  } finally {
    await receiver?.end();
    await emulator.close();
  }
  if (output !== undefined) writeText(output, receiverFormats[formatNameOf(output)].write(card));
  if (junit !== undefined) writeText(junit, receiverFormats.junit.write(card));
  const text = () => `${pageText(receiverPage(card), screenWidth())}\n`;
  writeOut(isAside ? receiverFormats.json.write(card) : text());
  const missing = brokenRules(card.rules, values.require);
  for (const objection of missing) tell(objection);
  terminal().exitCode = card.passed && missing.length === 0 ? 0 : 1;
}

/** What can be seen to be wrong before anything is started. @returns the URL of the receiver */
function checked({ words: command, values, isGiven, sourceOf }: Asked<RunValues>): URL {
  const { webhook, output, junit, force, killAfterAck } = values;
  if (webhook === undefined) {
    const example = "--webhook http://127.0.0.1:3000/hooks";
    throw new Failure(`scenario run receiver needs the URL of the receiver: add ${example}`, 2);
  }
  if (killAfterAck === true && command.length === 0)
    throw new Failure("--kill-after-ack needs a command to kill, after --", 2);
  const foreign = [...shapingNames(), "url", "compare", "timeout", "env", "skipWaits"];
  const wrong = foreign.find((name) => name !== "seed" && name !== "vendorName" && isGiven(name));
  if (wrong !== undefined)
    throw new Failure(`${sourceOf(wrong)} is not for the receiver: leave it out`, 2);
  if (output !== undefined) formatNameOf(output);
  for (const path of [output, junit]) if (path !== undefined) requireWritable(path, force);
  return new URL(webhook);
}

function mistakeIn(error: unknown): unknown {
  if (!(error instanceof ControlError)) return error;
  const flag = { webhook: "--webhook: ", secret: `${secretVariable}: ` }[error.path] ?? "";
  return new Failure(`${flag}${error.reason}`, 2);
}
