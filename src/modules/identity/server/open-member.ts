import type { MemberId } from '#kernel/id.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { Yen } from '#kernel/money.ts'
import { dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import { openingDeposit } from '#modules/ledger/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import type { Level } from '../contract.ts'
import { OPENING_DEPOSIT_YEN } from '../model/opening.ts'
import { members } from './tables.ts'

type Opening = { at: Ms; tradeDate: DateJst; giftYen?: Yen }

/**
 * Makes a member known to commands and pays the opening deposit, where the firm's settings have one. For a
 * member who is known already it changes nothing, so that it may be asked again whenever it is not sure to
 * have happened.
 */
export const openMember = ({ clock, config }: Pick<AppContext, 'clock' | 'config'>) =>
  defineCommand({
    type: 'member.open',
    captureInputs: (): Opening => {
      const at = Math.floor(clock.market())
      return {
        at,
        tradeDate: dateJst(at),
        giftYen: config.firm?.openingGift === true ? OPENING_DEPOSIT_YEN : 0,
      }
    },
    run: (tables, { level, memberId }: { level: Level; memberId: MemberId }, inputs, call) => {
      const table = tables.of(members)
      const known = table.get(memberId)
      if (known !== undefined) return done({ number: known.number })
      const member = table.insert({
        id: memberId,
        level,
        number: table.size + 1,
        openedAt: call.at,
        frozenAt: null,
        heldUntil: null,
        withdrawalsClosedUntil: null,
        tradingLimitedUntil: null,
        restsBecause: null,
      })
      // Records from before the firm could leave it out say nothing of it.
      const { giftYen = OPENING_DEPOSIT_YEN, ...when } = inputs
      if (giftYen > 0) openingDeposit(tables, { seq: call.seq, ...when }, memberId, giftYen)
      return done({ number: member.number })
    },
  })
