import * as z from 'zod/mini'
import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { storedList } from '#client/local-storage.ts'
import { session } from '#client/session.ts'
import { checkSigned, type Checked } from '#client/signed.ts'
import { getOwnLiability, listLiabilities, type OwnLiability, type StatementView } from '../contract.ts'
import { checkLeaf, isCovered, statementText } from '../model/liabilities.ts'

/**
 * The member's own part. `included`: the leaf leads to the root and to its sum; `adds`: the member's accounts
 * of that moment make the leaf's yen.
 */
export type OwnCheck = { leaf: NonNullable<OwnLiability['leaf']>; included: boolean; adds: boolean }
/**
 * `same`: the day says what it said when this device saw it before. `own` null: a guest, or the ledger knew
 * nothing of the member then.
 */
export type OwedCheck = {
  statement: StatementView
  house: Checked
  auditor: Checked
  same: boolean
  covered: boolean
  own: OwnCheck | null
}

const Seen = z.object({ day: z.string(), root: z.string() })
const seen = storedList<z.output<typeof Seen>>({
  key: 'trust.days',
  most: 30,
  parse: (value) => Seen.safeParse(value).data ?? null,
  same: (a, b) => a.day === b.day,
})

/**
 * The server's debt on the newest day, reckoned on this device. `statement` null: no day has closed yet; then
 * `nextAt` is when. Throws `CallError`.
 */
export async function checkOwed(): Promise<{ check: OwedCheck | null; nextAt: string }> {
  const { days, keys, nextAt } = await call(listLiabilities, {}, { quiet: true })
  const mine = session.get().isLogin && days.length > 0 ? await ownLiability() : null
  // A day may have closed between the two: what the member's leaf belongs to is what is judged.
  const statement = mine?.statement ?? days[0]
  if (statement === undefined) return { check: null, nextAt }
  const text = statementText(statement)
  const [firm, auditor] = await Promise.all([
    checkSigned(text, statement.house, keys.house),
    checkSigned(text, statement.auditor, keys.auditor),
  ])
  const before = seen.entries().find(({ day }) => day === statement.day)
  if (before === undefined && firm !== 'wrong') seen.add({ day: statement.day, root: statement.root })
  const same = before === undefined || before.root === statement.root
  return {
    check: {
      statement,
      house: firm,
      auditor,
      same,
      covered: isCovered(statement),
      own: mine === null || mine.leaf === null ? null : checkOwn(mine.leaf, statement),
    },
    nextAt,
  }
}

async function ownLiability(): Promise<OwnLiability | null> {
  try {
    return await call(getOwnLiability, {}, { quiet: true })
  } catch (error) {
    if (error instanceof CallError && error.kind === 'refused') return null
    throw error
  }
}

/** The pseudonym must be the member's own id: a leaf that stands for two members would be owed once. */
export function checkOwn(leaf: OwnCheck['leaf'], statement: StatementView): OwnCheck {
  const { included, adds } = checkLeaf(leaf, statement)
  return { leaf, included: included && leaf.pseudonym === session.get().userId, adds }
}

/** Nothing speaks against it. */
export const isRight = ({ house: firm, auditor, same, covered, own }: OwedCheck): boolean =>
  firm !== 'wrong' && auditor !== 'wrong' && same && covered && (own === null || (own.included && own.adds))
