import { expect, it } from "vitest";
import { ControlError, createEmulator, type EmulatorOptions } from "../../src/index.ts";

/** Why it is not created: the option, and the one line that is told. */
async function refusal(options: unknown): Promise<string[]> {
  const error = await createEmulator(options as EmulatorOptions).then(
    async (emulator) => void (await emulator.close()),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ControlError);
  const { path, message } = error as ControlError;
  return [path, message];
}

it.each<[unknown, string, string]>([
  [{ port: -1 }, "port", "port: expected a whole number of at least 0 and at most 65535"],
  [{ port: 70_000 }, "port", "port: expected a whole number of at least 0 and at most 65535"],
  [{ port: "x" }, "port", "port: expected a whole number of at least 0 and at most 65535"],
  [{ fixtures: "small" }, "fixtures", "fixtures: expected a list"],
  [{ fixtures: [1] }, "fixtures[0]", "fixtures[0]: expected a string"],
  [{ controlToken: "" }, "controlToken", "controlToken: expected some text"],
  [{ allowedHosts: "x" }, "allowedHosts", "allowedHosts: expected a list"],
  [{ host: "" }, "host", "host: expected some text"],
  [{ state: null }, "state", "state: expected a string"],
  [{ tls: "yes", port: 0 }, "tls", "tls: expected a boolean or an object"],
  [{ tls: { cert: "x", key: "y" }, port: 0 }, "tls.cert", "tls.cert: "],
  [{ rateLimits: "fast" }, "rateLimits", "rateLimits: expected real, off, or x10"],
  [{ rateLimits: null }, "rateLimits", "rateLimits: expected a string"],
  [{ seed: 1.5 }, "seed", "seed: expected a whole number"],
  [{ revisionLife: "long" }, "revisionLife", "revisionLife: expected 'all' or 'service'"],
  [{ badKeyStatus: 500 }, "badKeyStatus", "badKeyStatus: expected a whole number of at least 400"],
  [{ profiles: -1 }, "profiles", "profiles: expected a whole number from 0 to 1000000"],
  [{ state: "x", profiles: 1 }, "profiles", "profiles: an exported state is as it is"],
  [{ onError: "log" }, "onError", "onError: expected a function"],
  [{ prot: 0 }, "prot", "prot: unknown option; did you mean port?"],
  [{ ratelimits: "off" }, "ratelimits", "unknown option; did you mean rateLimits?"],
  [null, "", "options: expected an object"],
  ["small", "", "options: expected an object"],
])("an emulator of %j is refused with the option's name", async (options, path, told) => {
  const [option, message] = await refusal(options);
  expect(option).toBe(path);
  expect(message).toContain(told);
  expect(message).not.toContain("\n");
});

it("an option that is undefined is not given", async () => {
  const options = { fixtures: ["test/support/empty.yaml"], port: undefined, rateLimits: undefined };
  await using emulator = await createEmulator(options as never);
  expect((await emulator.fetch("/_emulator/health")).status).toBe(200);
});
