import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { iso } from '#kernel/time.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { Sql } from '#platform/database/row-list.ts'
import type { ArgsOf } from '#registry/message-kinds.ts'
import type { Caller, AppContext, Request } from '#modules/module.ts'
import type * as contract from '../contract.ts'
import { changeNeeds, ruleOf, type FACTOR_CHANGES, type FactorChange } from '../model/factor-change.ts'
import { maskMobile } from '../model/mobile.ts'
import { openCredentials } from './credentials.ts'
import type { Notices } from './notices.ts'
import { rest as restCommand } from './protect-member.ts'
import type { Sessions } from './sessions.ts'
import type { SmsSender } from './sms-sender.ts'
import { askerOf, type CodeOf, type PhoneCodes } from './sms.ts'

type Told<C extends FactorChange> = ArgsOf<(typeof FACTOR_CHANGES)[C]['told']>
type Changing = { caller: Caller; address: string; input: { verificationCode?: string | undefined } }

export type FactorChanges = ReturnType<typeof factorChanges>
type Deps = {
  context: AppContext
  codes: PhoneCodes
  sender: SmsSender
  sessions: Sessions
  notices: Notices
}

/**
 * The steps that go with every change of a factor, before and after it, as the table says
 * (`model/factor-change.ts`).
 */
export function factorChanges({ context, codes, sender, sessions, notices }: Deps) {
  const { config } = context
  const credentials = openCredentials(context)
  const mobileOf = async (memberId: MemberId): Promise<string> => (await credentials.of(memberId)).mobile
  const codeOf = async (request: Changing, purpose: 'factor' | 'login' = 'factor'): Promise<CodeOf> => ({
    mobile: await mobileOf(request.caller.memberId),
    purpose,
    asker: askerOf({ ...request, input: {} }),
  })
  const asksCode = (change: FactorChange) => changeNeeds(change, config.demo).code === 'registered'

  /** Withdrawals close and trading is limited; answers until when, null where nothing rests. */
  async function rest(change: FactorChange, memberId: MemberId): Promise<number | null> {
    const { restMs: ms } = changeNeeds(change, config.demo)
    if (ms === 0) return null
    const { result } = await context.engine.submit(restCommand, { memberId, change, ms }, SYSTEM_CALLER)
    if (!result.ok) throw new Error(`an account does not rest: ${result.rejection}`)
    return result.answer.until
  }

  return {
    /** Sends a code to the member's phone, for this session alone. */
    async ask(
      request: Request<typeof contract.askFactorCode>,
    ): Promise<Refusal | { expiresAt: string; mobile: string }> {
      const of = await codeOf({ ...request, input: {} }, request.input.for === 'step-up' ? 'login' : 'factor')
      const refusal = await sender.take({
        mobile: of.mobile,
        address: request.address,
        ownBudget: (await sessions.guesses(request.caller)).count,
        isOwn: true,
      })
      return refusal ?? { expiresAt: iso(await codes.send(of, request.lang)), mobile: maskMobile(of.mobile) }
    },
    /**
     * Before the proof: whether the code is the one sent. A mistyped one uses up no proof, and who does not
     * hold the phone guesses at no password here.
     */
    async refusedCode(change: FactorChange, request: Changing): Promise<Refusal | null> {
      if (!asksCode(change)) return null
      const { verificationCode } = request.input
      if (verificationCode === undefined) return no('SMS_CODE_NEEDED')
      return (await codes.isRight(await codeOf(request), verificationCode))
        ? null
        : no('VERIFICATION_INVALID')
    },
    /** After the proof: the code is used up, and what rests begins to, before anything changes. */
    async begin(change: FactorChange, request: Changing): Promise<Refusal | null> {
      if (asksCode(change) && !(await codes.use(await codeOf(request)))) return no('VERIFICATION_INVALID')
      await rest(change, request.caller.memberId)
      return null
    },
    /**
     * The code to the phone that a step-up asks for where its tries are used up: whether it is the one sent.
     */
    refusedPhone: async (request: Changing): Promise<Refusal | null> =>
      (await codes.isRight(await codeOf(request, 'login'), request.input.verificationCode ?? ''))
        ? null
        : no('VERIFICATION_INVALID'),
    /** After the proof: it is used up. */
    usePhone: async (request: Changing): Promise<Refusal | null> =>
      (await codes.use(await codeOf(request, 'login'))) ? null : no('VERIFICATION_INVALID'),
    rest,
    /**
     * The change itself, with the notice of it on every channel in one transaction. `act` answers whether it
     * changed anything; where it has, all other sessions end. `at`: the phone that an SMS goes to.
     */
    async make<C extends FactorChange>(
      change: C,
      { memberId, sessionId }: { memberId: MemberId; sessionId: string },
      args: Told<C>,
      act: (trx: Sql) => Promise<boolean>,
      at?: string,
    ): Promise<boolean> {
      const kind = ruleOf(change).told as (typeof FACTOR_CHANGES)[C]['told']
      const send = await context.db.kysely.transaction().execute(async (trx) => {
        if (!(await act(trx))) return null
        return notices.lay(trx, memberId, kind, args, {
          sms: at === undefined ? 'registered' : { mobile: at },
        })
      })
      if (send === null) return false
      await sessions.endOthers(memberId, sessionId)
      await send()
      return true
    },
  }
}
