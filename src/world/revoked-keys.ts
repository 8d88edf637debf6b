/** How many revoked keys are remembered. */
const revokedMax = 1000;

/** The secrets of revoked keys: the newest of them, so that memory stays bounded. */
export class RevokedKeys {
  readonly #secrets = new Set<string>();

  add(secret: string): void {
    this.#secrets.add(secret);
    const [oldest = ""] = this.#secrets;
    if (this.#secrets.size > revokedMax) this.#secrets.delete(oldest);
  }

  /** A key with this secret is held again. */
  delete(secret: string): void {
    this.#secrets.delete(secret);
  }

  /** Whether a key that nobody holds was revoked, as far as that is remembered. */
  has(secret: string): boolean {
    return this.#secrets.has(secret);
  }
}
