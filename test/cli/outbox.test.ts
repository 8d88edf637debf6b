import { describe, expect, it } from "vitest";
import { runHere } from "../support/cli.ts";
import { newsletter } from "../support/newsletter.ts";

/** A campaign that was sent, on a port, and the commands about it. */
async function sent() {
  const ways = await newsletter({ port: 0 });
  const { url } = ways.emulator;
  const cli = (...words: string[]) => runHere([...words, "--url", url]);
  const { id } = await ways.mailTo("ada@example.com");
  const statusOf = async () => (await ways.emulator.outbox.get(id)).status;
  return { ...ways, cli, id, statusOf };
}

describe("outbox", () => {
  it("lists the messages, and narrows them", async () => {
    const { cli, id, campaign } = await sent();
    const { stdout } = await cli("outbox", "list");
    expect(stdout).toMatch(/^ID +CHANNEL +STATUS +TO +SUBJECT +NAME +AT\n/);
    expect(stdout).toMatch(new RegExp(`${id} +email +delivered +ada@example.com +Summer is here`));
    expect(stdout.trim().split("\n")).toHaveLength(4);
    const narrowed = await cli("outbox", "--to", "ada@*", "--campaign", campaign, "--json");
    expect(JSON.parse(narrowed.stdout)).toMatchObject({ messages: [{ id }] });
    expect((await cli("outbox", "list", "--channel", "sms")).stdout).toBe("No message was sent.\n");
  });

  it("shows a message with its links, and its HTML alone", async () => {
    const { cli, id } = await sent();
    const { stdout } = await cli("outbox", "show", id);
    expect(stdout).toMatch(/^To: ada@example\.com$/m);
    expect(stdout).toMatch(/^Subject: Summer is here$/m);
    expect(stdout).toMatch(/^ {2}1 https:\/\/shop\.example\/sale\S*\n {4}http:\/\/127\S+\.c0$/m);
    expect(stdout).toMatch(/^ {2}unsubscribe\n {4}http:\/\/127\S+\.u$/m);
    const html = await cli("outbox", "show", id, "--html");
    expect(html.stdout).toContain("<p>Hi Ada</p>");
    const json = await cli("outbox", "show", id, "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ id, html: html.stdout.trimEnd() });
  });

  it.each([
    [[], "clicked", /^Clicked https:\/\/shop\.example\/sale\S* of message \w{26} to ada@/],
    [["--link", "2"], "clicked", /^Clicked https:\/\/shop\.example\/new/],
    [["--open"], "opened", /^Opened message \w{26} to ada@example\.com\.\n$/],
    [["--unsubscribe"], "unsubscribed", /^Unsubscribed by message \w{26}/],
  ])("clicks %j", async (words, status, text) => {
    const { cli, id, statusOf } = await sent();
    const done = await cli("outbox", "click", id, ...words);
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toMatch(text);
    expect(await statusOf()).toBe(status);
  });

  it.each([
    [["--link", "9"], "no link 9; it has 1 https://shop.example/sale"],
    [["--link", "0"], "Expected a whole number, 1 or more"],
    [["--open", "--unsubscribe"], "--unsubscribe"],
  ])("refuses to click %j", async (words, text) => {
    const { cli, id, statusOf } = await sent();
    const done = await cli("outbox", "click", id, ...words);
    expect(done).toMatchObject({ code: 2, stdout: "" });
    expect(done.stderr).toContain(text);
    expect(await statusOf()).toBe("delivered");
  });

  it("refuses a message that there is none of", async () => {
    const { cli } = await sent();
    for (const command of ["show", "click"]) {
      const { code, stderr } = await cli("outbox", command, "01NOTHING");
      expect([code, stderr]).toEqual([2, expect.stringContaining("no message with id 01NOTHING")]);
    }
  });
});

describe("rates", () => {
  it("are shown and set", async () => {
    const { cli } = await sent();
    expect((await cli("rates")).stdout).toMatch(/^RATE +VALUE\ndeliver +1\nbounce +0\n/);
    const set = await cli("rates", "set", "--open", "0.5", "--bounce", "0.25", "--json");
    expect(JSON.parse(set.stdout)).toMatchObject({ open: 0.5, deliver: 0.75, bounce: 0.25 });
  });

  it.each([
    [["--open", "2"], "--open"],
    [["--open", "often"], "--open"],
    [["--deliver", "1", "--bounce", "0.5"], "set bounce to 0 or less, or lower deliver"],
    [[], "nothing to set"],
  ])("refuse %j, and say which option", async (words, text) => {
    const { cli } = await sent();
    const { code, stderr } = await cli("rates", "set", ...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
  });
});
