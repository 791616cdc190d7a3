import { expect, it } from 'vitest'
import { DAY, HOUR, timeJst } from '#kernel/time.ts'
import type { Call } from '#platform/engine/command.ts'
import { HotTables } from '#platform/engine/hot-tables.ts'
import { managedAccounts } from '#modules/identity/server/managed-accounts.ts'
import { freezeMember, unfreezeMember } from '#modules/identity/server/public.ts'
import { members } from '#modules/identity/server/tables.ts'
import { messages } from '#modules/inbox/server/tables.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { openingDeposit } from '#modules/ledger/server/public.ts'
import { houseBalances, memberBalances, transfers } from '#modules/ledger/server/tables.ts'
import { approvals } from '#modules/staff/server/tables.ts'
import { DECIDED_WITHIN_BEFORE_MS } from '../model/withdrawal.ts'
import { demoBankCommand } from './statement.ts'
import { FUNDING_TABLES, bankAccounts, statementLines, withdrawals } from './tables.ts'
import { timerCommand } from './withdrawal-timer.ts'
import { openWithdrawal, type RequestInputs } from './withdrawals.ts'

/** A Friday at ten. */
const ASKED = timeJst('2026-11-27', 10)
const MEMBER = 'm1'

/** Rows as commands see them; `run` with inputs as an older version captured them, or as this one does. */
function desk() {
  const tables = new HotTables([
    ...FUNDING_TABLES,
    members,
    managedAccounts,
    messages,
    memberBalances,
    houseBalances,
    transfers,
    approvals,
  ])
  const { access } = tables
  let now = ASKED
  let seq = 0
  const times = () => ({ wall: now, at: now, tradeDate: '2026-11-27' })
  const call = (): Call => ({ actor: 'system', memberId: null, device: '', key: '', seq: ++seq, at: now })
  access
    .of(members)
    .insert({
      id: MEMBER,
      number: 1,
      level: 'core',
      openedAt: ASKED - DAY,
      frozenAt: null,
      heldUntil: null,
      withdrawalsClosedUntil: null,
      tradingLimitedUntil: null,
      restsBecause: null,
    })
  access
    .of(bankAccounts)
    .insert({
      id: 'a1',
      memberId: MEMBER,
      detailsHash: 'x',
      state: 'approved',
      addedAt: ASKED - 10 * DAY,
      decidedAt: ASKED - 10 * DAY,
      removedAt: null,
      reason: null,
      decidedBy: null,
    })
  openingDeposit(access, { seq: 0, at: ASKED, tradeDate: '2026-11-27' }, MEMBER, 10_000_000)
  const sources = { times, isBusinessDay: tseCalendar.isTradingDay } as never
  const timer = timerCommand(sources)
  /** Inputs of versions that captured no business hours yet. */
  const inputs: RequestInputs = {
    wall: ASKED,
    at: ASKED,
    tradeDate: '2026-11-27',
    id: 'w1',
    reference: '12345674',
    isOpen: true,
    held: null,
  }
  const asked = { yen: 3_000_000, accountId: 'a1', by: 'passkey' } as const
  openWithdrawal(access, MEMBER, asked, inputs, { decider: 'two' }, ++seq)
  return {
    access,
    row: () => access.of(withdrawals).get('w1')!,
    at: (time: number) => {
      now = time
    },
    call,
    looks() {
      const input = { looked: [{ id: 'w1', failed: null }] }
      const of = call()
      return timer.run(access, input, timer.captureInputs({ id: () => '' }, input, of, access), of)
    },
  }
}

it('a time that ran by the calendar when the version changed runs to its end as it was promised', () => {
  const { row, at, looks } = desk()
  expect(row().dueAt).toBe(ASKED + DECIDED_WITHIN_BEFORE_MS)
  at(row().dueAt - 1)
  looks()
  expect(row().state).toBe('requested')
  at(row().dueAt)
  looks()
  expect(row()).toMatchObject({ state: 'approved', approvedBy: 'time' })
})

it.each([
  // Five and a half published hours of Friday were left at ten; from there they count as any time does.
  ['before the end of its calendar', timeJst('2026-11-27', 13), timeJst('2026-11-30', 12)],
  ['when its calendar would have been over', ASKED + DECIDED_WITHIN_BEFORE_MS, timeJst('2026-11-30', 14, 30)],
  ['long after', timeJst('2026-12-02', 9), timeJst('2026-12-02', 14, 30)],
])('frozen at once and lifted %s, what was left of it goes on in published hours', (_, lifted, due) => {
  const { access, row, at, looks } = desk()
  freezeMember(access, MEMBER, { own: ASKED })
  looks()
  expect(row()).toMatchObject({ stoppedFor: 'frozen', stoppedAt: ASKED, leftMs: 5.5 * HOUR })
  at(lifted)
  unfreezeMember(access, MEMBER, 'own')
  looks()
  expect(row()).toMatchObject({ state: 'requested', stoppedFor: null, dueAt: due })
  at(due)
  looks()
  expect(row().state).toBe('approved')
})

it('a record of the demo bank from before a payment could be stopped enters its line, a new one does not', () => {
  const { access, row, at, call, looks } = desk()
  at(row().dueAt)
  looks()
  freezeMember(access, MEMBER, { own: row().dueAt })
  const lines = ['old', 'new'].map((id) => ({
    id,
    kind: 'out' as const,
    yen: row().yen,
    reference: row().reference,
    payerHash: null,
    bookedAt: row().dueAt,
  }))
  const of = call()
  const now = demoBankCommand.captureInputs({ id: () => '' }, { lines: [] }, of, access)
  demoBankCommand.run(access, { lines: [lines[1]!] }, now, of)
  demoBankCommand.run(access, { lines: [lines[0]!] }, undefined, of)
  expect([...access.of(statementLines).all()].map(({ id }) => id)).toEqual(['old'])
})
