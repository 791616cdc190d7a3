import type { MemberId } from '#kernel/id.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import type { Database } from '#platform/database/connect.ts'
import type { StatementView } from '../contract.ts'
import { checkLeaf } from '../model/liabilities.ts'
import type { LiabilityThread } from './liability-thread.ts'
import { accountsAsOf } from './queries.ts'

/**
 * A member's leaf of a statement, with the accounts that it sums up; null: they were not a member yet. Throws
 * `RowForged` where the leaf does not lead to the signed root, or its accounts come to something else: no
 * figure that SQL has changed stands beside a signature.
 */
export async function ownLeaf(
  db: Database,
  thread: Pick<LiabilityThread, 'proof'>,
  statement: StatementView,
  memberId: MemberId,
) {
  const { day, size } = statement
  const [proof, parts] = await Promise.all([thread.proof(day, memberId), accountsAsOf(db, memberId, size)])
  if (proof === null) return null
  const leaf = { pseudonym: memberId, ...proof, parts }
  const { included, adds } = checkLeaf(leaf, statement)
  if (!included) throw new RowForged('liability_leaves', `${day} ${proof.place}`)
  if (!adds) throw new RowForged('member_balances', memberId)
  return leaf
}
