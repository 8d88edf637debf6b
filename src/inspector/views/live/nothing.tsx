import { CopyButton } from "../../parts/act-button.tsx";
import { Empty } from "../../parts/layout.tsx";
import { usePage } from "../../parts/page.ts";

/** What stands where there is no request yet. */
export function Nothing() {
  const { store } = usePage();
  const { newest = "2026-07-15" } = store.health.value?.revisions ?? {};
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
