import { dateJst } from '#kernel/time.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import { accountClosed } from '#modules/funding/server/events.ts'
import { timesOf } from '#modules/funding/server/public.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { MembersPublic } from '#modules/members/server/public.ts'
import type { PortfolioPublic } from '#modules/portfolio/server/public.ts'
import type { AppContext, Module } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { creditScore } from '../model/credit-score.ts'
import { appealCommand, appealEffect } from './appeals.ts'
import { applyCommand, cancelCommand } from './apply.ts'
import { openChecks } from './checks.ts'
import { creditFacts, creditJob, reviewCommand } from './credit.ts'
import { loanCases } from './cases.ts'
import { deskRoutes } from './desk-routes.ts'
import { approveEffect, refuseEffect } from './effects.ts'
import { loanChanged } from './events.ts'
import { interestCommand, interestJob } from './interest.ts'
import { readRoutes, writeRoutes } from './member-routes.ts'
import { loanStore } from './queries.ts'
import { loanAppealKind, loanQueue } from './queues.ts'
import { repayCommand } from './repay.ts'
import { interestOf, pendingLoan } from './rows.ts'
import { LOAN_TABLES } from './tables.ts'
import { loanChecks } from './stored-checks.ts'

export { LOAN_NUMBERS } from './queries.ts'

type Deps = {
  identity: Pick<IdentityPublic, 'langOf'>
  members: Pick<MembersPublic, 'verifiedIdentity' | 'statedIncome'>
  staff: StaffPublic
  market: Pick<MarketPublic, 'lastPrices'>
  portfolio: Pick<PortfolioPublic, 'reckon'>
}

/** Loans from the application to the last yen, and the credit score. */
export function createLoans(
  context: AppContext,
  { identity, members, staff, market, portfolio }: Deps,
): Module {
  const store = loanStore(context.db, context.config.keys.images)
  const { lastPrices } = market
  const times = timesOf(context)
  const checks = openChecks({ context, store, lastPrices, members })
  const commands = {
    apply: applyCommand({ times, lastPrices }),
    cancel: cancelCommand(times),
    repay: repayCommand(times),
    // Answered on business days of the real calendar, whatever the market's schedule.
    appeal: appealCommand(times, context.businessDays.next),
  }
  const charge = interestCommand
  for (const effect of [approveEffect(lastPrices), refuseEffect, appealEffect])
    staff.register('loans', effect)
  staff.queue(loanQueue(context, checks))
  staff.cases(loanCases(context, checks))
  staff.appeals(loanAppealKind({ context, checks, store, members, identity, staff }))
  portfolio.reckon('loanInterest', (tables, memberId) =>
    interestOf(tables, memberId, dateJst(context.clock.market())),
  )
  portfolio.reckon('creditScore', (tables, memberId) =>
    creditScore(creditFacts(tables, memberId, Math.floor(context.clock.wall()))),
  )
  const inputs = { context, commands, store, checks, members, staff }
  return {
    name: 'loans',
    tables: LOAN_TABLES,
    stored: loanChecks(context.config.keys.images),
    commands: [...Object.values(commands), charge, reviewCommand],
    routes: [...readRoutes(inputs), ...writeRoutes(inputs), ...deskRoutes(context, checks, staff)],
    jobs: [interestJob(context, charge), creditJob(context)],
    listeners: [
      listen(loanChanged, ({ memberId }) => context.bus.publish(`member/${memberId}`, { type: 'loans' })),
      // Whoever has left is lent nothing: an application that still waits ends with the account.
      listen(accountClosed, ({ memberId }) => {
        const waiting = pendingLoan(context.engine.read, memberId)
        if (waiting !== undefined)
          void context.engine.submit(
            commands.cancel,
            { loanId: waiting.id, memberId: waiting.memberId },
            SYSTEM_CALLER,
          )
      }),
    ],
  }
}
