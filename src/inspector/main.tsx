import { render } from "preact";
import { Saved } from "../control/session/saved.ts";
import { Frame } from "./frame/frame.tsx";
import { listenToKeys } from "./frame/keys.tsx";
import { PageContext } from "./parts/page.ts";
import { Store } from "./store/store.ts";
import { Ui } from "./store/ui.ts";
import { views } from "./views/views.ts";

/** A link may bring the control token: it goes from the address at once, and never to the emulator in a URL. */
const [, token] = /^#token=(\w+)$/.exec(location.hash) ?? [];
if (token !== undefined) history.replaceState(null, "", location.pathname);

const page = { store: new Store(), ui: new Ui() };
page.store.control.token = token;
/** A page that was saved has its session in it. */
const text = document.querySelector("#session")?.textContent ?? undefined;
if (text !== undefined) page.store.showSaved(new Saved(text));
const shown = text === undefined ? views : views.filter(({ group }) => group !== "World");
listenToKeys(page.ui, shown);
page.store.open();
render(
  <PageContext.Provider value={page}>
    <Frame views={shown} />
  </PageContext.Provider>,
  document.body,
);
