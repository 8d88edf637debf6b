/** `true`: a certificate is made. Or one of your own, and its key without a passphrase, as PEM. */
export type TlsOption = true | { readonly cert: string; readonly key: string };

/** What a TLS server shows its clients, as PEM. */
export interface Credentials {
  readonly cert: string;
  readonly key: string;
  /** What clients must trust. */
  readonly trust: string;
}
