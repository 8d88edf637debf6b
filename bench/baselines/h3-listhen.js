import { H3, toNodeHandler } from "h3";
import { listen } from "listhen";

/** The frame that the emulator stands on, with nothing in it. Bundled before it is run. */
const app = new H3();
app.all("/**", () => ({ data: [] }));
const { address } = await listen(toNodeHandler(app), {
  hostname: "127.0.0.1",
  port: { port: 0, random: true },
  isProd: true,
  isTest: true,
  showURL: false,
  autoClose: false,
  clipboard: false,
  open: false,
  https: false,
  ws: false,
  tunnel: false,
});
console.log(`http://127.0.0.1:${address.port}`);
