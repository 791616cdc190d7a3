import type { Yen } from '#kernel/money.ts'
import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { defineCommand, defineMemberCommand, done } from '#platform/engine/command.ts'
import type { Times } from '#modules/funding/server/public.ts'
import { decideApplication } from '../model/application.ts'
import { after } from '../model/states.ts'
import { rateOf } from '../model/terms.ts'
import { withdrawAppeal } from './appeals.ts'
import { loanChanged } from './events.ts'
import { applyFacts, meansOf, sharePrices, step, type PriceSource } from './rows.ts'
import { loans } from './tables.ts'

export type CommandDeps = { times: () => Times; lastPrices: PriceSource }

/** `id`: under which the details stand. `incomeYen`: what the profile states, at least. */
export type Apply = { id: string; yen: Yen; incomeYen: Yen; detailsHash: string }

/** The member asks; nothing moves until two reviewers have decided. */
export const applyCommand = ({ times, lastPrices }: CommandDeps) =>
  defineMemberCommand({
    type: 'loan.apply',
    captureInputs: (_world, _input: Apply, call, tables) => ({
      wall: times().wall,
      prices: sharePrices(lastPrices, tables, call.memberId),
    }),
    run(tables, { id, yen, incomeYen, detailsHash }, { wall, prices }, call) {
      const memberId = call.memberId
      const decided = decideApplication(
        applyFacts(tables, memberId, wall, meansOf(tables, memberId, prices, incomeYen)),
        yen,
      )
      if (!decided.ok) return decided
      const table = tables.of(loans)
      withdrawAppeal(tables, memberId)
      table.insert({
        id,
        number: table.size + 1,
        memberId,
        yen,
        ratePpm: rateOf(yen),
        incomeYen,
        detailsHash,
        state: 'pending',
        appliedAt: wall,
        decidedAt: null,
        reason: null,
        refusedBy: [],
        lentAt: null,
        principalYen: 0,
        carriedYen: 0,
        since: null,
        paidInterestYen: 0,
        onTime: 0,
        late: 0,
        endedAt: null,
      })
      return done({ id }, [loanChanged(memberId)])
    },
  })

/** Before it is decided; by the member, or by the firm when the account is closed. */
export const cancelCommand = (times: () => Times) =>
  defineCommand({
    type: 'loan.cancel',
    captureInputs: () => ({ wall: times().wall }),
    run(tables, { loanId, memberId }: { loanId: string; memberId: MemberId }, { wall }) {
      const row = tables.of(loans).get(loanId)
      if (row?.memberId !== memberId) return no('LOAN_NOT_FOUND')
      if (after(row.state, 'cancel') === null) return no('LOAN_DECIDED')
      step(tables, row, 'cancel', { endedAt: wall })
      return done({ id: row.id }, [loanChanged(memberId)])
    },
  })
