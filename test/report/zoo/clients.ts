import { clients as axios } from "./clients/axios.ts";
import type { Client } from "./clients/client.ts";
import { clients as fetches } from "./clients/fetches.ts";
import { clients as got } from "./clients/got.ts";
import { clients as programs } from "./clients/programs.ts";
import { clients as retriers } from "./clients/retriers.ts";

/** All clients of the zoo. */
export const zoo: readonly Client[] = [...axios, ...got, ...fetches, ...retriers, ...programs];
