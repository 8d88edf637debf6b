import { signatureOf, type WebhookCall } from "../../domain/deliveries/call.ts";
import type { VendorNames } from "../../contract/vendor-names.ts";

/** A call as somebody makes it who is not the service, or as the service would not: what is said of it, and how. */
export interface Oddity {
  readonly about: string;
  readonly of: (call: WebhookCall, known: { names: VendorNames; secret: string }) => WebhookCall;
}

export const outdated = (before: string): Oddity => ({
  about: "A delivery signed with the secret that was replaced",
  of: (call, { names }) => signedBy(before, call, names),
});

/** Of a call that is signed well: every way in which its signature may be none. */
export const wrongSignatures: readonly Oddity[] = [
  { ...outdated("another secret"), about: "A delivery signed with another secret" },
  {
    about: "A signature with a wrong last digit",
    of: changed((right) => right.slice(0, -1) + otherDigit(right.at(-1))),
  },
  {
    about: "A signature with a wrong first digit",
    of: changed((right) => otherDigit(right[0]) + right.slice(1)),
  },
  { about: "The first eight digits of the signature", of: changed((right) => right.slice(0, 8)) },
  { about: "A signature with a digit too many", of: changed((right) => `${right}0`) },
  { about: "An empty signature", of: changed(() => "") },
  {
    about: "A delivery without a signature",
    of(call, { names }) {
      const { [names.signatureHeader]: _signature, ...headers } = call.headers;
      return { ...call, headers };
    },
  },
  {
    about: "The signature of another body",
    of: ({ body, ...call }) => {
      return { ...call, body: body.replace(/"version":"[^"]*"/, '"version":"1999-12-31"') };
    },
  },
  {
    about: "The signature of another time",
    of(call, { names }) {
      const before = new Date(Date.parse(timestampOf(call, names)) - 2000).toUTCString();
      return { ...call, headers: { ...call.headers, [names.timestampHeader]: before } };
    },
  },
];

/** The same JSON with other white space, signed well: its bytes are what counts. */
export const respaced: Oddity = {
  about: "A delivery that is signed well, with white space in its JSON",
  of(call, { names, secret }) {
    const body = JSON.stringify(JSON.parse(call.body), null, 1);
    return signedBy(secret, { ...call, body }, names);
  },
};

/** One of its events has no payload, so that whoever processes them fails there; signed well. */
export const broken = (index: number): Oddity => ({
  about: "A batch with an event in the middle that cannot be processed",
  of(call, { names, secret }) {
    const { data, ...rest } = JSON.parse(call.body) as { data: object[] };
    const spoilt = data.map((entry, at) => (at === index ? { ...entry, payload: null } : entry));
    return signedBy(secret, { ...call, body: JSON.stringify({ data: spoilt, ...rest }) }, names);
  },
});

export const idsIn = ({ body }: WebhookCall): string[] =>
  (JSON.parse(body) as { data: { external_id: string }[] }).data.map(
    ({ external_id }) => external_id,
  );

const timestampOf = ({ headers }: WebhookCall, names: VendorNames): string =>
  headers[names.timestampHeader] ?? "";

const signedBy = (secret: string, call: WebhookCall, names: VendorNames): WebhookCall =>
  signedWith(call, names, signatureOf(secret, call.body, timestampOf(call, names)));

function signedWith(call: WebhookCall, names: VendorNames, signature: string): WebhookCall {
  return { ...call, headers: { ...call.headers, [names.signatureHeader]: signature } };
}

function changed(change: (right: string) => string): Oddity["of"] {
  return (call, { names }) =>
    signedWith(call, names, change(call.headers[names.signatureHeader] ?? ""));
}

const otherDigit = (digit: string | undefined): string => (digit === "0" ? "1" : "0");
