import { useState } from 'react'
import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { announceFailure } from '#client/failures.ts'
import { refresh, useRead } from '#client/reads.ts'
import { translate } from '#client/texts.ts'
import type { OutputOf } from '#wire/route.ts'
import type { PowerName } from '#registry/powers.ts'
import {
  consoleAct,
  consoleMe,
  getApproval,
  listApprovals,
  listQueues,
  prepareAct,
  signApproval,
  withdrawApproval,
} from '#modules/staff/operator-contract.ts'
import { withdrawalText } from '#modules/staff/model/request.ts'
import { signRequest } from './passkey.ts'
import { ifThere, requestIdOf, untilKnown } from './unanswered.ts'

export type Me = OutputOf<typeof consoleMe>
/** The person who sits here; undefined until known. */
export const useMe = (): Me | undefined => useRead(consoleMe, {}, { quiet: true, staleTime: 60_000 }).data

/** A request of an operator. `text`: of the reason, where the power wants one. */
export type Asked = {
  power: PowerName
  subject: string
  body?: Record<string, unknown>
  reason?: { code: string; text?: string } | null
}
export type Acted = OutputOf<typeof consoleAct>

export type Act = {
  /**
   * Asks for it with the first signature, or gives the next one. Null: it was refused (said by a toast) or
   * the passkey was put away.
   */
  ask: (asked: Asked) => Promise<Acted | null>
  /** Signs an open request as it stands. */
  sign: (approval: { id: string; requestText: string }) => Promise<Acted | null>
  /** Takes an own request back, by a signature of its own. */
  withdraw: (approval: { id: string }) => Promise<boolean>
  busy: boolean
}

/** The one way in which a page of the console does anything to anybody. */
export function useAct(): Act {
  const me = useMe()
  const [busy, setBusy] = useState(false)
  const passkeyFor = async (requestText: string) => {
    if (me?.signsBy !== 'passkey') return {}
    const passkey = await signRequest(
      requestText,
      me.passkeys.map(({ id }) => id),
    )
    if (passkey === null) announceFailure(translate('console.passkey.putAway'))
    return passkey === null ? null : { passkey }
  }
  /** The answer to a signature of one's own that the server has; null: it has none. */
  const known = async (id: string): Promise<Acted | null> => {
    const found = await ifThere(call(getApproval, { params: { id } }, { quiet: true }))
    const signed = found?.approval.signatures.some(({ operatorId }) => operatorId === me?.operatorId)
    if (!found || !signed) return null
    const { status, missing } = found.approval
    return {
      approvalId: id,
      status: status === 'carried-out' ? status : 'open',
      missing: missing.length,
      result: null,
    }
  }
  const run = async <Done>(work: () => Promise<Done | null>): Promise<Done | null> => {
    if (busy) return null
    setBusy(true)
    try {
      return await work()
    } catch (failure) {
      if (failure instanceof CallError) return null
      throw failure
    } finally {
      setBusy(false)
      refresh(listApprovals)
      refresh(listQueues)
    }
  }
  return {
    busy,
    ask: ({ power, subject, body = {}, reason = null }) =>
      run(async () => {
        const request = { power, subject, body, reason }
        const { requestText, askedAt, textId } = await call(prepareAct, { input: request })
        const signed = await passkeyFor(requestText)
        if (signed === null) return null
        const input = { ...request, prepared: { askedAt, textId }, ...signed }
        return untilKnown(
          () => call(consoleAct, { input }, { quiet: true }),
          async () => known(await requestIdOf(requestText)),
        )
      }),
    sign: ({ id, requestText }) =>
      run(async () => {
        const signed = await passkeyFor(requestText)
        if (signed === null) return null
        return untilKnown(
          () => call(signApproval, { params: { id }, input: signed }, { quiet: true }),
          () => known(id),
        )
      }),
    withdraw: async ({ id }) =>
      (await run(async () => {
        const signed = await passkeyFor(withdrawalText(id))
        if (signed === null) return null
        return untilKnown(
          () => call(withdrawApproval, { params: { id }, input: signed }, { quiet: true }),
          async () => {
            const found = await ifThere(call(getApproval, { params: { id } }, { quiet: true }))
            return found?.approval.status === 'open' ? null : { approvalId: id }
          },
        )
      })) !== null,
  }
}
