import type { Ms } from '#kernel/time.ts'

/**
 * A signature of a device, as the record keeps it: when, the path, SHA-256 of what the body asks for
 * (hexadecimal), r || s in base64url. With the record's key and the public key that the journal knows for its
 * device, anybody can check it (`src/wire/signed.ts`).
 */
export type Signed = { at: Ms; body: string; path: string; signature: string }

/**
 * The signatures of the requests that are being answered, by device and idempotency key: the edge has checked
 * each, and the engine writes it into the record of the command that runs under that key. No module carries
 * it, so none can forget it.
 */
export class Signatures {
  readonly #held = new Map<string, Signed>()

  /** Kept until the request is answered; the function returned ends that. */
  hold(device: string, key: string, signed: Signed): () => void {
    const name = `${device} ${key}`
    this.#held.set(name, signed)
    return () => {
      // The same key again, sent while the first was under way, has put its own here.
      if (this.#held.get(name) === signed) this.#held.delete(name)
    }
  }

  of(device: string, key: string): Signed | undefined {
    return this.#held.size === 0 ? undefined : this.#held.get(`${device} ${key}`)
  }
}
