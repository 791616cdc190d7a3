import { listen } from '#platform/engine/event.ts'
import type { AppContext, Module } from '#modules/module.ts'
import { accountAppealEffect, appealAccountCommand } from './account-appeals.ts'
import { accountDeskRoutes } from './account-desk.ts'
import { accountRoutes, passbookUpload } from './account-routes.ts'
import { accountEffects, addAccountCommand, removeAccountCommand } from './accounts.ts'
import { appealCommand, appealEffect } from './appeals.ts'
import { fundingCases } from './cases.ts'
import { closingRoutes } from './closing-routes.ts'
import { closeAccountCommand } from './closing.ts'
import { deskRoutes } from './desk-routes.ts'
import { deskWithdrawals } from './desk-withdrawals.ts'
import { erasureParts } from './erase.ts'
import { depositCard } from './conversation.ts'
import { depositRoutes } from './deposit-routes.ts'
import {
  cancelDepositCommand,
  depositEffects,
  lapseDepositsCommand,
  requestDepositCommand,
} from './deposits.ts'
import { fundingScans } from './due-scans.ts'
import { retentionJob } from './retention-job.ts'
import { fundingAppeals } from './appeal-queue.ts'
import { detailsOf } from './queries.ts'
import { accountDetailsCheck, senderDetailsCheck } from './stored-checks.ts'
import { fundingQueues } from './queues.ts'
import { createFundingDeps, type FundingOptions } from './deps.ts'
import { reverseEffect } from './corrections.ts'
import { EXAMPLES } from './examples.ts'
import { bankAccountAdded, bankAccountRemoved, fundingChanged } from './events.ts'
import { demoBankCommand, importEffect } from './statement.ts'
import { openStatements } from './statement-desk.ts'
import { openSenders } from './refund-desk.ts'
import { refundEffects } from './refunds.ts'
import { FUNDING_TABLES } from './tables.ts'
import { paymentStopsCommand, standing, timedApprovalsStopped } from './payment-stops.ts'
import { makeTransferEffect } from './transfers.ts'
import { openTransfers } from './transfer-desk.ts'
import { withdrawalRoutes } from './withdrawal-routes.ts'
import { withdrawalEffects } from './withdrawal-effects.ts'
import { timerCommand } from './withdrawal-timer.ts'
import { approveDueCommand, cancelWithdrawalCommand, requestWithdrawalCommand } from './withdrawals.ts'

/**
 * Money in and out: accounts at banks, deposits, withdrawals, complaints, the closing of an account; the demo
 * bank in the demo setting.
 */
export function createFunding(context: AppContext, options: FundingOptions): Module {
  const deps = createFundingDeps(context, options)
  const { commandDeps, staff, identity } = deps
  const accounts = {
    add: addAccountCommand(commandDeps.times),
    remove: removeAccountCommand(commandDeps.times),
    appeal: appealAccountCommand(commandDeps),
  }
  const deposits = {
    request: requestDepositCommand(commandDeps),
    cancel: cancelDepositCommand(commandDeps.times),
  }
  const withdrawals = {
    request: requestWithdrawalCommand(commandDeps),
    cancel: cancelWithdrawalCommand(commandDeps.times),
    appeal: appealCommand(commandDeps),
  }
  const close = closeAccountCommand(commandDeps)
  const erasure = erasureParts(context, identity)
  const due = { timer: timerCommand(commandDeps), lapse: lapseDepositsCommand(commandDeps.times) }
  const desk = { statements: openStatements(deps), transfers: openTransfers(deps) }
  const effects = [
    ...accountEffects(context.clock),
    ...depositEffects,
    ...withdrawalEffects({ ...commandDeps, isUnwritable: desk.transfers.isUnwritable }),
    importEffect(desk.statements),
    makeTransferEffect(desk.transfers, commandDeps.times),
    reverseEffect(commandDeps.held),
    ...refundEffects({
      senders: openSenders(deps),
      bytes: commandDeps.bytes,
      now: () => Math.floor(context.clock.wall()),
    }),
    appealEffect(commandDeps, context.ids.uuid),
    accountAppealEffect,
  ]
  for (const effect of effects) staff.register('funding', effect)
  for (const queue of fundingQueues(deps)) staff.queue(queue)
  for (const kind of fundingAppeals(deps)) staff.appeals(kind)
  for (const reader of fundingCases(deps, desk)) staff.cases(reader)
  staff.aboutFrozen(async (memberId) => ({
    person: await deps.verifiedName(memberId),
    yen: standing(context.engine.read, memberId),
  }))
  staff.pictures(
    'bank-account.view',
    async (accountId) => (await detailsOf(context.db, accountId))?.imageId ?? null,
  )
  options.support.about(depositCard(deps))
  return {
    name: 'funding',
    examples: EXAMPLES,
    tables: FUNDING_TABLES,
    stored: [accountDetailsCheck, senderDetailsCheck],
    commands: [
      ...Object.values(accounts),
      ...Object.values(deposits),
      ...Object.values(withdrawals),
      close,
      ...erasure.commands,
      ...Object.values(due),
      approveDueCommand(commandDeps.times),
      paymentStopsCommand,
      demoBankCommand,
    ],
    routes: [
      ...accountRoutes(deps, accounts),
      ...accountDeskRoutes(deps),
      ...depositRoutes(deps, deposits),
      ...withdrawalRoutes(deps, withdrawals),
      ...closingRoutes(deps, close),
      ...deskRoutes(deps, desk),
      ...deskWithdrawals(deps, desk),
    ],
    uploads: [passbookUpload(deps)],
    jobs: [retentionJob(context), erasure.job],
    watched: () => ({
      timedApprovalsStopped: timedApprovalsStopped(
        context.engine.read,
        Math.floor(context.clock.confirmed()),
      ),
    }),
    scans: fundingScans(deps, due),
    listeners: [
      listen(bankAccountAdded, ({ memberId }) => void identity.tell(memberId, 'bankAccountAdded', {})),
      listen(bankAccountRemoved, ({ memberId }) => void identity.tell(memberId, 'bankAccountRemoved', {})),
      listen(fundingChanged, ({ memberId }) =>
        context.bus.publish(`member/${memberId}`, { type: 'funding' }),
      ),
    ],
  }
}
