import type { MemberId } from '#kernel/id.ts'
import { DAY, iso, type Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isFrozen, memberOf } from '#modules/identity/server/public.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { matchOf } from '../model/line-match.ts'
import { refundIdOf } from '../model/refund.ts'
import { claimOf, isCorrectedDebit } from './open-line.ts'
import type { LineView, RefundStep } from '../operator-contract.ts'
import {
  deposits,
  refunds,
  statementLines,
  withdrawals,
  type DepositRow,
  type RefundRow,
  type StatementLineRow,
  type WithdrawalRow,
} from './tables.ts'

export const isoOrNull = (at: Ms | null): string | null => (at === null ? null : iso(at))

/** A member without a name: lists show no personal data. */
export function memberRef(tables: TableReader, memberId: MemberId, wall: Ms) {
  const row = memberOf(tables, memberId)!
  return {
    id: row.id,
    number: row.number,
    level: row.level,
    days: Math.max(0, Math.floor((wall - row.openedAt) / DAY)),
    frozen: isFrozen(tables, memberId, wall),
  }
}

export function whoOf(staff: Pick<StaffPublic, 'personOf'>, operatorId: string) {
  const { role, number } = staff.personOf(operatorId)
  return { role, number }
}

type Behind = { deposit: DepositRow | null; withdrawal: WithdrawalRow | null; refund: RefundRow | null }

/** The deposit, withdrawal or refund that the reference of a line belongs to. */
export const behind = (tables: TableReader, reference: string | null): Behind => ({
  deposit: reference === null ? null : (tables.of(deposits).by('reference', reference)[0] ?? null),
  withdrawal: reference === null ? null : (tables.of(withdrawals).by('reference', reference)[0] ?? null),
  refund: reference === null ? null : (tables.of(refunds).by('reference', reference)[0] ?? null),
})

type Line = Pick<StatementLineRow, 'id' | 'kind' | 'yen' | 'reference' | 'payerHash' | 'usedFor'>

export function lineMatch(tables: TableReader, line: Line): LineView['match'] {
  const { deposit, withdrawal, refund } = behind(tables, line.reference)
  const other = line.kind === 'in' ? 'out' : 'in'
  const isOver = deposit !== null && deposit.state !== 'pending' && line.kind !== 'returned'
  const isSentBack =
    isOver &&
    tables
      .of(statementLines)
      .by('open', deposit.reference)
      .some((each) => each.kind === other && each.yen === line.yen && each.id !== line.id)
  const isPaymentDue = withdrawal?.state === 'approved' || refund?.state === 'approved'
  return matchOf(line, {
    deposit,
    withdrawal,
    refund,
    isSentBack,
    // People say which of several debits is the payment: until then none is known as the one too many.
    isCorrected: !(line.kind === 'out' && isPaymentDue) && isCorrectedDebit(tables, line),
    isClaimed: claimOf(tables, line) !== undefined,
  })
}

/** `payer`: where the file itself is at hand. */
export function lineView(
  tables: TableReader,
  line: Line & Omit<StatementLineRow, keyof Line>,
  payer: string | null,
): LineView {
  const { deposit, withdrawal, refund } = behind(tables, line.reference)
  const wayBack = tables.of(refunds).get(refundIdOf(line.id)) ?? refund
  const payment = withdrawal ?? claimOf(tables, line)
  const about =
    deposit === null
      ? payment === null || payment === undefined
        ? null
        : { kind: 'withdrawal' as const, id: payment.id }
      : { kind: 'deposit' as const, id: deposit.id }
  return {
    id: line.id,
    kind: line.kind,
    amount: line.yen,
    reference: line.reference,
    payer,
    bookedAt: iso(line.bookedAt),
    source: line.source,
    fileId: line.fileId,
    number: line.number,
    match: lineMatch(tables, line),
    about,
    refund:
      wayBack === null || wayBack === undefined
        ? null
        : {
            id: wayBack.id,
            lineId: wayBack.lineId,
            state: refundState(wayBack),
            since: iso(sinceOf(wayBack)),
          },
  }
}

/** The step of a refund as people read it: in no file yet, with the bank, gone, or come back. */
export const refundState = ({ state, transferId }: RefundRow): RefundStep =>
  state === 'approved' ? (transferId === null ? 'to-send' : 'in-file') : state
/** The start of that step. */
export const sinceOf = ({ state, decidedAt, paidAt, bouncedAt }: RefundRow): Ms =>
  (state === 'paid' ? paidAt : state === 'bounced' ? bouncedAt : decidedAt) ?? decidedAt

/** Lines that people can count as they are, and those that belong to nothing any more. */
const COUNTABLE: ReadonlySet<string> = new Set([
  'deposit',
  'payout',
  'returned',
  'claim-returned',
  'amount-differs',
  'payer-differs',
  'further',
  'refund',
  'refund-bounced',
  'claim-credit',
])
const STRAY: ReadonlySet<string> = new Set(['ended', 'stray-debit', 'unknown'])
/** A line of another sum can be credited, to its own yen. */
export const isCreditable = (match: LineView['match']): boolean =>
  match === 'deposit' || match === 'amount-differs' || match === 'further'
export const isCountable = (tables: TableReader, line: Line): boolean =>
  COUNTABLE.has(lineMatch(tables, line))
export const isStray = (tables: TableReader, line: Line): boolean => STRAY.has(lineMatch(tables, line))
