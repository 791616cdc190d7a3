import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { dateJst, iso, type Ms } from '#kernel/time.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { freezeOf, restsBecause, withdrawalsClosedUntil } from '#modules/identity/server/public.ts'
import { ownId } from '#platform/own-id.ts'
import { NotFound, on, type RouteHandler } from '#modules/module.ts'
import { limitsOn } from '#modules/schedules/server/public.ts'
import { APPEAL_TEXT, isAppealText } from '#modules/staff/model/appeal.ts'
import * as contract from '../contract.ts'
import { statesOfLog } from '../model/states.ts'
import { askedToday, FEE_YEN, MINIMUM_YEN, MOST_A_DAY } from '../model/withdrawal.ts'
import { arrivesBy } from '../model/withdrawal-timer.ts'
import { appealSubject, type appealCommand } from './appeals.ts'
import { callerOf } from './caller.ts'
import { reachedAt } from './command-times.ts'
import { logPage } from './log-page.ts'
import { detailsOfMember, dropAppealText, keepAppealText, withdrawalLog, withdrawalOf } from './queries.ts'
import { hoursNow, payoutAccounts } from './payout.ts'
import type { FundingDeps } from './deps.ts'
import { withdrawals } from './tables.ts'
import { valuationSnapshot, termsOf } from './terms.ts'
import { accountLabel, SIMULATED, withdrawalView, type Words } from './views.ts'
import type { cancelWithdrawalCommand, requestWithdrawalCommand } from './withdrawals.ts'

export type WithdrawalCommands = {
  request: ReturnType<typeof requestWithdrawalCommand>
  cancel: ReturnType<typeof cancelWithdrawalCommand>
  appeal: ReturnType<typeof appealCommand>
}
/** Money out: the page, the request, its log, the complaint. */
export function withdrawalRoutes(deps: FundingDeps, commands: WithdrawalCommands): RouteHandler[] {
  const { context, commandDeps, identity, staff } = deps
  const { db } = context
  const wall = () => Math.floor(context.clock.wall())
  const wordsIn =
    (lang: string): Words =>
    (key, args) =>
      context.text(lang, key, args)
  const viewOf = async (memberId: MemberId, id: string, lang: string) => {
    const [row, details] = await Promise.all([withdrawalOf(db, memberId, id), detailsOfMember(db, memberId)])
    if (row === undefined) throw new NotFound('withdrawal')
    return withdrawalView(
      row,
      accountLabel(details.get(row.accountId), wordsIn(lang)),
      commandDeps.isBusinessDay,
      context.clock,
    )
  }
  /** The firm's freeze began with the act that the member's record has. */
  const freezeView = async (memberId: MemberId, now: Ms) => {
    const freeze = freezeOf(context.engine.read, memberId, now)
    if (freeze === null) return null
    const since = freeze.since ?? (await staff.heldSince(freeze.memberId))
    return {
      by: freeze.by,
      since: since === null ? null : iso(since),
      until: freeze.until === null ? null : iso(freeze.until),
    }
  }
  return [
    on(contract.getWithdrawal, async ({ caller, lang }) => {
      const { memberId } = caller
      const { read } = context.engine
      const now = wall()
      const terms = termsOf(read, memberId, valuationSnapshot(commandDeps.held, read, memberId))
      const confirmed = context.clock.confirmed()
      const today = askedToday(read.of(withdrawals).by('member', memberId), dateJst(now), dateJst(confirmed))
      const closedUntil = withdrawalsClosedUntil(read, memberId, confirmed)
      return {
        available: balances(read, memberId).available,
        withdrawable: terms.withdrawableYen,
        settled: terms.settledYen,
        marginRoom: terms.marginHeadroomYen,
        loanRoom: terms.loanHeadroomYen,
        minimum: MINIMUM_YEN,
        fee: FEE_YEN,
        hours: hoursNow(deps),
        accounts: await payoutAccounts(deps, memberId, lang),
        byRule: limitsOn(read, commandDeps.times().tradeDate).byRuleYen,
        askedToday: today.yen,
        requestsLeft: Math.max(MOST_A_DAY - today.requests, 0),
        arrivesBy: iso(arrivesBy('rule', now, null, commandDeps.isBusinessDay)),
        now: iso(now),
        closedUntil: closedUntil === null ? null : iso(reachedAt(context, closedUntil)),
        closedBecause: restsBecause(read, memberId, confirmed),
        frozen: await freezeView(memberId, confirmed),
        simulated: SIMULATED,
      }
    }),
    on(contract.listWithdrawals, async ({ caller, query, lang }) => {
      const { memberId } = caller
      const [rows, details] = await Promise.all([
        withdrawalLog(db, memberId, logPage(query, statesOfLog)),
        detailsOfMember(db, memberId),
      ])
      return rows.map((row) =>
        withdrawalView(
          row,
          accountLabel(details.get(row.accountId), wordsIn(lang)),
          commandDeps.isBusinessDay,
          context.clock,
        ),
      )
    }),
    on(contract.getOneWithdrawal, async ({ caller, params, lang }) => {
      const { memberId } = caller
      const withdrawal = await viewOf(memberId, params.id, lang)
      const [about, appealed] = await Promise.all([
        staff.actsOn(memberId, params.id, lang),
        withdrawal.appeal === null ? [] : staff.actsOn(memberId, appealSubject(withdrawal.appeal.id), lang),
      ])
      return { withdrawal, acts: [...about, ...appealed] }
    }),
    on(contract.requestWithdrawal, async (request) => {
      const {
        input: { amount, accountId },
        caller,
        lang,
      } = request
      const proof = await identity.proveStepUp(request, 'withdrawal', { amount, accountId })
      if (!proof.ok) return proof
      const { result } = await context.engine.submit(
        commands.request,
        { yen: amount, accountId, by: proof.by },
        callerOf(request),
        { lane: 'reserved' },
      )
      return result.ok ? viewOf(caller.memberId, result.answer.id, lang) : result
    }),
    on(contract.cancelWithdrawal, async (request) => {
      const { result } = await context.engine.submit(
        commands.cancel,
        { withdrawalId: request.params.id },
        callerOf(request),
      )
      return result.ok ? viewOf(request.caller.memberId, result.answer.id, request.lang) : result
    }),
    on(contract.appealWithdrawal, async (request) => {
      const { params, input, caller, lang, key } = request
      if ((await withdrawalOf(db, caller.memberId, params.id)) === undefined)
        return no('WITHDRAWAL_NOT_FOUND')
      if (!isAppealText(input.text)) return no('APPEAL_TEXT', APPEAL_TEXT)
      const textId = await keepAppealText(db, {
        id: ownId('appeal', caller.memberId, key),
        memberId: caller.memberId,
        text: input.text.trim(),
      })
      const { result } = await context.engine.submit(
        commands.appeal,
        { withdrawalId: params.id, textId },
        callerOf(request),
      )
      if (result.ok) return viewOf(caller.memberId, params.id, lang)
      await dropAppealText(db, textId)
      return result
    }),
  ]
}
