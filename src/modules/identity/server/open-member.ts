import type { MemberId } from '#kernel/id.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { dateJst } from '#kernel/time.ts'
import { openingDeposit } from '#modules/ledger/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import type { Level } from '../contract.ts'
import { OPENING_DEPOSIT_YEN } from '../model/opening.ts'
import { members } from './tables.ts'

/**
 * Makes a member known to commands and pays the opening deposit. For a member who is known already it changes
 * nothing, so that it may be asked again whenever it is not sure to have happened.
 */
export const openMember = ({ clock }: Pick<AppContext, 'clock'>) =>
  defineCommand({
    type: 'member.open',
    captureInputs: () => {
      const at = Math.floor(clock.market())
      return { at, tradeDate: dateJst(at) }
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
      openingDeposit(tables, { seq: call.seq, ...inputs }, memberId, OPENING_DEPOSIT_YEN)
      return done({ number: member.number })
    },
  })
