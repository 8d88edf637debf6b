import { instant } from "../../contract/members.ts";
import { type RecordOf, unstored } from "../../contract/resource.ts";
import { list, string } from "../../contract/shape.ts";

/** The addresses that the service calls from. */
export const ipAllowlist = unstored("ip-allowlist", {
  path: "/client/ip-allowlists",
  attributes: {
    prefixes: { shape: list(string()) },
    sync_token: { shape: string() },
    created: { shape: instant() },
  },
});

/** The only one that there is. @guess get_client_ip_allowlist: The addresses are those reserved for documentation, and their token and age are made up. */
export const allowlist: RecordOf<typeof ipAllowlist> = {
  id: "integration-egress",
  seq: 0,
  prefixes: ["192.0.2.0/24", "198.51.100.0/24", "2001:db8::/32"],
  sync_token: "1",
  created: Date.UTC(2026, 6, 15),
};
