import { render } from "preact";
import { Frame } from "./frame/frame.tsx";
import { listenToKeys } from "./frame/keyboard.ts";
import { PageContext } from "./parts/use-page.ts";
import { Store } from "./store/store.ts";
import { Ui } from "./store/ui.ts";
import { views } from "./views/views.ts";

const page = { store: new Store(), ui: new Ui() };
listenToKeys(page.ui, views);
page.store.open();
render(
  <PageContext.Provider value={page}>
    <Frame views={views} />
  </PageContext.Provider>,
  document.body,
);
