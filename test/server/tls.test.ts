import { X509Certificate } from "node:crypto";
import { request } from "node:https";
import { connect } from "node:tls";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { createEmulator, type EmulatorOptions } from "../../src/index.ts";
import { credentialsOf } from "../../src/server/certificate.ts";
import { emulate, newest } from "../support/emulate.ts";

const listening = async (options: EmulatorOptions = {}) =>
  (await emulate({ port: 0, tls: true, ...options })).emulator;

/** One request of a client that trusts this certificate and no other. */
async function ask(url: string, ca: string | undefined, headers: Record<string, string> = {}) {
  const asking = request(url, { ca, headers, agent: false });
  asking.end();
  const [answer] = await once(asking, "response");
  let text = "";
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode as number, text };
}

const ofClient = ({ keys }: { keys: Readonly<Record<string, string>> }) => ({
  authorization: `Service-API-Key ${keys["full"]}`,
  revision: newest,
});

/** What a client sees that comes by this name. */
async function certificateFor(url: string, servername: string, ca: string): Promise<boolean> {
  const { port } = new URL(url);
  const socket = connect({ host: "127.0.0.1", port: Number(port), servername, ca });
  try {
    await once(socket, "secureConnect");
    return socket.authorized;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe("with tls: true", () => {
  it("the emulator is at an https URL, and answers who trusts its certificate", async () => {
    const emulator = await listening();
    expect(emulator.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const { status, text } = await ask(
      `${emulator.url}/api/profiles`,
      emulator.certificate,
      ofClient(emulator),
    );
    expect(status).toBe(200);
    expect(JSON.parse(text).links.self).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/api\/profiles/);
  });

  it("nobody is answered who does not trust it, nor by plain http", async () => {
    const emulator = await listening();
    await expect(ask(emulator.url, undefined)).rejects.toThrow(/certificate/);
    await expect(fetch(emulator.url.replace("https", "http"))).rejects.toThrow("fetch failed");
  });

  it("its certificate holds for the names of loopback and the allowed hosts, and no other", async () => {
    const { url, certificate = "" } = await listening({ allowedHosts: ["emulator.test"] });
    for (const name of ["localhost", "emulator.test"]) {
      expect([name, await certificateFor(url, name, certificate)]).toEqual([name, true]);
    }
    expect(await certificateFor(url, "other.test", certificate)).toBe(false);
    const { cert } = await credentialsOf(true, ["emulator.test", "10.0.0.7"]);
    const { subjectAltName } = new X509Certificate(cert);
    for (const name of ["127.0.0.1", "0:0:0:0:0:0:0:1", "10.0.0.7"]) {
      expect(subjectAltName).toContain(`IP Address:${name}`);
    }
  });

  it("two emulators have authorities of their own", async () => {
    const [one, other] = [await listening(), await listening()];
    await expect(ask(one.url, other.certificate)).rejects.toThrow(/certificate/);
  });

  it("a connection that a fault resets is really reset", async () => {
    const emulator = await listening();
    emulator.faults.add({ operation: "get_metrics", connection: "reset" });
    const url = `${emulator.url}/api/metrics`;
    const asked = ask(url, emulator.certificate, ofClient(emulator));
    await expect(asked).rejects.toMatchObject({ code: "ECONNRESET", message: "read ECONNRESET" });
    expect((await ask(url, emulator.certificate, ofClient(emulator))).status).toBe(200);
  });

  it("a connection that a fault closes or cuts in the body ends for the client", async () => {
    const emulator = await listening();
    const url = `${emulator.url}/api/metrics`;
    for (const connection of ["close", "close-mid-body"] as const) {
      emulator.faults.add({ operation: "get_metrics", connection });
      const asked = ask(url, emulator.certificate, ofClient(emulator));
      await expect(asked).rejects.toThrow(/socket hang up|aborted/);
    }
  });

  it("without a socket there is no certificate", async () => {
    await using emulator = await createEmulator({ fixtures: ["empty"], tls: true });
    expect(emulator.certificate).toBeUndefined();
  });
});

describe("with a certificate of one's own", () => {
  it("that one is shown", async () => {
    const own = await credentialsOf(true, []);
    const emulator = await listening({ tls: { cert: `Mine:\n${own.cert}`, key: own.key } });
    expect((await ask(`${emulator.url}/_emulator/health`, own.trust)).status).toBe(200);
  });

  it.each([
    ["a certificate that is none", { cert: "no" }, "tls.cert", "expected a certificate in PEM"],
    ["a key that is none", { key: "no" }, "tls.key", "expected a private key in PEM"],
  ] as const)("%s is refused", async (_, wrong, path, message) => {
    const { cert, key } = await credentialsOf(true, []);
    const made = createEmulator({ port: 0, tls: { cert, key, ...wrong } });
    await expect(made).rejects.toMatchObject({ path, message: expect.stringContaining(message) });
  });

  it("the key of another is refused", async () => {
    const [{ cert }, { key }] = [await credentialsOf(true, []), await credentialsOf(true, [])];
    const made = createEmulator({ port: 0, tls: { cert, key } });
    await expect(made).rejects.toMatchObject({
      path: "tls.key",
      message: "tls.key: it is not the key of the certificate",
    });
  });
});
