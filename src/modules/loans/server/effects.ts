import { no, type Refusal } from '#kernel/result.ts'
import { dateJst } from '#kernel/time.ts'
import { done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isClosing } from '#modules/funding/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { move, repayShortfall } from '#modules/ledger/model/drafting.ts'
import { openDrafts, post } from '#modules/ledger/server/public.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { withinMeans } from '../model/application.ts'
import { after, type LoanAct } from '../model/states.ts'
import { loanChanged } from './events.ts'
import { note } from './repay.ts'
import { changed, meansOf, sharePrices, step, type PriceSource, type SharePrices } from './rows.ts'
import { loans } from './tables.ts'

const memberOf = (tables: TableReader, subject: string) => tables.of(loans).get(subject)?.memberId ?? null
const isDecided = (tables: TableReader, subject: string, act: LoanAct): Refusal | null => {
  const row = tables.of(loans).get(subject)
  return row === undefined || after(row.state, act) === null ? no('LOAN_DECIDED') : null
}

type Inputs = { prices: SharePrices }

/**
 * The reason why it can no longer be lent, by the prices of now: asked at each signature, so that nobody
 * signs what the rule refuses.
 */
function refusal(tables: TableReader, subject: string, { prices }: Inputs): Refusal | null {
  const decided = isDecided(tables, subject, 'approve')
  if (decided) return decided
  const { memberId, yen, incomeYen } = tables.of(loans).get(subject)!
  if (isClosing(tables, memberId)) return no('ACCOUNT_CLOSING')
  const means = withinMeans(meansOf(tables, memberId, prices, incomeYen), yen)
  return means.ok ? null : means
}

/**
 * Two reviewers: lent and paid out in the command of the last signature; what comes in repays a shortfall
 * first (product decisions 5 and 9).
 */
export const approveEffect = (lastPrices: PriceSource): Effect<Record<string, never>, Inputs> => ({
  power: 'loan.approve',
  memberOf,
  tells: true,
  captureInputs: (tables, subject) => {
    const memberId = memberOf(tables, subject)
    return { prices: memberId === null ? {} : sharePrices(lastPrices, tables, memberId) }
  },
  refuse: (tables, subject, _body, inputs) => refusal(tables, subject, inputs),
  carryOut(tables, { subject }, when, inputs) {
    const refused = refusal(tables, subject, inputs)
    if (refused) return refused
    const row = tables.of(loans).get(subject)!
    const { memberId, yen } = row
    const day = dateJst(when.at)
    const drafts = openDrafts(tables)
    const draft = drafts.of(memberId)
    move(draft, 'loan', 'available', yen, { kind: 'loan' })
    repayShortfall(draft)
    post(tables, when, drafts.transfers())
    step(tables, row, 'approve', { decidedAt: when.wall, lentAt: when.at, principalYen: yen, since: day })
    note(tables, { ...when, day }, row, 0, 'lent', yen, yen)
    return done({ state: 'open' }, [
      ...changed(memberId),
      notify(tables, when, memberId, { kind: 'loanApproved', args: { amount: yen }, about: row.id }),
    ])
  },
})

/** Two reviewers with a reason of the closed list; the member reads it, may apply again and may appeal. */
export const refuseEffect: Effect<Record<string, never>> = {
  power: 'loan.refuse',
  memberOf,
  tells: true,
  refuse: (tables, subject) => isDecided(tables, subject, 'refuse'),
  carryOut(tables, { subject, reason, signers }, when) {
    const refused = isDecided(tables, subject, 'refuse')
    if (refused) return refused
    const row = tables.of(loans).get(subject)!
    step(tables, row, 'refuse', {
      decidedAt: when.wall,
      reason: reason!.code,
      refusedBy: signers.map(({ operatorId }) => operatorId),
    })
    const told = notify(tables, when, row.memberId, {
      kind: 'loanRefused',
      args: { amount: row.yen, reason: reason!.code.replaceAll('-', '_') },
      about: row.id,
    })
    return done({ state: 'refused' }, [loanChanged(row.memberId), told])
  },
}
