import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DateJst } from '#kernel/time.ts'
import { hexOf, bytesOf } from '../model/bytes.ts'
import { headText, type Head } from '../model/head.ts'
import { HASH_BYTES, rootsByConsistency } from '../model/tree.ts'
import type { Signer } from '#platform/signing.ts'

/** Why the auditor's process did not sign: the journal is shorter than before, says other things, or the path does not show that it goes on. */
export class Inconsistent extends Error {
  override name = 'Inconsistent'
}

export type Witness = ReturnType<typeof openWitness>

/**
 * Signs for the auditor: a head only where it continues the last one that was signed, what the house owes on a day only once. Both are kept in files outside of the database,
 * so that whoever rewrites the database is found out (security-and-trust 5.1). With `path` from the last size to the new one.
 */
export function openWitness(folder: string, signer: Signer) {
  const [headFile, dayFile] = [join(folder, 'auditor-head.json'), join(folder, 'auditor-day.json')]
  const last = (): Head | null => kept(headFile) as Head | null
  return {
    publicKey: signer.publicKey,
    last,
    sign(head: Head, path: readonly string[]): string {
      const before = last()
      if (before !== null) check(before, head, path)
      keep(headFile, head)
      return signer.sign(headText(head))
    },
    /** `text`: what the house says of a market day. Another text for it, or for a day before the last, is refused. */
    signDay(day: DateJst, text: string): string {
      const before = kept(dayFile) as { day: DateJst; text: string } | null
      if (before !== null && day < before.day) throw new Inconsistent(`${before.day} was signed before ${day}`)
      if (before !== null && day === before.day && text !== before.text) throw new Inconsistent(`${day} was signed with another text`)
      keep(dayFile, { day, text })
      return signer.sign(text)
    },
  }
}

const kept = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)
function keep(file: string, value: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${file}.new`, file)
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
