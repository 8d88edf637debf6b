import { defaultVendorName, vendorNames } from "../contract/vendor-names.ts";
import type { Incoming, Reply } from "./incoming.ts";

/** Where devices are told of: nothing else has a member with the service's name. */
const ofDevices = /\/push-token/;

type Face = (incoming: Incoming) => Reply | Promise<Reply>;

/**
 * A face behind which a device's SDK is called `service_sdk`, whatever the service is called outside. Of the other
 * names on the wire each is written where it stands. What is compressed is left as it is.
 */
export function named(vendor: string | undefined, face: Face): Face {
  if (vendor === undefined || vendor === defaultVendorName) return face;
  const [outside, inside] = [vendorNames(vendor).sdkMember, vendorNames().sdkMember];
  const outward = (reply: Reply): Reply => {
    const body = String(reply.body).replaceAll(inside, outside);
    const headers = { ...reply.headers };
    if ("content-length" in headers) headers["content-length"] = String(Buffer.byteLength(body));
    return { ...reply, headers, body };
  };
  return (incoming) => {
    if (!ofDevices.test(incoming.target)) return face(incoming);
    const sent = incoming.body && Buffer.from(incoming.body);
    const body =
      sent?.includes(outside) && Buffer.from(sent.toString().replaceAll(outside, inside));
    const target = incoming.target.replaceAll(outside, inside);
    const reply = face({ ...incoming, target, ...(body && { body }) });
    return reply instanceof Promise ? reply.then(outward) : outward(reply);
  };
}
