import { CopyButton } from "../../parts/act-button.tsx";
import { Empty } from "../../parts/layout.tsx";
import { usePage } from "../../parts/page.ts";
import type { LiveState } from "./live-state.ts";

/** What stands where there is no request, or none that the filter lets through. */
export function Nothing({ state }: { state: LiveState }) {
  const { store } = usePage();
  const { newest = "2026-07-15" } = store.health.value?.revisions ?? {};
  if (state.text.value !== "" && store.requests.size > 0)
    return (
      <Empty title="No request matches this filter">
        <p>{`${store.requests.size.toLocaleString("en")} requests are kept.`}</p>
        <button
          type="button"
          class="btn"
          onClick={() => {
            state.text.value = "";
          }}
        >
          Clear the filter <kbd>Esc</kbd>
        </button>
      </Empty>
    );
  const curl = `curl -g '${location.origin}/api/profiles?page[size]=1' \\
  -H "Authorization: Service-API-Key $SERVICE_EMULATOR_API_KEY" \\
  -H 'revision: ${newest}'`;
  return (
    <Empty title="No requests yet">
      <p>The emulator is ready. Send a request from your client, or paste this:</p>
      <pre class="body">{curl}</pre>
      <CopyButton text={curl} what="the request" />
    </Empty>
  );
}
