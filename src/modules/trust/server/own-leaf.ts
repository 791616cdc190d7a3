import type { MemberId } from '#kernel/id.ts'
import { hexOf } from '#kernel/hex.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import type { Database } from '#platform/database/connect.ts'
import type { StatementView } from '../contract.ts'
import { bytesOf } from '../model/bytes.ts'
import { liabilityLeaf, rootBySums } from '../model/liabilities.ts'
import { SALT_BYTES } from '../model/record.ts'
import type { LiabilityThread } from './liability-thread.ts'
import { accountsAsOf } from './queries.ts'

const HASH_BYTES = 32

/**
 * A member's leaf of a statement, with the accounts that it sums up; null: they were not a member yet. Throws
 * `RowForged` where the leaf does not lead to the signed root, or its accounts come to something else: no
 * figure that SQL has changed stands beside a signature.
 */
export async function ownLeaf(
  db: Database,
  thread: Pick<LiabilityThread, 'proof'>,
  { day, size, root, total }: StatementView,
  memberId: MemberId,
) {
  const [proof, parts] = await Promise.all([thread.proof(day, memberId), accountsAsOf(db, memberId, size)])
  if (proof === null) return null
  const reached = rootBySums(
    liabilityLeaf(memberId, bytesOf(proof.salt, SALT_BYTES), BigInt(proof.yen)),
    proof.place,
    proof.path.map(({ hash, yen }) => ({ hash: bytesOf(hash, HASH_BYTES), yen: BigInt(yen) })),
  )
  if (reached === null || hexOf(reached.hash) !== root || reached.yen !== BigInt(total))
    throw new RowForged('liability_leaves', `${day} ${proof.place}`)
  const held = parts.reduce((sum, { yen }) => sum + yen, 0)
  if (Math.max(0, held) !== proof.yen) throw new RowForged('member_balances', memberId)
  return { pseudonym: memberId, ...proof, parts }
}
