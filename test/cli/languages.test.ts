import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { credentialsOf } from "../../src/server/certificate.ts";
import { boot, empty, execHere, run, runHere } from "../support/cli.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "emulator-languages-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Whether a command ends with 0. */
function works(file: string, ...args: string[]): boolean {
  try {
    execFileSync(file, args, { stdio: "pipe", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

interface Language {
  readonly name: string;
  /** Whether it is there. */
  readonly isThere: boolean;
  /** The command that asks for metrics once, and prints the status. */
  readonly command: readonly string[];
  /** A file that it needs beside it. */
  readonly file?: { readonly name: string; readonly text: string };
}

const path = "/api/metrics";
const revision = "2026-07-15";

const python = (ask: string) => `
import os
url = os.environ["SERVICE_EMULATOR_URL"] + "${path}"
headers = {"authorization": "Service-API-Key " + os.environ["SERVICE_EMULATOR_API_KEY"], "revision": "${revision}"}
${ask}`;

const php = (ask: string) => `
$url = getenv("SERVICE_EMULATOR_URL") . "${path}";
$headers = ["authorization: Service-API-Key " . getenv("SERVICE_EMULATOR_API_KEY"), "revision: ${revision}"];
${ask}`;

const ruby = `
require "net/http"
uri = URI(ENV["SERVICE_EMULATOR_URL"] + "${path}")
headers = { "authorization" => "Service-API-Key " + ENV["SERVICE_EMULATOR_API_KEY"], "revision" => "${revision}" }
http = Net::HTTP.new(uri.host, uri.port)
http.use_ssl = uri.scheme == "https"
puts http.get(uri.request_uri, headers).code`;

const go = `package main

import ("fmt"; "net/http"; "os")

func main() {
	request, _ := http.NewRequest("GET", os.Getenv("SERVICE_EMULATOR_URL")+"${path}", nil)
	request.Header.Set("authorization", "Service-API-Key "+os.Getenv("SERVICE_EMULATOR_API_KEY"))
	request.Header.Set("revision", "${revision}")
	answer, err := http.DefaultClient.Do(request)
	if err != nil { panic(err) }
	fmt.Println(answer.StatusCode)
}
`;

const java = `import java.net.*;
import java.net.http.*;

class Ask {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(System.getenv("SERVICE_EMULATOR_URL") + "${path}"))
      .header("authorization", "Service-API-Key " + System.getenv("SERVICE_EMULATOR_API_KEY"))
      .header("revision", "${revision}").build();
    var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.statusCode());
  }
}
`;

const perl = `
use LWP::UserAgent;
my $agent = LWP::UserAgent->new(env_proxy => 1);
my @headers = (authorization => "Service-API-Key $ENV{SERVICE_EMULATOR_API_KEY}", revision => "${revision}");
print $agent->get("$ENV{SERVICE_EMULATOR_URL}${path}", @headers)->code, "\\n";`;

const node = `
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
const headers = { authorization: "Service-API-Key " + key, revision: "${revision}" };
fetch(url + "${path}", { headers }).then(({ status }) => console.log(status));`;

const curl = `curl -s -o /dev/null -w '%{http_code}\\n' -H "authorization: Service-API-Key $SERVICE_EMULATOR_API_KEY" -H "revision: ${revision}" "$SERVICE_EMULATOR_URL${path}"`;

const pythons = ["-c", "import ssl"];
const languages: readonly Language[] = [
  { name: "Node", isThere: true, command: [process.execPath, "-e", node] },
  { name: "curl", isThere: works("curl", "--version"), command: ["sh", "-c", curl] },
  {
    name: "Python's urllib",
    isThere: works("python3", ...pythons),
    command: [
      "python3",
      "-c",
      python(
        "import urllib.request as u\nprint(u.urlopen(u.Request(url, headers=headers)).status)",
      ),
    ],
  },
  {
    name: "Python's requests",
    isThere: works("python3", "-c", "import requests"),
    command: [
      "python3",
      "-c",
      python("import requests\nprint(requests.get(url, headers=headers).status_code)"),
    ],
  },
  {
    name: "Ruby",
    isThere: works("ruby", "-e", "require 'openssl'"),
    command: ["ruby", "-e", ruby],
  },
  {
    name: "PHP's streams",
    isThere: works("php", "-r", "exit(extension_loaded('openssl') ? 0 : 1);"),
    command: [
      "php",
      "-r",
      php(`$context = stream_context_create(["http" => ["header" => $headers]]);
file_get_contents($url, false, $context);
echo explode(" ", $http_response_header[0])[1] . "\\n";`),
    ],
  },
  {
    name: "PHP's curl",
    isThere: works("php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"),
    command: [
      "php",
      "-r",
      php(`$asked = curl_init($url);
curl_setopt_array($asked, [CURLOPT_HTTPHEADER => $headers, CURLOPT_RETURNTRANSFER => true]);
curl_exec($asked);
echo curl_getinfo($asked, CURLINFO_RESPONSE_CODE) . "\\n";`),
    ],
  },
  {
    name: "Perl's LWP",
    isThere: works("perl", "-MLWP::Protocol::https", "-e", "1"),
    command: ["perl", "-e", perl],
  },
  {
    name: "Go",
    isThere: works("go", "version"),
    command: ["go", "run", "ask.go"],
    file: { name: "ask.go", text: go },
  },
  {
    name: "Java",
    isThere: works("java", "--describe-module", "jdk.compiler"),
    command: ["java", "Ask.java"],
    file: { name: "Ask.java", text: java },
  },
];

/** Where nobody listens: what goes to a proxy fails. */
const proxies = Object.fromEntries(
  ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) =>
    [name, name.toLowerCase()].map((each) => [each, "http://127.0.0.1:9"]),
  ),
);

const quiet = ["--quiet", "--fixtures", empty];
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Runs every client that is there, one after the other, within one `exec`. @returns what the one at this place printed */
async function allPrinted(words: readonly string[]): Promise<(at: number) => string> {
  const cwd = folder();
  for (const { file } of languages) if (file) writeFileSync(join(cwd, file.name), file.text);
  const lines = languages.flatMap(({ isThere, command }, at) =>
    isThere ? `${command.map(quoted).join(" ")} > ${at} 2> ${at}.err` : [],
  );
  const kept = { HOME: cwd, GOCACHE: join(cwd, "go-cache"), GOFLAGS: "-modcacherw" };
  const env = { ...proxies, ...kept, GO111MODULE: "off", TMPDIR: cwd };
  await execHere([...quiet, ...words], ["sh", "-c", lines.join("\n")], env, cwd);
  const texts = languages.map(({ isThere }, at) =>
    isThere ? readFileSync(join(cwd, String(at)), "utf8") : "",
  );
  return (at) => texts[at] ?? "";
}

describe.each([
  ["reaches the emulator of exec past a proxy", []],
  ["trusts the emulator of exec --tls", ["--tls"]],
])("a client %s", (_, words) => {
  let printed: Promise<(at: number) => string> | undefined;

  for (const [at, { name, isThere }] of languages.entries())
    it.skipIf(!isThere)(`in ${name}`, { timeout: 240_000 }, async () => {
      printed ??= allPrinted(words);
      expect((await printed)(at)).toBe("200\n");
    });
});

const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split("\n").map((line) => [line.split("=", 1)[0], line.replace(/^[^=]*=/, "")]),
  );

describe("the variables of a command", () => {
  const found = async (words: readonly string[], said: Record<string, string> = {}) => {
    const env = { NO_PROXY: "", no_proxy: "", JAVA_TOOL_OPTIONS: "", ...said };
    const { printed } = await execHere([...quiet, ...words], ["env"], env);
    return variablesOf(printed);
  };

  it.each<[Record<string, string>, string]>([
    [{}, "127.0.0.1"],
    [{ NO_PROXY: "corp.example" }, "corp.example,127.0.0.1"],
    [{ no_proxy: "a.example", NO_PROXY: "b.example, a.example" }, "a.example,b.example,127.0.0.1"],
    [{ NO_PROXY: "127.0.0.1" }, "127.0.0.1"],
    [{ no_proxy: "*" }, "*"],
  ])("add the emulator to what no proxy is for: %j", async (env, expected) => {
    expect(await found([], env)).toMatchObject({ NO_PROXY: expected, no_proxy: expected });
  });

  it("name no certificate without --tls", async () => {
    const names = Object.keys(await found([]));
    for (const name of ["SSL_CERT_FILE", "DENO_CERT", "JAVA_TOOL_OPTIONS"]) {
      expect(names.includes(name)).toBe(name in { ...process.env, JAVA_TOOL_OPTIONS: "" });
    }
  });

  it("name a bundle of Node's roots, of what they named before, and of the emulator's own", async () => {
    const place = folder();
    const other = async (name: string) => {
      writeFileSync(join(place, name), (await credentialsOf(true, [])).trust);
      return join(place, name);
    };
    const before = {
      NODE_EXTRA_CA_CERTS: await other("node.pem"),
      SSL_CERT_FILE: await other("ssl.pem"),
      CURL_CA_BUNDLE: "/nowhere/gone.pem",
      REQUESTS_CA_BUNDLE: "",
      DENO_CERT: "",
    };
    const names = [
      "NODE_EXTRA_CA_CERTS",
      "DENO_CERT",
      "SSL_CERT_FILE",
      "REQUESTS_CA_BUNDLE",
      "CURL_CA_BUNDLE",
      "PERL_LWP_SSL_CA_FILE",
    ];
    const print = names.map((name) => `echo "= ${name}"; cat "$${name}"`).join("; ");
    const script = `echo "= own"; cat "$SERVICE_EMULATOR_CA_FILE"; ${print}`;
    const { printed } = await execHere([...quiet, "--tls"], ["sh", "-c", script], before);
    const parts = new Map(
      printed.split(/^= /m).map((part) => [part.split("\n", 1)[0], blocksOf(part)]),
    );
    const [own = ""] = parts.get("own") ?? [];
    const [ofNode = "", ofSsl = ""] = [before.NODE_EXTRA_CA_CERTS, before.SSL_CERT_FILE].flatMap(
      (file) => blocksOf(readFileSync(file, "utf8")),
    );
    expect(parts.get("NODE_EXTRA_CA_CERTS")).toEqual(expect.arrayContaining([own, ofNode]));
    for (const name of names.slice(2)) {
      const blocks = parts.get(name) ?? [];
      expect(blocks).toEqual(expect.arrayContaining([own, ofNode, ofSsl]));
      expect(blocks).toHaveLength(rootCertificates.length + 3);
    }
    expect(parts.get("DENO_CERT")).toContain(own);
  });

  it("keep what JAVA_TOOL_OPTIONS said", async () => {
    const { JAVA_TOOL_OPTIONS: said = "" } = await found(["--tls"], {
      JAVA_TOOL_OPTIONS: "-Dmy=own",
    });
    expect(said).toMatch(/^-Dmy=own .*-Djavax\.net\.ssl\.trustStore=/);
    expect(said).toContain("-Djavax.net.ssl.trustStoreType=JKS");
  });

  it("leave no file behind, and lie where nobody else looks", async () => {
    const place = folder();
    const script = 'stat -c %a "$(dirname "$SSL_CERT_FILE")"; echo "$SSL_CERT_FILE"';
    const { stdout } = await run(
      ["exec", "--quiet", "--fixtures", empty, "--tls", "--", "sh", "-c", script],
      { TMPDIR: place },
    );
    const [mode, file = ""] = stdout.split("\n");
    expect([mode, file.startsWith(place)]).toEqual(["700", true]);
    expect(() => readFileSync(file)).toThrow("ENOENT");
  });

  it("of a detached emulator name the same, for as long as it runs", async () => {
    const { child, ready, exit } = await boot(["--tls"]);
    const { code, stdout } = await runHere(["env", "--json"], { HTTP_PROXY: "http://127.0.0.1:9" });
    const variables = JSON.parse(stdout) as Record<string, string>;
    expect([code, variables]).toEqual([
      0,
      expect.objectContaining({
        SERVICE_EMULATOR_URL: (ready as { url: string }).url,
        NO_PROXY: expect.stringContaining("127.0.0.1"),
        JAVA_TOOL_OPTIONS: expect.stringContaining("trustStore"),
      }),
    ]);
    const { SSL_CERT_FILE: file = "", DENO_CERT: extra = "" } = variables;
    expect(blocksOf(readFileSync(file, "utf8"))).toEqual(
      expect.arrayContaining(blocksOf(readFileSync(extra, "utf8"))),
    );
    child.kill("SIGTERM");
    await exit;
    expect(() => readFileSync(file)).toThrow("ENOENT");
  });
});

const blocksOf = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

it("explore and scenario run give a command the same variables", async () => {
  const place = folder();
  const script = `echo "$NO_PROXY $JAVA_TOOL_OPTIONS" >> ${join(place, "seen")}; ${curl}`;
  const words = ["--fixtures", empty, "--quiet", "--tls", "--budget", "1", "--depth", "1"];
  const { stderr } = await runHere(["explore", ...words, "--", "sh", "-c", script], proxies);
  expect(stderr).not.toContain("fails without faults");
  expect(readFileSync(join(place, "seen"), "utf8")).toMatch(/^127\.0\.0\.1 .*trustStore/);
  const file = join(place, "mine.yaml");
  writeFileSync(
    file,
    "name: mine\nfixtures: [empty]\nexpect: [{ requests: { operation: get_metrics } }]\n",
  );
  const ran = await runHere(["scenario", "run", file, "--", "sh", "-c", curl], proxies);
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("mine passed")]);
});

it("what Java says of its variable is not why a command failed under explore", async () => {
  const script = 'echo "Picked up JAVA_TOOL_OPTIONS: -Dx" >&2; exit 3';
  const words = ["--fixtures", empty, "--quiet", "--budget", "1"];
  const { stderr } = await runHere(["explore", ...words, "--", "sh", "-c", script]);
  expect(stderr).toContain("fails without faults (exit code 3)");
});
