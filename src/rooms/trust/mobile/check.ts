import { call } from '#client/call.ts'
import { checkSigned, type Checked } from '#client/signed.ts'
import { getConsistency, getHeads, type HeadView, type ProofView } from '../contract.ts'
import { bytesOf, hexOf } from '../model/bytes.ts'
import { headText } from '../model/head.ts'
import { entryHash, SALT_BYTES } from '../model/record.ts'
import { HASH_BYTES, leafHash, rootByInclusion, rootsByConsistency } from '../model/tree.ts'
import { keptHead, type KeptHead } from './kept-head.ts'

const hash = (hex: string) => bytesOf(hex, HASH_BYTES)

/** How the newest head stands to the one that this device keeps: the first it sees, one that goes on from it (or is it), or one that denies it. */
export type Continuity = 'first' | 'continues' | 'broken'
export type HeadCheck = { head: HeadView; before: KeptHead | null; continuity: Continuity; house: Checked; auditor: Checked; records: number }

/**
 * Asks for the newest head and checks it on this device: both signatures, and that its tree begins with the one that this device saw last. Only a head that
 * does is kept in its place. Null: none is published yet. Throws `CallError`.
 */
export async function checkHead(): Promise<HeadCheck | null> {
  const { newest: head, keys, records } = await call(getHeads)
  if (head === null) return null
  const [house, auditor] = await Promise.all([checkSigned(headText(head), head.house, keys.house), checkSigned(headText(head), head.auditor, keys.auditor)])
  const before = keptHead.get()
  const continuity = await continuityOf(before, head)
  if (continuity !== 'broken' && house !== 'wrong' && auditor !== 'wrong') keptHead.set({ size: head.size, root: head.root, at: head.at })
  return { head, before, continuity, house, auditor, records }
}

async function continuityOf(before: KeptHead | null, head: HeadView): Promise<Continuity> {
  if (before === null) return 'first'
  if (before.size === head.size) return before.root === head.root ? 'continues' : 'broken'
  if (before.size > head.size) return 'broken'
  // A head may have been published meanwhile: the path that comes with it leads to that one.
  const { head: newest, path } = await call(getConsistency, { query: { from: String(before.size) } })
  const roots = rootsByConsistency(before.size, newest.size, hash(before.root), path.map(hash))
  return roots !== null && hexOf(roots.before) === before.root && hexOf(roots.now) === newest.root ? 'continues' : 'broken'
}

/** Whether a record is in the head that its proof names; what is read of it must hash to what stands in the tree. */
export function isIncluded({ seq, record, salt, entry, path, head }: ProofView): boolean {
  if (record !== null && salt !== null && hexOf(entryHash(bytesOf(salt, SALT_BYTES), new TextEncoder().encode(record))) !== entry) return false
  const root = rootByInclusion(leafHash(hash(entry)), seq, head.size, path.map(hash))
  return root !== null && hexOf(root) === head.root
}
