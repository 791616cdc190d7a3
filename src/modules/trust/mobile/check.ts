import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { serverNow } from '#client/clock.ts'
import { checkSigned, type Checked } from '#client/signed.ts'
import { hexOf } from '#kernel/hex.ts'
import { getConsistency, getHeads, type HeadView, type ProofView } from '../contract.ts'
import { bytesOf } from '../model/bytes.ts'
import { headText } from '../model/head.ts'
import { entryHash, SALT_BYTES } from '../model/record.ts'
import { HASH_BYTES, leafHash, rootByInclusion, rootsByConsistency } from '../model/tree.ts'
import { storedHead, type StoredHead } from './stored-head.ts'

const hash = (hex: string) => bytesOf(hex, HASH_BYTES)
const SILENT = { quiet: true } as const

export type Keys = StoredHead['keys']
/**
 * The relation of a head to the one that this device keeps: the first it sees, one that goes on from it (or
 * is it), one that denies it, or one signed with other keys.
 */
export type Continuity = 'first' | 'continues' | 'broken' | 'other-keys'
export type HeadJudged = {
  head: HeadView
  before: StoredHead | null
  continuity: Continuity
  house: Checked
  auditor: Checked
}
export type HeadCheck = HeadJudged & { keys: Keys; records: number; corrections: number }

/** A head that nothing speaks against. */
export const isSound = ({ continuity, house: firm, auditor }: HeadJudged): boolean =>
  (continuity === 'first' || continuity === 'continues') && firm !== 'wrong' && auditor !== 'wrong'

/** Asks for the newest head and judges it. Null: none is published yet. Throws `CallError`. */
export async function checkHead(): Promise<HeadCheck | null> {
  const { newest, keys, records, corrections } = await call(getHeads, {}, SILENT)
  return newest === null ? null : { ...(await judgeHead(newest, keys)), keys, records, corrections }
}

/**
 * On this device: both signatures, and that the head's tree begins with the one that this device saw last (or
 * that one with it, where both crossed on the way). Only a head that nothing speaks against is kept in its
 * place. Throws `CallError`.
 */
export async function judgeHead(head: HeadView, keys: Keys): Promise<HeadJudged> {
  const [firm, auditor] = await Promise.all([
    checkSigned(headText(head), head.house, keys.house),
    checkSigned(headText(head), head.auditor, keys.auditor),
  ])
  const before = storedHead.get()
  const judged = { head, before, continuity: await continuityOf(before, head, keys), house: firm, auditor }
  if (isSound(judged) && head.size >= (before?.size ?? 0))
    storedHead.set({ size: head.size, root: head.root, at: head.at, keys, checkedAt: serverNow() })
  return judged
}

type Point = { size: number; root: string }

async function continuityOf(before: StoredHead | null, head: HeadView, keys: Keys): Promise<Continuity> {
  if (before === null) return 'first'
  if (before.keys.house !== keys.house || before.keys.auditor !== keys.auditor) return 'other-keys'
  if (before.size === head.size) return before.root === head.root ? 'continues' : 'broken'
  const [older, newer] = before.size < head.size ? [before, head] : [head, before]
  return (await beginsWith(older, newer)) ? 'continues' : 'broken'
}

/** True if the newer tree begins with the older one. */
async function beginsWith(older: Point, newer: Point): Promise<boolean> {
  let path: readonly string[]
  try {
    path = (
      await call(getConsistency, { query: { from: String(older.size), to: String(newer.size) } }, SILENT)
    ).path
  } catch (error) {
    // The server that signed it says that it has no such head.
    if (error instanceof CallError && error.kind === 'refused') return false
    throw error
  }
  const roots = rootsByConsistency(older.size, newer.size, hash(older.root), path.map(hash))
  return roots !== null && hexOf(roots.before) === older.root && hexOf(roots.now) === newer.root
}

/**
 * True if a record is in the head that its proof names; what is read of it must hash to what stands in the
 * tree.
 */
export function isIncluded({ seq, record, salt, entry, path, head }: ProofView): boolean {
  if (
    record !== null &&
    salt !== null &&
    hexOf(entryHash(bytesOf(salt, SALT_BYTES), new TextEncoder().encode(record))) !== entry
  )
    return false
  const root = rootByInclusion(leafHash(hash(entry)), seq, head.size, path.map(hash))
  return root !== null && hexOf(root) === head.root
}
