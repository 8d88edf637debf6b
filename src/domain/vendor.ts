import { type VendorNames, vendorNames } from "../contract/vendor-names.ts";
import type { Account } from "../world/account.ts";

/** The names on the wire that carry the service's own. */
export const namesOf = ({ processing }: Account): VendorNames => vendorNames(processing.vendorName);
