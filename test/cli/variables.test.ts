import { expect, it } from "vitest";
import { strangeVariables } from "../../src/cli/options/configure.ts";
import { environmentOf } from "../../src/cli/process/child-environment.ts";
import { logVariable } from "../../src/cli/process/locator.ts";
import { runVariable } from "../../src/cli/process/marked-child.ts";
import { createProgram } from "../../src/cli/program.ts";
import { runHere } from "../support/cli.ts";

it.each([
  ["SERVICE_EMULATOR_RATELIMITS", "did you mean SERVICE_EMULATOR_RATE_LIMITS?"],
  ["SERVICE_EMULATOR_FIXTURE", "did you mean SERVICE_EMULATOR_FIXTURES?"],
  ["SERVICE_EMULATER_PORT", "did you mean SERVICE_EMULATOR_PORT?"],
  ["service_emulator_port", "did you mean SERVICE_EMULATOR_PORT?"],
  ["SERVICE_EMULATOR_WHATEVER_ELSE", "see service-emulator --help"],
])("%s is told of, and changes nothing", async (name, advice) => {
  const { code, stdout, stderr } = await runHere(["routes", "--area", "accounts"], { [name]: "1" });
  expect([code, stderr]).toEqual([
    0,
    `service-emulator: ${name}: unknown variable, ignored: ${advice}\n`,
  ]);
  expect(stdout).toContain("get_accounts");
});

it("the variables of the program are told of nowhere", () => {
  const access = { url: "http://localhost:1", companyId: "A", key: "pk_a", caFile: "/ca.pem" };
  const env = {
    ...environmentOf(access),
    [logVariable]: "a",
    [runVariable]: "b",
    SERVICE_EMULATOR_RATE_LIMITS: "off",
    SERVICE_EMULATOR_CLIENT_SECRET: "c",
    PATH: "/bin",
  };
  expect(strangeVariables(env, createProgram()).strange).toEqual([]);
});

it("what a cluster says of a service of this name is told of nowhere", () => {
  const env = {
    SERVICE_EMULATOR_SERVICE_HOST: "10.0.0.1",
    SERVICE_EMULATOR_SERVICE_PORT_HTTP: "4010",
    SERVICE_EMULATOR_PORT_4010_TCP: "tcp://10.0.0.1:4010",
    SERVICE_EMULATOR_PORT_4010_TCP_ADDR: "10.0.0.1",
  };
  expect(strangeVariables(env, createProgram()).strange).toEqual([]);
});
