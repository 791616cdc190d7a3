import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { NotFound, on, type RouteHandler } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { instructionsText } from '../model/instructions.ts'
import { callerOf } from './caller.ts'
import type { cancelDepositCommand, requestDepositCommand } from './deposits.ts'
import { depositLog, depositOf } from './queries.ts'
import type { FundingDeps } from './deps.ts'
import { pages } from '#registry/pages.ts'
import { deposits } from './tables.ts'
import { depositView, instructionsOf, SIMULATED } from './views.ts'
import { logPage } from './log-page.ts'

export type DepositCommands = {
  request: ReturnType<typeof requestDepositCommand>
  cancel: ReturnType<typeof cancelDepositCommand>
}

/** The address of the conversation in the app. */
const CONVERSATION = `#${pages.customerService.path}`

/** Money in: the announcement, its signed page, its log. */
export function depositRoutes(
  { context, verifiedName, payerHash, signing }: FundingDeps,
  commands: DepositCommands,
): RouteHandler[] {
  const { db, config } = context
  const viewOf = async (memberId: MemberId, id: string) => {
    const row = await depositOf(db, memberId, id)
    if (row === undefined) throw new NotFound('deposit')
    return row
  }
  return [
    on(contract.getRechargeUrl, () => ({
      url: config.chatUrl ?? CONVERSATION,
      external: config.chatUrl !== null,
      simulated: SIMULATED,
    })),
    on(contract.getHouseKey, () => ({ algorithm: 'Ed25519' as const, publicKey: signing.publicKey })),
    on(contract.listDeposits, async ({ caller, query }) =>
      (
        await depositLog(
          db,
          caller.memberId,
          logPage(query, (status) => [status]),
        )
      ).map(depositView),
    ),
    on(contract.getDeposit, async ({ caller, params }) => {
      const row = await viewOf(caller.memberId, params.id)
      // Memory has what was announced; SQL may say anything since, and nothing of it is signed.
      const announced = context.engine.read.of(deposits).get(row.id)
      const { firm } = context.config
      // Without the firm's settings there is no account to pay into, and none is made up.
      const instructions =
        announced?.state === 'pending' && firm !== null
          ? instructionsOf(announced, firm.accounts.deposits)
          : null
      return {
        deposit: depositView(row),
        instructions,
        signature: instructions === null ? null : signing.sign(instructionsText(instructions)),
      }
    }),
    on(contract.requestDeposit, async (request) => {
      const { input, caller } = request
      if (context.config.firm === null) return no('DEPOSITS_CLOSED')
      const name = await verifiedName(caller.memberId)
      const hash = name === null ? null : payerHash(name)
      if (hash === null) return no('IDENTITY_REQUIRED')
      const { result } = await context.engine.submit(
        commands.request,
        { yen: input.amount, method: input.method, payerHash: hash },
        callerOf(request),
      )
      return result.ok ? depositView(await viewOf(caller.memberId, result.answer.id)) : result
    }),
    on(contract.cancelDeposit, async (request) => {
      const { result } = await context.engine.submit(
        commands.cancel,
        { depositId: request.params.id },
        callerOf(request),
      )
      return result.ok ? depositView(await viewOf(request.caller.memberId, result.answer.id)) : result
    }),
  ]
}
