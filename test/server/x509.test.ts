import { execFileSync } from "node:child_process";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { certificateOf } from "../../src/server/x509.ts";

const pairs = {
  RSA: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  EC: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
};

const validity = { from: new Date("2026-01-01T00:00:00Z"), to: new Date("2051-12-31T23:59:59Z") };

const hosts = [
  "localhost",
  "*.emulator.test",
  "127.0.0.1",
  "::1",
  "fe80::1:0:0:2",
  "::ffff:10.0.0.7",
];

/** An authority, and what it says of a server. */
function made(authority: keyof typeof pairs, server: keyof typeof pairs) {
  const issuer = { name: "An authority", ...pairs[authority]() };
  const { publicKey, privateKey } = pairs[server]();
  const leaf = certificateOf({ name: "localhost", publicKey, hosts }, issuer, validity);
  return { root: certificateOf(issuer, issuer, validity), leaf, privateKey };
}

describe.each([
  ["RSA", "RSA"],
  ["RSA", "EC"],
  ["EC", "RSA"],
  ["EC", "EC"],
] as const)(
  "a certificate by an authority with a key of %s, for one of %s",
  (authority, server) => {
    const { root, leaf, privateKey } = made(authority, server);

    it("is the authority's, for this key and these names", () => {
      const [above, own] = [new X509Certificate(root), new X509Certificate(leaf)];
      expect([above.ca, own.ca]).toEqual([true, false]);
      expect([above.verify(above.publicKey), own.verify(above.publicKey)]).toEqual([true, true]);
      expect([own.checkIssued(above), own.checkPrivateKey(privateKey)]).toEqual([true, true]);
      expect([above.subject, own.issuer, own.subject]).toEqual([
        "CN=An authority",
        "CN=An authority",
        "CN=localhost",
      ]);
      expect(own.subjectAltName).toBe(
        "DNS:localhost, DNS:*.emulator.test, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, " +
          "IP Address:FE80:0:0:0:1:0:0:2, IP Address:0:0:0:0:0:FFFF:A00:7",
      );
      expect([own.validFrom, own.validTo]).toEqual([
        "Jan  1 00:00:00 2026 GMT",
        "Dec 31 23:59:59 2051 GMT",
      ]);
      expect(own.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
      expect(own.serialNumber).toMatch(/^01[0-9A-F]{30}$/);
    });

    it("is taken by strict clients", () => {
      const folder = mkdtempSync(join(tmpdir(), "emulator-x509-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const [ca, file] = [join(folder, "ca.pem"), join(folder, "leaf.pem")];
      writeFileSync(ca, root);
      writeFileSync(file, leaf);
      const strictly = [
        "-x509_strict",
        "-purpose",
        "sslserver",
        "-verify_hostname",
        "a.emulator.test",
      ];
      const said = execFileSync("openssl", ["verify", "-CAfile", ca, ...strictly, file]);
      expect(String(said)).toBe(`${file}: OK\n`);
    });
  },
);
