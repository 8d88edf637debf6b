import { render } from "preact";
import { Frame } from "./frame/frame.tsx";
import { listenToKeys } from "./frame/keyboard.ts";
import { PageContext } from "./parts/page.ts";
import { Store } from "./store/store.ts";
import { Ui } from "./store/ui.ts";
import { views } from "./views/views.ts";

/** A link may bring the control token: it goes from the address at once, and never to the emulator in a URL. */
const [, token] = /^#token=(\w+)$/.exec(location.hash) ?? [];
if (token !== undefined) history.replaceState(null, "", location.pathname);

const page = { store: new Store(), ui: new Ui() };
if (token !== undefined) page.store.control.useToken(token);
listenToKeys(page.ui, views);
page.store.open();
render(
  <PageContext.Provider value={page}>
    <Frame views={views} />
  </PageContext.Provider>,
  document.body,
);
