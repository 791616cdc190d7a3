import type { MemberId } from '#kernel/id.ts'
import { assert } from '#kernel/assert.ts'
import { no, type Result } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { openLots, taxDueOf } from '#modules/portfolio/server/public.ts'
import { decideClosing, type CLOSING_REJECTIONS } from '../model/closing.ts'
import { after, CLOSING } from '../model/states.ts'
import type { ProvenBy } from '../model/withdrawal.ts'
import { pendingDeposits } from './deposits.ts'
import { accountClosed } from './events.ts'
import { closings, type ClosingRow } from './tables.ts'
import { changed, decide, openWithdrawal, requestInputs, type WithdrawalDeps } from './withdrawals.ts'

type Closed = { status: 'closing' | 'closed'; withdrawalId: string | null }

export const closingOf = (
  { held }: Pick<WithdrawalDeps, 'held'>,
  tables: TableReader,
  memberId: MemberId,
): Result<null, (typeof CLOSING_REJECTIONS)[number]> =>
  decideClosing({
    isClosing: isOver(tables, memberId),
    openLots: openLots(tables, memberId).length,
    pendingDeposits: pendingDeposits(tables, memberId).length,
    balances: balances(tables, memberId),
    taxDueYen: taxDueOf(tables, memberId),
    // Less the interest of loans, but who owes is told of that first.
    poolsYen: held.besideYen(tables, memberId),
  })

/** Under way, or closed with nothing left to pay out. */
export function isOver(tables: TableReader, memberId: MemberId): boolean {
  const state = tables.of(closings).get(memberId)?.state
  return state === 'closing' || (state === 'closed' && balances(tables, memberId).available === 0)
}

/** The time at which a member's account ended; null: it has not, they came back, or money has come since. */
export function endedAt(tables: TableReader, memberId: MemberId): Ms | null {
  const row = tables.of(closings).get(memberId)
  return row?.state === 'closed' && isOver(tables, memberId) ? row.endedAt : null
}

/**
 * Everything that is left is paid out by the rules of every withdrawal, but without a minimum; with the
 * payment the account is closed.
 */
export const closeAccountCommand = (deps: WithdrawalDeps) =>
  defineMemberCommand({
    type: 'account.close',
    captureInputs: (world, _input: { accountId: string | null; by: ProvenBy }, call, tables) =>
      requestInputs(deps, world.id(), tables, call.memberId),
    run(tables, { accountId, by }, inputs, call) {
      const memberId = call.memberId
      const free = closingOf(deps, tables, memberId)
      if (!free.ok) return free
      const yen = balances(tables, memberId).available
      const table = tables.of(closings)
      const before = table.get(memberId)
      if (before !== undefined)
        assert(
          after(CLOSING, before.state, 'again') !== null,
          `a closing that is ${before.state} cannot begin again`,
        )
      const enter = (row: Pick<ClosingRow, 'withdrawalId' | 'state' | 'endedAt'>) =>
        before
          ? table.update(before, { ...row, requestedAt: inputs.wall })
          : table.insert({ ...row, memberId, requestedAt: inputs.wall, erasedAt: null })
      if (yen === 0) {
        enter({ withdrawalId: null, state: 'closed', endedAt: inputs.wall })
        return done<Closed>({ status: 'closed', withdrawalId: null }, [
          ...changed(memberId),
          accountClosed(memberId),
        ])
      }
      if (accountId === null) return no('BANK_ACCOUNT_NOT_FOUND')
      const asked = { yen, accountId, by, isClosing: true }
      const decision = decide(tables, memberId, asked, inputs)
      if (!decision.ok) return decision
      const { row, events } = openWithdrawal(tables, memberId, asked, inputs, decision.value, call.seq)
      enter({ withdrawalId: row.id, state: 'closing', endedAt: null })
      return done<Closed>({ status: 'closing', withdrawalId: row.id }, events)
    },
  })
