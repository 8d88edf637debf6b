import { spawn } from "node:child_process";
import { once } from "node:events";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { jsonSchemaOf } from "../../../contract/schema.ts";
import { object, string } from "../../../contract/shape.ts";
import { readAs } from "../../../control/read.ts";
import { version } from "../../../version.ts";
import { startTool, type Tool, tools } from "./tools.ts";

/** The longest answer, in characters: fewer than 2,000 tokens, also of JSON. */
const charsMax = 5000;

const keptMax = 20;

/** Long texts in portions: the first at once, the others by a handle. */
export class Portions {
  readonly #rests = new Map<string, string>();
  #count = 0;

  /** The text, or as much as may be said at once, with the handle of the rest. */
  first(text: string): string {
    if (text.length <= charsMax) return text;
    const end = text.lastIndexOf("\n", charsMax) + 1 || charsMax;
    this.#count += 1;
    const handle = `rest-${this.#count}`;
    this.#rests.set(handle, text.slice(end));
    const [oldest = ""] = this.#rests.keys();
    if (this.#rests.size > keptMax) this.#rests.delete(oldest);
    const more = `${text.length - end} more characters: call more with handle ${handle}`;
    return `${text.slice(0, end)}\n… ${more}`;
  }

  /** The next portion behind a handle, which is good once; undefined: there is no such handle. */
  next(handle: string): string | undefined {
    const rest = this.#rests.get(handle);
    if (rest === undefined) return undefined;
    this.#rests.delete(handle);
    return this.first(rest);
  }
}

const more = {
  name: "more",
  description: "Print the rest of a long answer.",
  input: object({ handle: string() }),
};

const instructions =
  "Test a client of the Customer Data Service API. Use exam to grade it, explore to find faults that break it. " +
  "Or start an emulator, plan_fault, run the client, and ask requests and why.";

/** Serves an agent until it closes stdin. What it started ends then. */
export async function serve(): Promise<void> {
  const server = new Server(
    { name: "service-emulator", version },
    { capabilities: { tools: {} }, instructions },
  );
  const session = newSession();
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools, more].map(({ name, description, input }) => ({
      name,
      description,
      inputSchema: { ...jsonSchemaOf(input), type: "object" as const },
    })),
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params: { name, arguments: input = {} } }, { signal }) => {
      const { text, isError } = await session
        .call(name, input, signal)
        .catch((error: Error) => ({ text: error.message, isError: true }));
      return { content: [{ type: "text" as const, text }], isError };
    },
  );
  const closed = once(process.stdin, "end");
  await server.connect(new StdioServerTransport());
  await closed;
  await session.end();
}

/** What an agent starts, and what it has not read yet. */
function newSession() {
  const portions = new Portions();
  const started: string[] = [];
  return {
    async call(name: string, input: object, signal: AbortSignal) {
      if (name === more.name) {
        const { handle } = readAs(more.input, input);
        const text = portions.next(handle);
        return { text: text ?? `no such handle ${handle}: run the tool again`, isError: !text };
      }
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined) throw new Error(`unknown tool ${name}`);
      const { code, stdout, text } = await ran(wordsOf(tool, input, started.at(-1)), signal);
      if (name === startTool && code === 0) started.push(JSON.parse(stdout).url);
      const shown = text === "" ? `exit code ${code}` : text;
      return { text: portions.first(shown), isError: code !== 0 };
    },
    async end(): Promise<void> {
      for (const url of started) await ran(["stop", "--port", new URL(url).port]);
    },
  };
}

function wordsOf(tool: Tool, input: object, url: string | undefined): readonly string[] {
  const read = readAs(tool.input, input) as Record<string, unknown>;
  for (const [name, value] of Object.entries(read)) {
    if (typeof value === "string" && value.startsWith("-"))
      throw new Error(`${name}: '${value}' looks like an option`);
  }
  const words = tool.words(read as never);
  return tool.asks && url !== undefined ? [...words, "--url", url] : words;
}

const printedMax = 1_000_000;

/** Runs a command of this program in a process of its own: stdout here belongs to the protocol. */
async function ran(words: readonly string[], signal?: AbortSignal) {
  const child = spawn(process.execPath, [process.argv[1] ?? "", ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal && { signal }),
  });
  let [stdout, text] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    if (stdout.length < printedMax) stdout += part;
    if (text.length < printedMax) text += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    if (text.length < printedMax) text += part;
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject).once("close", (ended) => resolve(ended ?? 1));
  });
  return { code, stdout, text: text.trim() };
}
