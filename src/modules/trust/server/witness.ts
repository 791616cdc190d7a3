import { hash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hexOf } from '#kernel/hex.ts'
import type { DateJst } from '#kernel/time.ts'
import { bytesOf } from '../model/bytes.ts'
import { headText, type Head } from '../model/head.ts'
import { HASH_BYTES, rootsByConsistency } from '../model/tree.ts'
import type { Signer } from '#platform/signing.ts'
import type { FaultName } from '#wire/system.ts'

/**
 * Refusal of the auditor's process to sign: the journal is shorter than before, says other things, or the
 * path does not show that it goes on.
 */
export class Inconsistent extends Error {
  override name = 'Inconsistent'
}

/**
 * Its own files are gone, or are not what it wrote: without them it cannot know what it has signed, and signs
 * nothing.
 */
export class WitnessLost extends Error {
  override name = 'WitnessLost'
  readonly how: 'witness-missing' | 'witness-damaged'
  constructor(how: WitnessLost['how'], file: string) {
    super(
      `${file} ${how === 'witness-missing' ? 'is gone, though heads or statements of this server were signed' : 'is not what the auditor’s process wrote'}: put the auditor’s copy back, or begin anew with what was published (npm run witness)`,
    )
    this.how = how
  }
}

export type Witness = ReturnType<typeof openWitness>

/**
 * Signs for the auditor: a head only where it continues the last one that was signed, what the server owes on
 * a day only once. Both are kept in files outside of the database, so that whoever rewrites the database is
 * found out (security-and-trust 5.1). With `path` from the last size to the new one. Throws `Inconsistent`,
 * and `WitnessLost` where its files are not there or not whole.
 */
export function openWitness(folder: string, signer: Signer) {
  const [headFile, dayFile] = [join(folder, 'auditor-head.json'), join(folder, 'auditor-day.json')]
  const last = (): Head | null => kept(headFile) as Head | null
  return {
    publicKey: signer.publicKey,
    last,
    /**
     * Of both files the first that is damaged, or gone although something was signed; null: they are whole.
     */
    lost({ heads, days }: { heads: boolean; days: boolean }): WitnessLost | null {
      try {
        if (last() === null && heads) return new WitnessLost('witness-missing', headFile)
        if (kept(dayFile) === null && days) return new WitnessLost('witness-missing', dayFile)
        return null
      } catch (error) {
        if (error instanceof WitnessLost) return error
        throw error
      }
    },
    hasSigned: signer.hasSigned,
    /** `isFirst`: nothing was ever signed for this server. */
    sign(head: Head, path: readonly string[], isFirst: boolean): string {
      const before = last()
      if (before === null && !isFirst) throw new WitnessLost('witness-missing', headFile)
      if (before !== null) check(before, head, path)
      keep(headFile, head)
      return signer.sign(headText(head))
    },
    /**
     * `text`: what the server says of a market day. Another text for it, or for a day before the last, is
     * refused.
     */
    signDay(day: DateJst, text: string, isFirst: boolean): string {
      const before = kept(dayFile) as { day: DateJst; text: string } | null
      if (before === null && !isFirst) throw new WitnessLost('witness-missing', dayFile)
      if (before !== null && day < before.day)
        throw new Inconsistent(`${before.day} was signed before ${day}`)
      if (before !== null && day === before.day && text !== before.text)
        throw new Inconsistent(`${day} was signed with another text`)
      keep(dayFile, { day, text })
      return signer.sign(text)
    },
    /**
     * Takes this for the last that it signed, whatever its files say: an act of people, never of the server.
     */
    beginAnew(head: Head | null, day: { day: DateJst; text: string } | null): void {
      if (head !== null) keep(headFile, head)
      if (day !== null) keep(dayFile, day)
    },
  }
}

/** The checksum of a file, kept in it, so that one changed letter is noticed. Earlier versions have none. */
const sumOf = (value: object): string => hash('sha256', JSON.stringify(value))

function kept(file: string): unknown {
  if (!existsSync(file)) return null
  let found: unknown
  try {
    found = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new WitnessLost('witness-damaged', file)
  }
  if (typeof found !== 'object' || found === null) throw new WitnessLost('witness-damaged', file)
  const { sum, ...value } = found as { sum?: unknown }
  if (!isWhole(value) || (sum !== undefined && sum !== sumOf(value)))
    throw new WitnessLost('witness-damaged', file)
  return value
}

/** A head, or a day with its text. */
const isWhole = (value: Partial<Head & { day: DateJst; text: string }>): boolean =>
  (typeof value.day === 'string' && typeof value.text === 'string') ||
  (typeof value.origin === 'string' &&
    Number.isSafeInteger(value.size) &&
    typeof value.root === 'string' &&
    /^[0-9a-f]{64}$/.test(value.root) &&
    typeof value.at === 'string')

function keep(file: string, value: object): void {
  writeFileSync(`${file}.new`, JSON.stringify({ ...value, sum: sumOf(value) }), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

function check(before: Head, head: Head, path: readonly string[]): void {
  if (head.origin !== before.origin)
    throw new Inconsistent(`the head of ${head.origin} does not continue one of ${before.origin}`)
  if (head.size < before.size)
    throw new Inconsistent(`the journal has ${head.size} records, and had ${before.size}`)
  if (head.size === before.size) {
    if (head.root !== before.root)
      throw new Inconsistent(`the first ${head.size} records have another root than before`)
    return
  }
  const roots = rootsByConsistency(
    before.size,
    head.size,
    bytesOf(before.root, HASH_BYTES),
    path.map((hash) => bytesOf(hash, HASH_BYTES)),
  )
  if (roots === null || hexOf(roots.before) !== before.root || hexOf(roots.now) !== head.root)
    throw new Inconsistent(`the first ${before.size} records are not those of the last head`)
}

/** The name under which the server says why the auditor's process did not sign; null: that was not it. */
export function faultOf(error: unknown): FaultName | null {
  if (error instanceof WitnessLost) return error.how
  return error instanceof Inconsistent ? 'heads-refused' : null
}
