import { no } from '#kernel/result.ts'
import { defineCommand, done, operatorCaller } from '#platform/engine/command.ts'
import { on, type AppContext, type RouteHandler } from '#modules/module.ts'
import type { PowerName } from '#registry/powers.ts'
import { APPROVAL_LIFE, isAloneIn, nextStatus } from '../model/approval.ts'
import { withdrawalText } from '../model/request.ts'
import { withdrawApproval } from '../operator-contract.ts'
import { isTheirs } from './act.ts'
import type { PasskeyAnswer, PasskeySite } from './passkey-answer.ts'
import { approvals, operators } from './tables.ts'

/**
 * `power` and `subject` are the request's; `signature`: of a demo operator's key, '' where a passkey answers.
 */
export type Withdraw = {
  operatorId: string
  approvalId: string
  power: PowerName
  subject: string
  signature: string
  passkey?: PasskeyAnswer
}

/**
 * `staff.withdraw`: whoever alone has asked takes the request back, which ends it (decision 0152). Nothing
 * was done, and nothing is. Refused in this order: who it is, the signature, a request that is not open, one
 * that is another's or that another has signed.
 */
export const withdrawCommand = (site: PasskeySite) =>
  defineCommand({
    type: 'staff.withdraw',
    captureInputs: (_world, { passkey }: Withdraw) => (passkey === undefined ? {} : { site }),
    run(tables, input, inputs: { site?: PasskeySite }, call) {
      const operator = tables.of(operators).get(input.operatorId)
      if (operator === undefined || operator.endedAt !== null) return no('OPERATOR_UNKNOWN')
      const isSigned = isTheirs(
        tables,
        operator,
        { ...input, text: withdrawalText(input.approvalId) },
        inputs.site,
      )
      if (!isSigned) return no('SIGNATURE_WRONG')
      const row = tables.of(approvals).get(input.approvalId)
      const isThat = row?.power === input.power && row.subject === input.subject
      if (!isThat || row.status !== 'open' || call.at >= row.askedAt + APPROVAL_LIFE)
        return no('APPROVAL_NOT_OPEN')
      if (!isAloneIn(row.signatures, operator.id)) return no('WITHDRAW_OTHERS')
      tables.of(approvals).update(row, { status: nextStatus(row.status, 'expire')!, withdrawnAt: call.at })
      return done({ approvalId: row.id })
    },
  })

/** The route of `withdrawApproval`. `serverSigns`: of a demo operator; '' of everybody else. */
export const withdrawRoute = ({
  context,
  command,
  serverSigns,
}: {
  context: AppContext
  command: ReturnType<typeof withdrawCommand>
  serverSigns: (operatorId: string, text: string) => string
}): RouteHandler =>
  on(
    withdrawApproval,
    async ({ operator: { operatorId, sessionId }, params: { id }, input: { passkey } }) => {
      const row = context.engine.read.of(approvals).get(id)
      if (row === undefined) return no('APPROVAL_NOT_OPEN')
      const asked = { operatorId, approvalId: id, power: row.power, subject: row.subject }
      const { result } = await context.engine.submit(
        command,
        passkey === undefined
          ? { ...asked, signature: serverSigns(operatorId, withdrawalText(id)) }
          : { ...asked, signature: '', passkey },
        operatorCaller(operatorId, sessionId),
      )
      return result.ok ? { approvalId: id } : result
    },
  )
