import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { isFrozen } from '#modules/identity/server/public.ts'
import type { MembersPublic } from '#modules/members/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { affordable, incomeOf, type Affordable } from '../model/affordability.ts'
import { isSamePerson, withinMeans } from '../model/application.ts'
import type { MeansView } from '../contract.ts'
import type { LOAN_CHECKS } from '../operator-contract.ts'
import { detailsHash, type LoanDetails, type LoanStore } from './queries.ts'
import { meansOf, sharePrices, type PriceSource } from './rows.ts'
import type { LoanRow } from './tables.ts'

type Deps = {
  context: AppContext
  store: LoanStore
  lastPrices: PriceSource
  members: Pick<MembersPublic, 'verifiedIdentity' | 'statedIncome'>
}
export type Checked = { name: (typeof LOAN_CHECKS)[number]; passed: boolean }

/** The published checks of an application, and the arithmetic behind them. */
export function openChecks({ context, store, lastPrices, members }: Deps) {
  const read = () => context.engine.read
  const means = (memberId: MemberId, incomeYen: Yen) =>
    meansOf(read(), memberId, sharePrices(lastPrices, read(), memberId), incomeYen)

  return {
    means,
    /** The amount that the member could be lent now, by the answer that the profile gives now. */
    async meansNow(memberId: MemberId): Promise<{ answer: string | null; all: Affordable }> {
      const answer = await members.statedIncome(memberId)
      return { answer, all: affordable(means(memberId, incomeOf(answer))) }
    },
    async of(
      row: LoanRow,
    ): Promise<{ details: LoanDetails | null; verifiedName: string | null; checks: Checked[] }> {
      const { memberId, yen } = row
      const [details, verified] = await Promise.all([
        store.detailsOf(row.id),
        members.verifiedIdentity(memberId),
      ])
      const now = means(memberId, row.incomeYen)
      const within = withinMeans(now, yen)
      return {
        details,
        verifiedName: verified?.name ?? null,
        checks: [
          {
            name: 'name',
            passed: details !== null && verified !== null && isSamePerson(details.name, verified.name),
          },
          {
            name: 'number',
            passed:
              details !== null && verified !== null && isSamePerson(details.idNumber, verified.idNumber),
          },
          { name: 'record', passed: details !== null && detailsHash(details) === row.detailsHash },
          { name: 'total', passed: within.ok || within.rejection !== 'LOAN_TOTAL' },
          { name: 'means', passed: within.ok || within.rejection !== 'LOAN_UNAFFORDABLE' },
          { name: 'frozen', passed: !isFrozen(read(), memberId, Math.floor(context.clock.wall())) },
          { name: 'shortfall', passed: balances(read(), memberId).shortfall === 0 },
        ],
      }
    },
  }
}
export type Checks = ReturnType<typeof openChecks>

export const meansView = (incomeAnswer: string | null, all: Affordable): MeansView => ({
  incomeAnswer,
  income: all.incomeYen,
  third: all.thirdYen,
  shares: all.sharesYen,
  secured: all.securedYen,
  limit: all.limitYen,
  owed: all.owedYen,
  room: all.headroomYen,
})
