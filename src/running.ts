import { reportError } from "./boundary.ts";
import { type Beginning, print } from "./beginning.ts";
import { isControl, unavailable as controlUnavailable } from "./control/respond.ts";
import { afterAppend } from "./durable/after-append.ts";
import { Courier } from "./emulation/courier.ts";
import type { Emulation } from "./emulation/emulation.ts";
import { ControlError } from "./emulation/problem.ts";
import { OptionError } from "./option-shape.ts";
import type { EmulatorOptions } from "./option-types.ts";
import { settingsOf } from "./options.ts";
import { bytesMaxOf } from "./pipeline/body.ts";
import { respond } from "./pipeline/stages.ts";
import { unavailable } from "./pipeline/present.ts";
import { named } from "./pipeline/headers.ts";
import { createToken, isLoopback, isOwnAddress, isOwnUrl } from "./server/guard.ts";
import type { Interceptor } from "./server/intercept/interceptor.ts";
import type { Face } from "./server/door.ts";
import { openSocket } from "./server/open-socket.ts";
import type { Credentials, TlsOption } from "./server/certificate.ts";
import { newSecretKey } from "./world/dice.ts";
import type { WorldSettings } from "./world/world-settings.ts";

type Exposure = Awaited<ReturnType<typeof exposureOf>>;

/** @throws OptionError for the first option that is wrong */
export async function exposureOf(options: EmulatorOptions) {
  const told = settingsOf(options);
  const { host, port, allowedHosts = [], tls } = options;
  const credentials =
    tls === undefined || tls === false || port === undefined
      ? undefined
      : await credentialsOf(tls, [...allowedHosts, ...(host === undefined ? [] : [host])]);
  const isExposed = host !== undefined && !isLoopback(host);
  const controlToken = options.controlToken ?? (isExposed ? createToken() : undefined);
  const settings: WorldSettings = {
    ...told,
    ...(isExposed && { secretKey: newSecretKey() }),
    ...(controlToken !== undefined && { controlToken }),
  };
  return { settings, controlToken, credentials, isExposed };
}

const credentialsOf = async (tls: TlsOption, names: readonly string[]): Promise<Credentials> =>
  (await import("./server/certificate.ts")).credentialsOf(tls, names).catch((error: unknown) => {
    throw error instanceof ControlError ? new OptionError(error.reason, error.path) : error;
  });

/** The name of an emulator that has no socket. */
const socketless = "http://emulator.localhost";

export async function run(
  { emulation, data }: Beginning,
  answerControl: Face,
  exposure: Exposure,
  options: EmulatorOptions,
) {
  const { port, onError = reportError } = options;
  const service = afterAppend(
    data,
    named(exposure.settings.vendorName, (incoming) => {
      emulation.time.machine.follow();
      emulation.lag.note(emulation.world.clock.realNow());
      return respond(incoming, emulation.world, emulation.api, onError);
    }),
    unavailable,
  );
  const control = afterAppend(data, answerControl, (_, why) => controlUnavailable(why));
  const unwatch = port === undefined ? () => {} : emulation.lag.watch();
  const faces = {
    service,
    control,
    onError,
    bytesMaxOf: (method: string, target: string) => bytesMaxOf(emulation.api, method, target),
  };
  const socket = await socketOf(faces, exposure, options).catch(async (error: unknown) => {
    unwatch();
    await data?.log.close();
    throw error;
  });
  const interceptor = await interceptorOf(faces, socket?.url, options);
  const courier = courierOf({ emulation, data }, socket?.url, exposure, options);
  emulation.sendBy(courier);
  const telemetry = await telemetryOf(emulation, exposure, options);
  const face: Face = (incoming) =>
    isControl(incoming.target.replace(/\?.*/s, "")) ? control(incoming) : service(incoming);
  return {
    url: socket?.url ?? socketless,
    interception: interceptor?.interception,
    face,
    /** Answers what is under way, writes what is to be kept, and ends. */
    end: async () => {
      emulation.world.stop();
      await courier.close();
      await interceptor?.close();
      await socket?.close();
      await telemetry?.end();
      unwatch();
      await data?.log.close();
    },
  };
}

async function telemetryOf(emulation: Emulation, exposure: Exposure, options: EmulatorOptions) {
  const { otlp, onNote = print } = options;
  if (otlp === undefined) return undefined;
  const { exportTelemetry } = await import("./telemetry/telemetry.ts");
  return exportTelemetry(emulation, otlp, exposure.credentials ? "https" : "http", onNote);
}

async function socketOf(
  faces: Parameters<typeof openSocket>[0],
  { isExposed, controlToken, credentials }: Exposure,
  { host, port, allowedHosts = [], openReads = false, unref }: EmulatorOptions,
) {
  if (port === undefined) return undefined;
  const guard = { allowedHosts, controlToken, guardsReads: isExposed && !openReads };
  return openSocket(faces, guard, { port, host, tls: credentials, unref });
}

async function interceptorOf(
  faces: Parameters<typeof openSocket>[0],
  own: string | undefined,
  options: EmulatorOptions,
): Promise<Interceptor | undefined> {
  const { intercept: hosts, unref = false, onNote: told = print } = options;
  const { offline: isOffline = false, strictKeys: isStrict = false } = options;
  if (hosts === undefined) return undefined;
  const { intercepting } = await import("./server/intercept/interceptor.ts");
  return intercepting({ hosts, isOffline, isStrict, unref, told }, faces, own);
}

function courierOf(
  { emulation, data }: Pick<Beginning, "emulation" | "data">,
  listening: string | undefined,
  { settings, isExposed }: Exposure,
  { allowedHosts = [], onError = reportError }: EmulatorOptions,
): Courier {
  const sending = {
    allowed: settings.webhooksAllow ?? [],
    isExposed,
    isOwn: (address: string, to: number) => isOwnAddress(listening, address, to),
  };
  return new Courier({
    api: emulation.api,
    send: async (call, gone) => (await import("./server/send.ts")).send(sending, call, gone),
    fetch: async (wanted, gone) => (await import("./server/send.ts")).fetch(sending, wanted, gone),
    origin: () => listening ?? socketless,
    kept: () => data?.log.saved(),
    isOwn: (target) => isOwnUrl(listening, target, allowedHosts),
    failed: onError,
  });
}
