import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { no, type Refusal, type Result } from '#kernel/result.ts'
import { dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import { defineCommand, defineMemberCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { isFrozen, withdrawalsClosedUntil } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { NOBODY } from '#modules/ledger/model/accounts.ts'
import { draftFrom, move, repayShortfall, type Draft } from '#modules/ledger/model/drafting.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { limitsOn } from '#modules/schedules/server/public.ts'
import {
  arrivesByBefore,
  askedToday,
  DECIDED_WITHIN_BEFORE_MS,
  decideWithdrawal,
  TOTP,
  type Decider,
  type Decision,
  type ProvenBy,
  type WithdrawalRejection,
} from '../model/withdrawal.ts'
import { memberYen } from '../model/differing-payment.ts'
import { arrivesBy, firstDue } from '../model/withdrawal-timer.ts'
import { after, reasonWord, WITHDRAWAL, type ActOf, type WithdrawalState } from '../model/states.ts'
import { isClosing } from './accounts.ts'
import { noteEntry } from './cash-entries.ts'
import { finishClosing, revokeClosing } from './closing-end.ts'
import { freeReference } from './deposits.ts'
import { isPaymentNumber, isWithBank } from './open-line.ts'
import { valuationSnapshot, termsOf, type ValuationSnapshot, type HeldSource } from './terms.ts'
import { bankAccounts, withdrawals, type WithdrawalRow } from './tables.ts'
import { confirmedOf, type Times } from './command-times.ts'
import { accountClosed, fundingChanged, withdrawalStep, type MoneyStep } from './events.ts'

export type WithdrawalDeps = {
  times: () => Times
  bytes: (n: number) => Uint8Array
  held: HeldSource
  takesRequests: (wall: Ms) => boolean
  isBusinessDay: (date: DateJst) => boolean
}
type ByDecider = Record<Decider, Ms>
/**
 * Inputs of a request from outside its rows. `due`: when it is approved if nobody decides, `arrives`: by when
 * it is at the bank then; records from before business hours counted for them have none.
 */
export type RequestInputs = Times & {
  id: string
  reference: string
  isOpen: boolean
  held: ValuationSnapshot | null
  due?: ByDecider
  arrives?: ByDecider
}

export const requestInputs = (
  deps: WithdrawalDeps,
  id: string,
  tables: TableReader,
  memberId: MemberId,
): RequestInputs => {
  const times = deps.times()
  const due = byDecider((decider) => firstDue(decider, times.wall, deps.isBusinessDay))
  return {
    ...times,
    id,
    isOpen: deps.takesRequests(times.wall),
    due,
    arrives: byDecider((decider) => arrivesBy(decider, due[decider], null, deps.isBusinessDay)),
    held: valuationSnapshot(deps.held, tables, memberId),
    reference: freeReference(deps.bytes, (reference) => isPaymentNumber(tables, reference)),
  }
}

const byDecider = (of: (decider: Decider) => Ms): ByDecider => ({
  rule: of('rule'),
  two: of('two'),
  wait: of('wait'),
})
const dueBefore = (wall: Ms): ByDecider => ({
  rule: wall,
  two: wall + DECIDED_WITHIN_BEFORE_MS,
  wait: wall + TOTP.heldMs,
})

export type WithdrawalInput = { yen: Yen; accountId: string; by: ProvenBy }
type Asked = WithdrawalInput & { isClosing?: boolean }

/** The rule of the request on rows alone; the phone's page runs the same (`decideWithdrawal`). */
export function decide(
  tables: TableReader,
  memberId: MemberId,
  asked: Asked,
  inputs: RequestInputs,
): Result<Decision, WithdrawalRejection> {
  const account = tables.of(bankAccounts).get(asked.accountId)
  const confirmed = confirmedOf(inputs)
  const { loanHeadroomYen, withdrawableYen } = termsOf(tables, memberId, inputs.held)
  return decideWithdrawal(
    {
      confirmed,
      aheadMs: inputs.wall - confirmed,
      isOpen: inputs.isOpen,
      isClosing: asked.isClosing !== true && isClosing(tables, memberId),
      isFrozen: isFrozen(tables, memberId, confirmed),
      closedUntil: withdrawalsClosedUntil(tables, memberId, confirmed),
      byRuleYen: limitsOn(tables, inputs.tradeDate).byRuleYen,
      account:
        account?.memberId === memberId
          ? { state: account.state, addedAt: account.addedAt, acceptedAt: account.decidedAt }
          : undefined,
      today: askedToday(
        tables.of(withdrawals).by('member', memberId),
        dateJst(inputs.wall),
        dateJst(confirmed),
      ),
      loanHeadroomYen,
      withdrawableYen,
    },
    asked,
  )
}

/** The time for a decision runs, or is over. */
export const RUNNING = { stoppedFor: null, stoppedAt: null, leftMs: null } as const

export type Moment = { seq: number; at: Ms; tradeDate: DateJst; wall: Ms }

/** The row of a request that has been decided on; its money is held in the same command. */
export function openWithdrawal(
  tables: TableAccess,
  memberId: MemberId,
  asked: Asked,
  inputs: RequestInputs,
  decision: Decision,
  seq: number,
): { row: WithdrawalRow; events: DomainEvent[] } {
  const { at, tradeDate, wall } = inputs
  hold(tables, memberId, asked.yen, { seq, at, tradeDate })
  const isByRule = decision.decider === 'rule'
  const row = tables
    .of(withdrawals)
    .insert({
      id: inputs.id,
      memberId,
      accountId: asked.accountId,
      yen: asked.yen,
      reference: inputs.reference,
      provenBy: asked.by,
      decider: decision.decider,
      isClosing: asked.isClosing ?? false,
      state: isByRule ? 'approved' : 'requested',
      requestedAt: wall,
      dueAt: (inputs.due ?? dueBefore(wall))[decision.decider],
      approvedAt: isByRule ? wall : null,
      approvedBy: isByRule ? 'rule' : null,
      paidAt: null,
      endedAt: null,
      reason: null,
      textId: null,
      deniedBy: null,
      lineId: null,
      transferId: null,
      ...RUNNING,
      denialUntil: null,
      releasedAt: null,
      paidYen: null,
      claimYen: null,
    })
  const told = notify(tables, { seq, at }, memberId, {
    kind: 'withdrawalRequested',
    args: {
      amount: row.yen,
      by: inputs.arrives?.[decision.decider] ?? arrivesByBefore(wall, decision.decider),
    },
    about: row.id,
  })
  return { row, events: [...changed(memberId, withdrawalStep(row)), told] }
}

export function hold(tables: TableAccess, memberId: MemberId, yen: Yen, when: Omit<Moment, 'wall'>): void {
  const draft = draftFrom(memberId, balances(tables, memberId))
  move(draft, 'available', 'withdrawalHold', yen, { kind: 'withdrawal-hold' })
  post(tables, when, draft.transfers)
}

/** Money and its page have changed. */
export const changed = (memberId: MemberId, moved: MoneyStep | null = null): DomainEvent[] => [
  accountChanged(memberId),
  fundingChanged(memberId, moved),
]

/** The member's word: what is held is held in this very command, so two at once cannot take the same yen. */
export const requestWithdrawalCommand = (deps: WithdrawalDeps) =>
  defineMemberCommand({
    type: 'withdrawal.request',
    captureInputs: (world, _input: WithdrawalInput, call, tables) =>
      requestInputs(deps, world.id(), tables, call.memberId),
    run(tables, input, inputs, call) {
      const memberId = call.memberId
      const decision = decide(tables, memberId, input, inputs)
      if (!decision.ok) return decision
      const { row, events } = openWithdrawal(tables, memberId, input, inputs, decision.value, call.seq)
      return done({ id: row.id }, events)
    },
  })

/**
 * The member's cancellation, possible until a bank has it: the money is back in the same command.
 * `untilBank`: records from before an approved one could be taken back have none.
 */
export const cancelWithdrawalCommand = (times: () => Times) =>
  defineMemberCommand({
    type: 'withdrawal.cancel',
    captureInputs: (): Times & { untilBank?: true } => ({ ...times(), untilBank: true }),
    run(tables, { withdrawalId }: { withdrawalId: string }, { untilBank, ...when }, call) {
      const row = tables.of(withdrawals).get(withdrawalId)
      if (row?.memberId !== call.memberId) return no('WITHDRAWAL_NOT_FOUND')
      if (after(WITHDRAWAL, row.state, 'cancel') === null) return no('WITHDRAWAL_DECIDED')
      if (row.state === 'approved') {
        if (untilBank === undefined) return no('WITHDRAWAL_DECIDED')
        if (isWithBank(tables, row)) return no('WITHDRAWAL_WITH_BANK')
      }
      const events = giveBack(tables, row, 'cancel', { ...when, seq: call.seq })
      return done({ id: row.id }, events)
    },
  })

/** Journals from before `withdrawal.timer` have it: nobody decided in time, and nothing else was asked. */
export const approveDueCommand = (times: () => Times) =>
  defineCommand({
    type: 'withdrawal.approve-due',
    captureInputs: () => times(),
    run(tables, { withdrawalIds }: { withdrawalIds: readonly string[] }, inputs, call) {
      const events: DomainEvent[] = []
      for (const id of withdrawalIds) {
        const row = tables.of(withdrawals).get(id)
        if (row === undefined || row.dueAt > inputs.wall || after(WITHDRAWAL, row.state, 'approve') === null)
          continue
        events.push(
          ...approve(tables, row, row.decider === 'wait' ? 'rule' : 'time', row.dueAt, {
            seq: call.seq,
            at: inputs.at,
          }),
        )
      }
      return done({ approved: events.length / 2 }, events)
    },
  })

/**
 * The approval of a withdrawal: who gave it, and when by the wall clock. The state must allow it: the caller
 * has asked. `arrives`: by when it is at the bank; records from before business hours counted for that have
 * none.
 */
export function approve(
  tables: TableAccess,
  row: WithdrawalRow,
  by: NonNullable<WithdrawalRow['approvedBy']>,
  wall: Ms,
  when: { seq: number; at: Ms },
  arrives = arrivesByBefore(row.requestedAt, row.decider),
): DomainEvent[] {
  const approved = step(tables, row, 'approve', { approvedAt: wall, approvedBy: by })
  const told = notify(tables, when, row.memberId, {
    kind: 'withdrawalApproved',
    args: { amount: row.yen, by: arrives },
    about: row.id,
  })
  return [fundingChanged(row.memberId, withdrawalStep(approved)), told]
}

/** The next state, by the table of transitions alone. */
export function step(
  tables: TableAccess,
  row: WithdrawalRow,
  act: ActOf<typeof WITHDRAWAL>,
  patch: Partial<WithdrawalRow>,
): WithdrawalRow {
  const state: WithdrawalState | null = after(WITHDRAWAL, row.state, act)
  return tables.of(withdrawals).update(row, { ...RUNNING, ...patch, state: state! })
}

/** A posting of what the bank sent too much: as the firm's claim against it, or as money that came back. */
export const claimed = (way: 'sent' | 'returned', yen: Yen) => {
  const [from, to] = way === 'sent' ? (['bankClaims', 'bank'] as const) : (['bank', 'bankClaims'] as const)
  return { memberId: NOBODY, from, to, yen, taxYen: 0, kind: 'bank-claim' as const }
}

/**
 * Money of a withdrawal that is the member's again; a shortfall is repaid of it first, as of all money that
 * comes in.
 */
function free(draft: Draft, from: 'bank' | 'withdrawalHold', yen: Yen): void {
  if (from === 'bank') move(draft, 'bank', 'available', yen, { kind: 'withdrawal-returned' })
  else move(draft, 'withdrawalHold', 'available', yen, { kind: 'withdrawal-release' })
  repayShortfall(draft)
}

/** Ends unpaid: held → available, or bank → available where it had left already. */
export function giveBack(
  tables: TableAccess,
  row: WithdrawalRow,
  act: 'cancel' | 'deny' | 'return',
  when: Moment,
  patch: Partial<WithdrawalRow> = {},
  lineId: string | null = null,
): DomainEvent[] {
  const draft = draftFrom(row.memberId, balances(tables, row.memberId))
  const yen = memberYen(row)
  free(draft, row.state === 'paid' ? 'bank' : 'withdrawalHold', yen)
  const claims = row.claimYen === null ? [] : [claimed('returned', row.claimYen)]
  post(tables, when, [...draft.transfers, ...claims])
  if (row.state === 'paid')
    noteEntry(tables, when, {
      memberId: row.memberId,
      way: 'in',
      kind: 'withdrawal-returned',
      yen,
      about: row.id,
      lineId,
      reverses: null,
    })
  const ended = step(tables, row, act, { ...patch, claimYen: null, endedAt: when.wall })
  if (row.isClosing) revokeClosing(tables, row.memberId, when.wall)
  const told =
    act === 'deny'
      ? notify(tables, when, row.memberId, {
          kind: 'withdrawalDenied',
          args: { amount: row.yen, reason: reasonWord(ended.reason!) },
          about: row.id,
        })
      : notify(tables, when, row.memberId, {
          kind: act === 'cancel' ? 'withdrawalCancelled' : 'withdrawalReturned',
          args: { amount: yen },
          about: row.id,
        })
  return [...changed(row.memberId, withdrawalStep(ended)), told]
}

/**
 * The bank has sent it: held → bank, at the bank's own time. `sentYen`: of less, the rest is the member's
 * again in the same command; of more, what is too much is the firm's claim (decision 0185).
 */
export function pay(
  tables: TableAccess,
  row: WithdrawalRow,
  lineId: string,
  paidAt: Ms,
  when: Moment,
  sentYen = row.yen,
): DomainEvent[] {
  const { memberId } = row
  const yen = memberYen({ yen: row.yen, paidYen: sentYen })
  const claimYen = sentYen > row.yen ? sentYen - row.yen : null
  const draft = draftFrom(memberId, balances(tables, memberId))
  // The bank's entry is the first, by which a correction finds it.
  move(draft, 'withdrawalHold', 'bank', yen, { kind: 'withdrawal' })
  if (yen < row.yen) free(draft, 'withdrawalHold', row.yen - yen)
  post(tables, when, [...draft.transfers, ...(claimYen === null ? [] : [claimed('sent', claimYen)])])
  noteEntry(tables, when, {
    memberId,
    way: 'out',
    kind: 'withdrawal',
    yen,
    about: row.id,
    lineId,
    reverses: null,
  })
  const differs = sentYen === row.yen ? {} : { paidYen: sentYen, claimYen }
  const paid = step(tables, row, 'pay', { paidAt, lineId, ...differs })
  // With the rest on the account it is not empty: it goes on, and its member closes it again.
  const isClosed = row.isClosing && yen === row.yen
  if (row.isClosing) (isClosed ? finishClosing : revokeClosing)(tables, memberId, when.wall)
  const told =
    sentYen === row.yen
      ? notify(tables, when, memberId, { kind: 'withdrawalPaid', args: { amount: row.yen }, about: row.id })
      : notify(tables, when, memberId, {
          kind: 'withdrawalDiffered',
          args: { amount: row.yen, paid: sentYen, way: sentYen < row.yen ? 'short' : 'over' },
          about: row.id,
        })
  return [...changed(memberId, withdrawalStep(paid)), told, ...(isClosed ? [accountClosed(memberId)] : [])]
}

export const withdrawalOf = (tables: TableReader, id: string): WithdrawalRow | undefined =>
  tables.of(withdrawals).get(id)
export const isDecided = (tables: TableReader, id: string, act: ActOf<typeof WITHDRAWAL>): Refusal | null => {
  const row = withdrawalOf(tables, id)
  return row === undefined || after(WITHDRAWAL, row.state, act) === null ? no('WITHDRAWAL_DECIDED') : null
}
