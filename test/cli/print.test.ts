import { expect, it, vi } from "vitest";
import { print } from "../../src/cli/terminal/terminal.ts";

it("JSON is printed as one line for every reader of lines", () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const value = { name: "a\u0085b\u2028c\u2029d\re" };
  print(true, value, () => "");
  write.mockRestore();
  const [text = ""] = written;
  expect(text).not.toMatch(/[\u0085\u2028\u2029\r]/);
  expect(JSON.parse(text)).toEqual(value);
});
