import { createHmac } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/**
 * security-and-trust.md 3: Argon2id, 19 MiB, two passes, one lane. Argon2id and a fresh 16-byte salt are the
 * library's own choice.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export type Secrets = {
  hash(password: string): Promise<string>
  /**
   * Takes the same time when there is no hash to compare with: an unknown account looks like a wrong
   * password.
   */
  matches(kept: string | null, password: string): Promise<boolean>
  /** For short codes, which live minutes and are tried a few times. */
  keyed(text: string): Buffer
}

/** Passwords are mixed with a key that is not in the database, then hashed slowly. */
export function openSecrets(pepper: Buffer): Secrets {
  const keyed = (text: string) => createHmac('sha256', pepper).update(text).digest()
  const peppered = (password: string) => keyed(password.normalize('NFC')).toString('base64')
  const nobody = hash(peppered('nobody'), COST)
  return {
    hash: (password) => hash(peppered(password), COST),
    async matches(kept, password) {
      const right = await verify(kept ?? (await nobody), peppered(password))
      return right && kept !== null
    },
    keyed,
  }
}
