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
  listApprovals,
  listQueues,
  prepareAct,
  signApproval,
  withdrawApproval,
} from '#modules/staff/operator-contract.ts'
import { withdrawalText } from '#modules/staff/model/request.ts'
import { signRequest } from './passkey.ts'

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
        return signed === null
          ? null
          : call(consoleAct, { input: { ...request, prepared: { askedAt, textId }, ...signed } })
      }),
    sign: ({ id, requestText }) =>
      run(async () => {
        const signed = await passkeyFor(requestText)
        return signed === null ? null : call(signApproval, { params: { id }, input: signed })
      }),
    withdraw: async ({ id }) =>
      (await run(async () => {
        const signed = await passkeyFor(withdrawalText(id))
        return signed === null ? null : call(withdrawApproval, { params: { id }, input: signed })
      })) !== null,
  }
}
