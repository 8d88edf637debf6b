import type { Recorder, Rules } from "./account.ts";

/** For a world in which nothing follows from anything. */
export const noRules: Rules = {
  perform: (_account, kind) => {
    throw new Error(`nobody does ${kind}`);
  },
  loading: () => undefined,
  isStep: () => false,
  heard: () => {},
  follow: () => [],
  begin: () => [],
  send: () => {},
  call: () => {},
  restored: () => {},
  download: async () => ({ error: "nothing is fetched here" }),
  isOwn: () => false,
  allowedHosts: [],
  secrets: [],
  failed: (error) => {
    throw error;
  },
};

/** For a world that ends with its process. */
export const noRecorder: Recorder = {
  wrote: () => {},
  keysChanged: () => {},
  restored: () => {},
  replaced: () => {},
};
