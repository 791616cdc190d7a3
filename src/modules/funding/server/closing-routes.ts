import { DAY } from '#kernel/time.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { on, type RouteHandler } from '#modules/module.ts'
import { limitsOn } from '#modules/schedules/server/public.ts'
import * as contract from '../contract.ts'
import { figuresOf } from '../model/measured.ts'
import { ARRIVES_WITHIN_MS, FEE_YEN, MINIMUM_YEN } from '../model/withdrawal.ts'
import { DECIDED_WITHIN_MS } from '../model/withdrawal-timer.ts'
import { callerOf } from './caller.ts'
import { closingOf, isOver, type closeAccountCommand } from './closing.ts'
import { hoursNow, payoutAccounts } from './payout.ts'
import { countCorrections } from './desk-queries.ts'
import { countOpenAppeals, measuredSince } from './queries.ts'
import type { FundingDeps } from './deps.ts'
import { closings } from './tables.ts'
import { SIMULATED } from './views.ts'

/** The public figures look back so far. */
const FIGURE_DAYS = 90

/** Public figures of withdrawals, and the last one of a member who leaves. */
export function closingRoutes(
  deps: FundingDeps,
  close: ReturnType<typeof closeAccountCommand>,
): RouteHandler[] {
  const { context, identity } = deps
  return [
    on(contract.getWithdrawalClock, async () => {
      const since = Math.floor(context.clock.wall()) - FIGURE_DAYS * DAY
      const [rows, openAppeals, corrections] = await Promise.all([
        measuredSince(context.db, since),
        countOpenAppeals(context.db),
        countCorrections(context.db, since),
      ])
      return {
        days: FIGURE_DAYS,
        ...figuresOf(rows),
        openAppeals,
        corrections,
        minimum: MINIMUM_YEN,
        fee: FEE_YEN,
        byRule: limitsOn(context.engine.read, deps.commandDeps.times().tradeDate).byRuleYen,
        decidedWithinMs: DECIDED_WITHIN_MS,
        arrivesWithinMs: ARRIVES_WITHIN_MS,
        hours: hoursNow(deps),
        simulated: SIMULATED,
      }
    }),
    on(contract.getAccountClosing, async ({ caller, lang }) => {
      const { memberId } = caller
      const { read } = context.engine
      const free = closingOf(deps.commandDeps, read, memberId)
      const row = read.of(closings).get(memberId)
      return {
        status:
          row === undefined || !isOver(read, memberId)
            ? ('open' as const)
            : row.state === 'closed'
              ? ('closed' as const)
              : ('closing' as const),
        payout: balances(read, memberId).available,
        withdrawalId: row?.withdrawalId ?? null,
        obstacle: free.ok
          ? null
          : {
              rejection: free.rejection,
              msg: context.text(lang, `funding.rejection.${free.rejection}`, free.detail),
            },
        hours: hoursNow(deps),
        accounts: await payoutAccounts(deps, memberId, lang),
        simulated: SIMULATED,
      }
    }),
    on(contract.closeAccount, async (request) => {
      const {
        input: { accountId },
      } = request
      const proof = await identity.proveStepUp(request, 'account.close', { accountId })
      if (!proof.ok) return proof
      const { result } = await context.engine.submit(close, { accountId, by: proof.by }, callerOf(request), {
        lane: 'reserved',
      })
      return result.ok ? result.answer : result
    }),
  ]
}
