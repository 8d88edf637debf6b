import type { Account } from "../../world/account.ts";
import { uuid } from "../../world/ids.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import { inputOf, type EventProfile } from "../events/check.ts";
import { profileWith, putIfChanged } from "./save.ts";
import type { Device, PushTokenInput } from "./shown-shapes.ts";
import { type Profile, type PushToken, pushTokens } from "../resources/profile.ts";

/** Whom a push token is for, with what is said of them written over. Undefined: the id is nobody's. */
export function holderOf(
  account: Account,
  data: EventProfile,
  now: number,
  options: { readonly discreet?: boolean | undefined } = {},
): Profile | undefined {
  const input = inputOf(data);
  return profileWith(account, input, input.attributes, now, options);
}

/** A device has one token, and a token one profile: who registers it last has it. */
export function registerToken(
  account: Account,
  { discreet, ...input }: PushTokenInput & { readonly discreet?: boolean },
  now: number,
): void {
  const profile = holderOf(account, input.profile.data, now, { discreet });
  if (profile === undefined) return;
  account.commit([
    ...putIfChanged(account, profile),
    ...withDevice(account, input, profile.id, now),
  ]);
}

export function withDevice(account: Account, device: Device, profile: string, now: number) {
  const { token, platform, vendor, enablement_status, background, device_metadata } = device;
  const known = account.table(pushTokens).find(["token"], [token]);
  const made: PushToken = {
    id: known?.id ?? uuid(account.dice("push token")),
    seq: known?.seq ?? account.nextSeq(),
    token,
    platform,
    vendor,
    // What is not said is as published.
    enablement_status: enablement_status ?? "AUTHORIZED",
    background: background ?? "AVAILABLE",
    metadata: device_metadata ?? null,
    profile,
    created: known?.created ?? now,
    recorded_date: now,
  };
  return [put(pushTokens, made)];
}

export function withoutDevice(account: Account, { token }: Device, profile: string): Change[] {
  const known = account.table(pushTokens).find(["token"], [token]);
  return known?.profile === profile ? [drop(pushTokens, known.id)] : [];
}

/** A device is given back by whoever has it: its token is not enough. */
export function unregisterToken(
  account: Account,
  { token, platform, vendor, profile }: Unregistering,
  now: number,
): void {
  const known = account.table(pushTokens).find(["token"], [token]);
  const same = known?.platform === platform && (!vendor || known.vendor === vendor);
  if (known && same && holderOf(account, profile.data, now)?.id === known.profile) {
    account.commit([drop(pushTokens, known.id)]);
  }
}

export interface Unregistering extends Pick<PushTokenInput, "token" | "platform" | "profile"> {
  readonly vendor?: string | null;
}
