import { memberCaller } from '#platform/engine/command.ts'
import { uuidv7 } from '#kernel/id.ts'
import { SECOND } from '#kernel/time.ts'
import type { AppContext } from './app.ts'
import { LIFETIMES, type Use } from './lifetimes.ts'
import {
  accepted,
  codeSentTo,
  expectGood,
  logsIn,
  newMember,
  PASSWORD,
  richMember,
  said,
  signs,
  watching,
  withApp,
  withdrawing,
} from './people.ts'

/** Something that is good for one use. */
export type OneUse = {
  /** The word of a second use. */
  readonly once: string
  readonly begin: (app: AppContext) => Promise<Use>
}

/** A reason of a power's list, with a text that is put away elsewhere. */
export const REASON = (code: string) => ({ code, text: { id: `text-${code}`, hash: 'ef'.repeat(32) } })

const APP_STEP = 30 * SECOND

/** Announced money whose line the bank has booked, and its credit by two operators. */
export async function booked(
  app: AppContext,
  yen = 300_000,
  of?: string,
): Promise<{ depositId: string; lineId: string; credit: () => Promise<string> }> {
  const id = of ?? (await richMember(app)).id
  const { id: depositId } = (await expectGood(
    app.run('deposit.request', { method: 'bank', payerHash: `payer-${id}`, yen }, id),
  )) as { id: string }
  const { reference } = app.disk.row('deposits', depositId)!
  const lineId = `line-${app.next()}`
  await expectGood(
    app.run('statement.demo-bank', {
      lines: [
        {
          id: lineId,
          kind: 'in',
          yen,
          reference,
          payerHash: `payer-${id}`,
          bookedAt: Math.floor(app.clock.wall()),
        },
      ],
    }),
  )
  return {
    depositId,
    lineId,
    credit: byTwo(
      app,
      [
        ['treasurer', 1],
        ['reviewer', 1],
      ],
      { power: 'deposit.credit', subject: depositId, body: { lineId } },
    ),
  }
}

/** An act by two operators, asked for anew each time that it is used. */
export const byTwo = (
  app: AppContext,
  [first, second]: readonly (readonly ['reviewer' | 'treasurer' | 'auditor', number])[],
  asked: Parameters<typeof signs>[3],
) => {
  let asks = 0
  return async (): Promise<string> => {
    const askedAt = Math.floor(app.clock.wall()) - asks++
    const answer = await said(signs(app, first![0], first![1], asked, askedAt))
    return answer === 'good' ? said(signs(app, second![0], second![1], asked, askedAt)) : answer
  }
}

const others: Readonly<Record<string, OneUse>> = {
  'the code of a login that wrong passwords have closed': {
    once: 'VERIFICATION_INVALID',
    begin: async (app) => {
      const { mobile } = await newMember(app)
      const address = `home-${app.next()}`
      await expectGood(app.call('smsCode', { input: { mobile, for: 'login' }, address }))
      const verificationCode = await codeSentTo(app, { mobile })
      return () => said(logsIn(app, mobile, PASSWORD, address, { verificationCode }))
    },
  },
  'the code of a step-up whose tries are used up': {
    once: 'VERIFICATION_INVALID',
    begin: async (app) => {
      const { mobile, code } = await withApp(app)
      const { token } = (await expectGood(logsIn(app, mobile))) as { token: string }
      const as = (await app.context.modules.identity.find(token))!
      await expectGood(app.call('askFactorCode', { as, input: { for: 'step-up' } }))
      const verificationCode = await codeSentTo(app, { mobile })
      // A code of the app is good once too: the next one each time.
      let steps = 0
      return () => {
        if (steps++ > 0) app.clock.pass(APP_STEP)
        return said(app.call('stepUp', { as, input: { oneTimeCode: code(), verificationCode } }))
      }
    },
  },
  'the hit of a price alert': {
    once: 'ALERT_OVER',
    begin: async (app) => {
      const { hit } = await watching(app)
      return hit
    },
  },
  'a line of the bank, by which money comes in': {
    once: 'LINE_USED',
    begin: async (app) => {
      const { credit } = await booked(app)
      return credit
    },
  },
  'an entry that is corrected': {
    once: 'ENTRY_REVERSED',
    begin: async (app) => {
      const { depositId, credit } = await booked(app)
      await credit()
      const entry = app.disk.rows('cash_entries').find(({ about }) => about === depositId)!
      return byTwo(
        app,
        [
          ['treasurer', 1],
          ['auditor', 1],
        ],
        { power: 'entry.reverse', subject: entry.id, body: {}, reason: REASON('wrong-amount') },
      )
    },
  },
  'a withdrawal that is taken back, denied or approved': {
    once: 'WITHDRAWAL_DECIDED',
    begin: async (app) => {
      const { id, withdrawalId } = await withdrawing(app)
      const deny = byTwo(
        app,
        [
          ['reviewer', 1],
          ['reviewer', 2],
        ],
        { power: 'withdrawal.deny', subject: withdrawalId, body: {}, reason: REASON('name-differs') },
      )
      const approve = byTwo(
        app,
        [
          ['treasurer', 1],
          ['reviewer', 3],
        ],
        { power: 'withdrawal.approve', subject: withdrawalId, body: {} },
      )
      return Object.assign(() => said(app.run('withdrawal.cancel', { withdrawalId }, id)), {
        rivals: [deny, approve],
      })
    },
  },
  'a signature of an operator': {
    once: 'SIGNED_ALREADY',
    begin: async (app) => {
      const { id } = await richMember(app)
      const askedAt = app.clock.wall()
      return () =>
        said(
          signs(
            app,
            'reviewer',
            1,
            { power: 'trading.freeze-on', subject: id, body: {}, reason: { code: 'takeover', text: null } },
            askedAt,
          ),
        )
    },
  },
  'a bank account that is decided on': {
    once: 'BANK_ACCOUNT_DECIDED',
    begin: async (app) => {
      const { accountId } = await richMember(app)
      let asks = 0
      return () =>
        said(
          signs(
            app,
            'reviewer',
            1,
            { power: 'bank-account.accept', subject: accountId, body: {} },
            Math.floor(app.clock.wall()) - asks++,
          ),
        )
    },
  },
  'the key of a request: one effect, however often it is sent': {
    once: 'nothing new',
    begin: async (app) => {
      const { id } = await accepted(app)
      const key = uuidv7(
        app.clock.machine(),
        Uint8Array.from({ length: 16 }, () => app.next() % 256),
      )
      let told = ''
      return async () => {
        const { result } = await app.context.engine.submit(
          app.context.commands.get('deposit.request')!,
          { method: 'bank', payerHash: 'payer', yen: 50_000 },
          memberCaller(id, 'phone', key),
        )
        const answer = JSON.stringify(result)
        const isFirst = told === ''
        told ||= answer
        if (answer !== told) return `another answer: ${answer}`
        return isFirst ? 'good' : 'nothing new'
      }
    },
  },
}

/**
 * Everything that is for one use: what lasts a while and then is used once, and what is used once whenever
 * that is.
 */
export const ONE_USE: Readonly<Record<string, OneUse>> = {
  ...Object.fromEntries(
    Object.entries(LIFETIMES).flatMap(([name, { once, begin }]) =>
      once === undefined ? [] : [[name, { once, begin }]],
    ),
  ),
  ...others,
}
