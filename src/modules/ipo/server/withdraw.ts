import type { DateJst } from '#kernel/time.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { UNIT_SHARES } from '#modules/draws/model/apply.ts'
import type { DrawsPublic, DrawStep } from '#modules/draws/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { NewIssuesPublic } from '#modules/instruments/server/public.ts'
import { move } from '#modules/ledger/model/drafting.ts'
import type { Listing } from '#modules/listings/server/public.ts'
import { settleFreed } from '#modules/portfolio/server/public.ts'
import { results, wins, type WinRow } from './tables.ts'
import { changed, winAfter } from './win.ts'

/**
 * From the announced price on until the issue date is the day that is on (facts: IPO, section 2: the issuer
 * may cancel; decision 0065).
 */
export function mayWithdraw(
  tables: TableReader,
  { id, terms: { issueOn } }: Listing<'ipo'>,
  tradeDate: DateJst,
): boolean {
  const result = tables.of(results).get(id)
  return result !== undefined && !result.isVoid && result.listedAt === null && tradeDate < issueOn
}

/**
 * Nobody has won: every yen that is held or was paid goes back, and the issue never begins to trade. The draw
 * stays public as it was.
 */
export function withdrawOffering(
  deps: { draws: Pick<DrawsPublic, 'application' | 'release'>; newIssues: Pick<NewIssuesPublic, 'withdraw'> },
  step: DrawStep,
  { id, terms: { code } }: Listing<'ipo'>,
): DomainEvent[] {
  const open = step.tables
    .of(wins)
    .by('offering', id)
    .filter(({ state }) => state === 'won' || state === 'approved')
  const told = open.flatMap((win) => {
    if (win.state === 'won') deps.draws.release(step, deps.draws.application(step.tables, win.id)!)
    else giveBack(step, win)
    winAfter(step, win, 'void', { paidYen: 0 })
    const args = { code, quantity: win.units * UNIT_SHARES, amount: win.payableYen }
    return [
      ...changed(win.memberId),
      notify(step.tables, step, win.memberId, { kind: 'ipoWithdrawn', args, about: win.id }),
    ]
  })
  return [...told, ...deps.newIssues.withdraw(step.tables, code, step.at)]
}

function giveBack({ tables, drafts }: DrawStep, { memberId, paidYen }: WinRow): void {
  const draft = drafts.of(memberId)
  move(draft, 'paidShares', 'available', paidYen, { kind: 'subscription-release' })
  settleFreed(tables, draft)
}
