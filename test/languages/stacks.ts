import { execFileSync } from "node:child_process";
import { join } from "node:path";

const programs = join(import.meta.dirname, "programs");

/** An HTTP library of a language. */
interface Stack {
  readonly language: string;
  readonly library: string;
  /** Why a program that uses it does not meet the emulator. Default: it does. */
  readonly why?: string;
}

const listed: Readonly<Record<string, readonly string[]>> = {
  Python: ["urllib", "http.client", "requests", "urllib3", "httpx", "aiohttp"],
  Ruby: ["net/http", "open-uri", "faraday", "typhoeus"],
  PHP: ["curl", "guzzle", "streams"],
  Perl: ["LWP::UserAgent", "HTTP::Tiny", "Mojo::UserAgent"],
  Node: ["fetch", "https", "axios", "got", "undici"],
  curl: ["curl"],
  Go: ["net/http"],
  Java: ["HttpClient", "HttpURLConnection"],
};

/** Every stack that is tried where it is there. */
export const stacks: readonly Stack[] = Object.entries(listed).flatMap(([language, libraries]) =>
  libraries.map((library) => ({
    language,
    library,
    ...(library === "streams" && { why: "they read no variable of a proxy" }),
  })),
);

/** The words that a command prints; empty: it is not there. */
function printed(file: string, ...words: readonly string[]): string[] {
  try {
    return execFileSync(file, words, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 60_000,
    })
      .trim()
      .split(/\s+/);
  } catch {
    return [];
  }
}

const ofPython = `
import importlib.util, ssl
print("urllib http.client", *[each for each in ("requests", "urllib3", "httpx", "aiohttp") if importlib.util.find_spec(each)])`;
const ofRuby = `
require "openssl"
puts "net/http open-uri", %w[faraday typhoeus].reject { |name| Gem::Specification.find_all_by_name(name).empty? }`;
const ofPhp = `
if (extension_loaded("openssl")) echo "streams ";
if (extension_loaded("curl")) echo "curl ";
if (stream_resolve_include_path("GuzzleHttp/autoload.php")) echo "guzzle";`;

const ofPerl = `
exit unless eval "require IO::Socket::SSL";
print "HTTP::Tiny ", map { eval "require $_->[0]" ? "$_->[1] " : "" } (["LWP::Protocol::https", "LWP::UserAgent"], ["Mojo::UserAgent", "Mojo::UserAgent"]);`;

/** How programs of a language run here, and with which libraries. */
interface Here {
  readonly has: readonly string[];
  readonly command: readonly string[];
}

const looks: Readonly<Record<string, () => Here>> = {
  Python() {
    // A machine may have several: the one that has most of them.
    const [first] = ["python3", "/usr/bin/python3"]
      .map((file) => ({ has: printed(file, "-c", ofPython), command: [file, "program.py"] }))
      .toSorted((a, b) => b.has.length - a.has.length);
    return first as Here;
  },
  Ruby: () => ({ has: printed("ruby", "-e", ofRuby), command: ["ruby", "program.rb"] }),
  PHP: () => ({ has: printed("php", "-r", ofPhp), command: ["php", "program.php"] }),
  Perl: () => ({ has: printed("perl", "-e", ofPerl), command: ["perl", "program.pl"] }),
  Node: () => ({ has: listed["Node"] ?? [], command: [process.execPath, "program.mjs"] }),
  curl: () => ({ has: printed("curl", "--version").slice(0, 1), command: ["sh", "program.sh"] }),
  Go: () => ({ has: allOf("Go", "go", "version"), command: ["go", "run", "program.go"] }),
  Java: () => ({
    has: allOf("Java", "java", "--describe-module", "jdk.compiler"),
    command: ["java", "Program.java"],
  }),
};

const allOf = (language: string, ...command: readonly [string, ...string[]]): readonly string[] =>
  printed(...command).length === 0 ? [] : (listed[language] ?? []);

const seen = new Map<string, Here>();

/** The command that runs the program of a stack; undefined: this machine does not have it. */
export function commandOf({ language, library }: Stack): readonly string[] | undefined {
  const here = seen.get(language) ?? (looks[language] as () => Here)();
  seen.set(language, here);
  if (!here.has.includes(library)) return undefined;
  const words = here.command.map((word) =>
    /^[pP]rogram\./.test(word) ? join(programs, word) : word,
  );
  return [...words, library];
}

/** What the tests of these stacks hold, for the documents. */
export function stacksTable(): string {
  const rows = stacks.map(({ language, library, why }) => {
    const ways = why === undefined ? "yes | yes | yes" : `no: ${why} | no | no`;
    return `| ${language} | \`${library}\` | ${ways} |`;
  });
  const head = "| language | library | `exec` | `explore`, 2 jobs | `start` and `env` |";
  return [head, "| --- | --- | --- | --- | --- |", ...rows].join("\n");
}
