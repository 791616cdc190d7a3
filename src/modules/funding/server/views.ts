import type { DepositAccount } from '#platform/firm.ts'
import { iso, type DateJst, type Ms } from '#kernel/time.ts'
import type { Clock } from '#platform/clock.ts'
import type * as contract from '../contract.ts'
import { usableFrom } from '../model/bank-account.ts'
import type { Instructions } from '../model/instructions.ts'
import { readable } from '../model/kana.ts'
import { after, WITHDRAWAL, withdrawalLogStatus } from '../model/states.ts'
import { FEE_YEN } from '../model/withdrawal.ts'
import { arrivesBy } from '../model/withdrawal-timer.ts'
import type { AccountAppealEntry, DepositEntry, WithdrawalEntry } from './queries.ts'
import type { AccountDetailsRow, BankAccountRow, DepositRow, WithdrawalRow } from './tables.ts'

/** Every bank and every yen here is simulated, whatever the prices come from. */
export const SIMULATED = true
const isoOrNull = (at: Ms | null): string | null => (at === null ? null : iso(at))
/** All but the last four digits hidden. */
const masked = (number: string): string => `•••${number.slice(-4)}`

export type Words = (key: string, args: Record<string, string | number>) => string

/** Bank and last digits, as lists show an account. */
export const accountBrief = (row: AccountDetailsRow | undefined): string | null =>
  row === undefined ? null : `${row.bankName} ••${row.number.slice(-4)}`

/** One line that says where money goes. */
export const accountLabel = (row: AccountDetailsRow | undefined, text: Words): string =>
  row === undefined
    ? ''
    : text('funding.account.label', {
        bank: row.bankName,
        branch: row.branchName,
        type: row.type,
        number: masked(row.number),
      })

export const accountView = (
  row: BankAccountRow,
  details: AccountDetailsRow,
  appeal: AccountAppealEntry | undefined,
  wall: Ms,
): contract.BankAccountView => ({
  id: row.id,
  status: row.state === 'removed' ? 'denied' : row.state,
  holder: readable(details.holder),
  bankCode: details.bankCode,
  bankName: details.bankName,
  branchCode: details.branchCode,
  branchName: details.branchName,
  type: details.type,
  number: masked(details.number),
  addedAt: iso(row.addedAt),
  usableFrom: iso(usableFrom(row.addedAt)),
  usable: row.state === 'approved' && usableFrom(row.addedAt) <= wall,
  reason: row.reason,
  appeal:
    appeal === undefined
      ? null
      : {
          id: appeal.id,
          state: appeal.state,
          filedAt: iso(appeal.filedAt),
          answerBy: iso(appeal.answerBy),
          decidedAt: isoOrNull(appeal.decidedAt),
          text: appeal.text,
          answer: appeal.answer,
        },
  simulated: SIMULATED,
})

export const depositView = (row: DepositEntry): contract.DepositView => ({
  id: row.id,
  status: row.state,
  amount: row.yen,
  method: row.method,
  reference: row.reference,
  requestedAt: iso(row.requestedAt),
  decidedAt: isoOrNull(row.decidedAt),
  credited: row.creditedYen,
  reason: row.reason,
  text: row.text,
  line:
    row.line === null
      ? null
      : { id: row.line.id, amount: row.line.yen, bookedAt: iso(row.line.bookedAt), source: row.line.source },
  simulated: SIMULATED,
})

/** `account`: the firm's, as its settings have it now. */
export const instructionsOf = (
  row: DepositRow,
  { type, number, ...place }: DepositAccount,
): Instructions & { method: DepositRow['method']; accountType: DepositAccount['type'] } => ({
  ...place,
  accountType: type,
  accountNumber: number,
  depositId: row.id,
  yen: row.yen,
  method: row.method,
  reference: row.reference,
  requestedAt: row.requestedAt,
})

/**
 * The member's view of a withdrawal: while its time or its payment stands, nobody knows when the money
 * arrives.
 */
export const withdrawalView = (
  row: WithdrawalEntry,
  account: string,
  isBusinessDay: (date: DateJst) => boolean,
  clock: Clock,
): contract.WithdrawalView => ({
  id: row.id,
  status: withdrawalLogStatus(row.state),
  state: row.state,
  amount: row.yen,
  fee: FEE_YEN,
  accountId: row.accountId,
  account,
  decider: row.decider,
  approvedBy: row.approvedBy,
  requestedAt: iso(row.requestedAt),
  dueAt: iso(row.dueAt),
  arrivesBy:
    stoppedView(row, clock) === null
      ? iso(arrivesBy(row.decider, row.dueAt, row.releasedAt ?? row.approvedAt, isBusinessDay))
      : null,
  stopped: stoppedView(row, clock),
  approvedAt: isoOrNull(row.approvedAt),
  paidAt: isoOrNull(row.paidAt),
  endedAt: isoOrNull(row.endedAt),
  reason: row.reason,
  text: row.text,
  appeal: row.appeal === null ? null : appealView(row.appeal),
  isClosing: row.isClosing,
  paid: row.paidYen,
  cancellable: after(WITHDRAWAL, row.state, 'cancel') !== null && row.transferId === null,
  simulated: SIMULATED,
})

/**
 * The stop for which a withdrawal stands still, and since when; null: it goes on, or is over. `clock`: it is
 * over by the wall clock, and nobody has confirmed that.
 */
export function stoppedView(row: Stopping, clock: Clock): contract.WithdrawalView['stopped'] {
  const since = stoppedSince(row, clock)
  return since === null ? null : { for: row.stoppedFor ?? 'clock', since: iso(since) }
}

type Stopping = Pick<WithdrawalRow, 'state' | 'dueAt' | 'stoppedFor' | 'stoppedAt'>

/** Since when its time, or its payment, stands still; null: it goes on, or is over. */
export function stoppedSince({ state, dueAt, stoppedFor, stoppedAt }: Stopping, clock: Clock): Ms | null {
  if (stoppedFor !== null) return stoppedAt!
  const unconfirmed = clock.unconfirmed()
  const isWaiting = state === 'requested' && dueAt <= clock.wall() && clock.confirmed() < dueAt
  return isWaiting && unconfirmed !== null ? unconfirmed.since : null
}

const appealView = (
  row: NonNullable<WithdrawalEntry['appeal']>,
): NonNullable<contract.WithdrawalView['appeal']> => ({
  id: row.id,
  state: row.state,
  filedAt: iso(row.filedAt),
  answerBy: iso(row.answerBy),
  decidedAt: isoOrNull(row.decidedAt),
  text: row.text,
  answer: row.answer,
  payoutId: row.payoutId,
})
