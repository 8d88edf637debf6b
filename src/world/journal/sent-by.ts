/**
 * What sent a request: a client, or what is no client's, so that nothing grades or counts it as one: the inspector
 * (*Send again*, *Compare*), the page on which a person decides about an app, a browser by itself.
 */
export type SentBy = "client" | "inspector" | "consent page" | "browser";

/** Whether a client sent it. */
export const isOfClient = ({ sentBy }: { readonly sentBy: SentBy }): boolean => sentBy === "client";
