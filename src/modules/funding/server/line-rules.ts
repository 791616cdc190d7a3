import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isFrozen } from '#modules/identity/server/public.ts'
import { openRequest, type Effect } from '#modules/staff/server/public.ts'
import { lineMatch } from './desk-views.ts'
import {
  accountAppeals,
  appeals,
  deposits,
  statementLines,
  withdrawals,
  type StatementLineRow,
} from './tables.ts'

type LineRule = NonNullable<Effect<{ lineId: string }>['byRule']>

/** A frozen member, a dispute about their money, and a case against which another request is open. */
function isSetApart(
  tables: TableReader,
  memberId: MemberId,
  subject: string,
  against: 'deposit.refuse' | 'withdrawal.deny',
  now: Ms,
): Refusal | null {
  if (isFrozen(tables, memberId, now)) return no('RULE_FROZEN')
  const isDisputed =
    openRequest(tables, against, subject, now)?.power === against ||
    [...tables.of(appeals).by('state', 'open'), ...tables.of(accountAppeals).by('state', 'open')].some(
      (appeal) => appeal.memberId === memberId,
    )
  return isDisputed ? no('RULE_DISPUTED') : null
}

/** The one open line of a reference: where there are several, people look at each. */
const isAlone = (tables: TableReader, { id, reference, kind }: StatementLineRow): boolean =>
  reference !== null &&
  tables
    .of(statementLines)
    .by('open', reference)
    .every((line) => line.id === id || line.kind !== kind)

const rule = (
  kind: 'in' | 'out',
  match: 'deposit' | 'payout',
  caseOf: (tables: TableReader, subject: string) => { memberId: MemberId } | undefined,
  subjectOf: (tables: TableReader, line: StatementLineRow) => string | undefined,
  against: 'deposit.refuse' | 'withdrawal.deny',
): LineRule => ({
  candidates(tables) {
    const first = new Map<string, string>()
    for (const line of tables.of(statementLines).range('waiting', 'all')) {
      const subject = line.kind === kind ? subjectOf(tables, line) : undefined
      if (subject !== undefined && !first.has(subject)) first.set(subject, line.id)
    }
    return [...first].map(([subject, lineId]) => ({ subject, body: { lineId } }))
  },
  leavesOut(tables, subject, { lineId }, now) {
    const line = tables.of(statementLines).get(lineId)
    if (line === undefined) return no('LINE_NOT_FOUND')
    if (lineMatch(tables, line) !== match) return no('LINE_OTHER_AMOUNT')
    if (!isAlone(tables, line)) return no('RULE_SEVERAL_LINES')
    const { memberId } = caseOf(tables, subject)!
    return isSetApart(tables, memberId, subject, against, now)
  },
})

/** Requests that one list of this rule would take now. */
export const countByRule = (tables: TableReader, { candidates, leavesOut }: LineRule, now: Ms): number =>
  candidates(tables).filter(({ subject, body }) => leavesOut(tables, subject, body, now) === null).length

/**
 * The published rule by which many deposits are credited with one signature of each of two people (decision
 * 0142): one line fits one announcement in reference, amount and name, and nothing speaks against its member.
 * Each other deposit is looked at by itself.
 */
export const creditRule = rule(
  'in',
  'deposit',
  (tables, id) => tables.of(deposits).get(id),
  (tables, { reference }) => {
    const known = reference === null ? undefined : tables.of(deposits).by('reference', reference)[0]
    return known?.state === 'pending' ? known.id : undefined
  },
  'deposit.refuse',
)

/** The same for payments: one line of the bank shows the approved amount under the reference. */
export const paidRule = rule(
  'out',
  'payout',
  (tables, id) => tables.of(withdrawals).get(id),
  (tables, { reference }) => {
    const known = reference === null ? undefined : tables.of(withdrawals).by('reference', reference)[0]
    return known?.state === 'approved' ? known.id : undefined
  },
  'withdrawal.deny',
)
