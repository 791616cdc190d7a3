import type { DateJst } from '#kernel/time.ts'
import type { MemberId } from '#kernel/id.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { signerFrom, type Signer } from '#platform/signing.ts'
import type { PortfolioPublic } from '#modules/portfolio/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import type { SupportPublic } from '#modules/support/server/public.ts'
import { takesRequests } from '../model/withdrawal.ts'
import { payerHasher } from './details.ts'
import { openBanks, type BankList } from './banks.ts'
import type { WithdrawalDeps } from './withdrawals.ts'
import { timesOf } from './command-times.ts'

/** The modules below, as far as money in and out asks them. */
export type FundingOptions = {
  identity: Pick<IdentityPublic, 'proveStepUp' | 'tell' | 'langOf' | 'eraseContacts'>
  /** The verified name in kana; null before the identity is verified. */
  members: { verifiedName(memberId: MemberId): Promise<string | null> }
  staff: StaffPublic
  support: Pick<SupportPublic, 'about'>
  market: Pick<MarketPublic, 'phase' | 'lastPrices'>
  portfolio: Pick<PortfolioPublic, 'beside'>
}

/** Dependencies that all parts of the module share. */
export type FundingDeps = Omit<FundingOptions, 'members' | 'support' | 'portfolio'> & {
  context: AppContext
  commandDeps: WithdrawalDeps & { nextBusinessDay: (date: DateJst) => string }
  banks: BankList
  signing: Signer
  /** The verified name in kana; null before the identity is verified. */
  verifiedName: (memberId: MemberId) => Promise<string | null>
  payerHash: (name: string) => string | null
}

export function createFundingDeps(context: AppContext, deps: FundingOptions): FundingDeps {
  const { market, members, identity, staff, portfolio } = deps
  return {
    identity,
    staff,
    market,
    context,
    verifiedName: members.verifiedName,
    banks: openBanks(),
    signing: signerFrom(context.config.keys.signing),
    payerHash: payerHasher(context.config.keys.pepper),
    commandDeps: {
      times: timesOf(context),
      bytes: context.ids.bytes,
      // The bank's days are the real ones, whatever the market's schedule.
      takesRequests: (wall) => takesRequests(wall, context.businessDays.isTradingDay),
      isBusinessDay: context.businessDays.isTradingDay,
      nextBusinessDay: context.businessDays.next,
      held: {
        lastPrices: market.lastPrices,
        settlementDate: () => context.calendar.settlementDate(market.phase().tradeDate),
        besideYen(tables, memberId) {
          const { copyUnits = 0, loanInterest = 0 } = portfolio.beside(tables, memberId)
          return copyUnits - loanInterest
        },
      },
    },
  }
}
