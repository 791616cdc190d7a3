import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hexOf, bytesOf } from '../model/bytes.ts'
import { headText, type Head } from '../model/head.ts'
import { HASH_BYTES, rootsByConsistency } from '../model/tree.ts'
import type { Signer } from '#platform/signing.ts'

/** Why the auditor's process did not sign: the journal is shorter than before, says other things, or the path does not show that it goes on. */
export class Inconsistent extends Error {
  override name = 'Inconsistent'
}

/**
 * Signs heads for the auditor: only one that continues the last one it signed. That one is kept in a file outside of the database, so that whoever rewrites
 * the database is found out (security-and-trust 5.1). With `path` from the last size to the new one.
 */
export function openWitness(file: string, signer: Signer) {
  const last = (): Head | null => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Head) : null)
  return {
    publicKey: signer.publicKey,
    last,
    sign(head: Head, path: readonly string[]): string {
      const before = last()
      if (before !== null) check(before, head, path)
      writeFileSync(`${file}.new`, JSON.stringify(head), { mode: 0o600 })
      renameSync(`${file}.new`, file)
      return signer.sign(headText(head))
    },
  }
}

function check(before: Head, head: Head, path: readonly string[]): void {
  if (head.origin !== before.origin) throw new Inconsistent(`the head of ${head.origin} does not continue one of ${before.origin}`)
  if (head.size < before.size) throw new Inconsistent(`the journal has ${head.size} records, and had ${before.size}`)
  if (head.size === before.size) {
    if (head.root !== before.root) throw new Inconsistent(`the first ${head.size} records have another root than before`)
    return
  }
  const roots = rootsByConsistency(before.size, head.size, bytesOf(before.root, HASH_BYTES), path.map((hash) => bytesOf(hash, HASH_BYTES)))
  if (roots === null || hexOf(roots.before) !== before.root || hexOf(roots.now) !== head.root) throw new Inconsistent(`the first ${before.size} records are not those of the last head`)
}
