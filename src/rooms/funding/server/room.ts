import { tseCalendar } from '#rooms/instruments/model/calendar.ts'
import { marginRoom } from '#rooms/margin/model/ratio.ts'
import type { PortfolioPublic } from '#rooms/portfolio/server/public.ts'
import { on, type House, type Room } from '#rooms/room.ts'
import * as contract from '../contract.ts'
import { FEE_YEN, HOURS, MINIMUM_YEN, takesRequests, withdrawable } from '../model/withdrawable.ts'

/** The conversation in the app; `client/paths.ts` knows the same page. */
const CONVERSATION = '#/subPackages/customerService/customerService'
const SIMULATED = true

/** Money in and out. Deposits and withdrawals themselves come later; here is what their pages ask first. */
export function createFunding(house: House, { portfolio }: { portfolio: PortfolioPublic }): Room {
  const { chatUrl } = house.config
  return {
    name: 'funding',
    doors: [
      on(contract.getWithdrawal, ({ caller }) => {
        const account = portfolio.account(caller!.memberId)
        const settled = portfolio.settledCash(caller!.memberId)
        const room = marginRoom({ heldYen: account.marginHeld, notionalYen: account.openNotional })
        return {
          available: account.available, withdrawable: withdrawable(settled, room, null), settled, marginRoom: room, loanRoom: null,
          minimum: MINIMUM_YEN, fee: FEE_YEN,
          // The bank's days are the real ones, whatever the market's schedule.
          hours: { ...HOURS, open: takesRequests(house.clock.wall(), tseCalendar.isTradingDay) },
          accounts: [], simulated: SIMULATED,
        }
      }),
      on(contract.getRechargeUrl, () => ({ url: chatUrl ?? CONVERSATION, external: chatUrl !== null, simulated: SIMULATED })),
    ],
  }
}
