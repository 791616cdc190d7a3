import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { usableFrom } from '#modules/funding/model/bank-account.ts'
import { timedApprovalsStopped } from '#modules/funding/server/payment-stops.ts'
import { appealSubject } from '#modules/funding/server/appeals.ts'
import { detailsHash } from '#modules/funding/server/details.ts'
import { withdrawalView } from '#modules/funding/server/views.ts'
import { withdrawalEffects } from '#modules/funding/server/withdrawal-effects.ts'
import { cancelWithdrawalCommand } from '#modules/funding/server/withdrawals.ts'
import { makeTransferEffect } from '#modules/funding/server/transfers.ts'
import type { Stop } from '#modules/funding/model/withdrawal-timer.ts'
import { bankAccounts, type AccountDetailsRow } from '#modules/funding/server/tables.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { demoOperatorId } from '#modules/staff/server/open-operator.ts'
import { startApp, type AppContext } from './app.ts'
import { booked } from './one-use.ts'
import { expectGood, said, signs, threeDaysBefore } from './people.ts'

let app: AppContext
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Payee = { id: string; accountId: string }
const OPERATOR = {
  operatorId: demoOperatorId('treasurer', 1),
  role: 'treasurer',
  roles: ['treasurer'],
  sessionId: '',
}
/** Above the daily rule, and below it. */
const [LARGE, SMALL] = [1_500_000, 400_000]
const isBusinessDay = (date: string) => tseCalendar.next(addDays(date, -1)) === date
const TEXT = { id: 'text', hash: 'ab' }
const TAKEOVER = { code: 'takeover', text: null }

/** A member with money, and an account at a bank that transfer files can be written to. */
async function payee(): Promise<Payee> {
  await threeDaysBefore(app)
  const [id, accountId] = [`payee-${app.next()}`, `payee-account-${app.next()}`]
  const details: AccountDetailsRow = {
    accountId,
    memberId: id,
    holder: 'ｻﾄｳ ﾊﾙｶ',
    bankCode: '0001',
    bankName: 'みずほ',
    branchCode: '001',
    branchName: '東京営業部',
    type: 'ordinary',
    number: String(1_000_000 + app.next()),
    imageId: 'picture',
    salt: randomBytes(16),
  }
  await app.db.kysely.insertInto('bankAccountDetails').values(details).execute()
  await expectGood(app.run('member.open', { memberId: id, level: 'core' }))
  await expectGood(app.run('bank-account.add', { accountId, detailsHash: detailsHash(details) }, id))
  await expectGood(signs(app, 'reviewer', 1, { power: 'bank-account.accept', subject: accountId, body: {} }))
  app.clock.pass(
    usableFrom(app.context.engine.read.of(bankAccounts).get(accountId)!.addedAt) - app.clock.wall(),
  )
  return { id, accountId }
}
const asks = async ({ id, accountId }: Payee, yen: number): Promise<string> =>
  ((await expectGood(app.run('withdrawal.request', { accountId, by: 'demo', yen }, id))) as { id: string }).id
const row = (id: string) => app.disk.row('withdrawals', id)!

const signed = async (
  signers: readonly (readonly ['reviewer' | 'treasurer' | 'auditor', number])[],
  asked: Parameters<typeof signs>[3],
): Promise<string> => {
  const askedAt = Math.floor(app.clock.wall())
  let last = 'good'
  for (const [role, number] of signers)
    if (last === 'good') last = await said(signs(app, role, number, asked, askedAt))
  return last
}
const approvedByTime = async (member: Payee): Promise<string> => {
  const id = await asks(member, LARGE)
  app.clock.pass(row(id).dueAt - app.clock.wall())
  await expectGood(app.run('withdrawal.timer', { looked: [{ id, failed: null }] }))
  expect(row(id)).toMatchObject({ state: 'approved', approvedBy: 'time' })
  return id
}
const looks = (id: string, failed: Stop | null = null) =>
  expectGood(app.run('withdrawal.payment-stops', { looked: [{ id, failed }] }))
const lineOf = (id: string, kind = 'out') => ({
  id: `line-${app.next()}`,
  kind,
  yen: row(id).yen,
  reference: row(id).reference,
  payerHash: null,
  bookedAt: Math.floor(app.clock.wall()),
})
const bankSends = async (id: string): Promise<string | null> => {
  const line = lineOf(id)
  await expectGood(app.run('statement.demo-bank', { lines: [line] }))
  return app.disk.row('statement_lines', line.id) === undefined ? null : line.id
}

const freezes = {
  'a freeze by the member': {
    stop: ({ id }: Payee) => expectGood(app.run('member.freeze', { memberId: id }, id)),
    lift: ({ id }: Payee) => expectGood(app.run('member.unfreeze', { memberId: id }, id)),
  },
  'a freeze by a reviewer': {
    stop: ({ id }: Payee) =>
      expectGood(
        signs(app, 'reviewer', 2, { power: 'trading.freeze', subject: id, body: {}, reason: TAKEOVER }),
      ),
    async lift({ id }: Payee) {
      const asked = {
        power: 'trading.release' as const,
        subject: id,
        body: {},
        reason: { code: 'cleared', text: null },
      }
      await expectGood(signs(app, 'reviewer', 2, asked))
      return expectGood(signs(app, 'reviewer', 3, asked))
    },
  },
}

type NextFile = { id: string | null; unwritable: { id: string; problem: string; stop: string | null }[] }
const nextFile = async (): Promise<NextFile> =>
  (await expectGood(app.call('getNextTransfers', { operator: OPERATOR }))) as NextFile
const makes = (id: string) => signed([['treasurer', 1]], { power: 'transfer.make', subject: id, body: {} })

describe.each(Object.entries(freezes))('%s', (_, { stop, lift }) => {
  it('keeps an approved withdrawal out of the file for the bank, says so, and lets it go on when it is lifted', async () => {
    const member = await payee()
    const id = await asks(member, SMALL)
    expect(row(id).state).toBe('approved')
    app.clock.pass(MINUTE)
    await stop(member)
    const next = await nextFile()
    expect(next.unwritable).toContainEqual({ id, problem: 'stopped', stop: 'frozen', refundOf: null })
    await looks(id)
    const since = Math.floor(app.clock.wall())
    expect(row(id)).toMatchObject({ stoppedFor: 'frozen', stoppedAt: since, leftMs: 0, releasedAt: null })
    const view = withdrawalView({ ...row(id), text: null, appeal: null }, '', isBusinessDay, app.clock)
    expect(view).toMatchObject({
      state: 'approved',
      arrivesBy: null,
      stopped: { for: 'frozen', since: new Date(since).toISOString() },
    })
    expect(await bankSends(id)).toBeNull()

    app.clock.pass(HOUR)
    await lift(member)
    await looks(id)
    expect(row(id)).toMatchObject({ stoppedFor: null, stoppedAt: null, releasedAt: since + HOUR })
    const on = withdrawalView({ ...row(id), text: null, appeal: null }, '', isBusinessDay, app.clock)
    expect(Date.parse(on.arrivesBy!), 'the bank has its whole time from now').toBeGreaterThan(
      Date.parse(
        withdrawalView(
          { ...row(id), releasedAt: null, text: null, appeal: null },
          '',
          isBusinessDay,
          app.clock,
        ).arrivesBy!,
      ),
    )
    expect(await makes((await nextFile()).id!)).toBe('good')
    expect(row(id).transferId).not.toBeNull()
  })

  it('that comes between the writing of a file and its signature refuses the file; in a file it is with the bank', async () => {
    const member = await payee()
    const id = await asks(member, SMALL)
    const file = (await nextFile()).id!
    await stop(member)
    expect(await makes(file)).toBe('TRANSFER_STOPPED')
    expect(row(id).transferId).toBeNull()
    await looks(id)
    await lift(member)
    expect(await makes(file), 'before the next look too').toBe('good')
    expect(row(id)).toMatchObject({ transferId: file, stoppedFor: null })
    await expectGood(app.run('member.freeze', { memberId: member.id }, member.id))
    await looks(id)
    expect(row(id).stoppedFor, 'no freeze calls a file back').toBeNull()
  })

  it('changes nothing of records from before it was asked for', async () => {
    const member = await payee()
    const id = await asks(member, SMALL)
    await stop(member)
    const file = { day: '2026-12-01', withdrawalIds: [id], yen: SMALL }
    const { wall } = app.clock
    const effect = makeTransferEffect({ get: () => file }, () => ({
      wall: wall(),
      at: 0,
      tradeDate: file.day,
    }))
    const { read } = app.context.engine
    expect(effect.refuse!(read, 'a file', {}, file)).toBeNull()
    expect(effect.refuse!(read, 'a file', {}, effect.captureInputs!(read, 'a file', {}))).toMatchObject({
      rejection: 'TRANSFER_STOPPED',
      detail: { stop: 'frozen' },
    })
    await lift(member)
  })
})

describe('a published check that fails after the approval', () => {
  it('stops what time alone approved, until it passes', async () => {
    const member = await payee()
    const id = await approvedByTime(member)
    await looks(id, 'device')
    expect(row(id)).toMatchObject({ stoppedFor: 'device' })
    const counted = timedApprovalsStopped(app.context.engine.read, app.clock.wall())
    expect((await nextFile()).unwritable).toContainEqual({
      id,
      problem: 'stopped',
      stop: 'device',
      refundOf: null,
    })
    expect(await bankSends(id)).toBeNull()
    await looks(id)
    expect(row(id).stoppedFor).toBeNull()
    // The alert of `akari_timed_approvals_stopped`: this one, and what other tests have left.
    expect(timedApprovalsStopped(app.context.engine.read, app.clock.wall())).toBe(counted - 1)
    expect(await bankSends(id)).not.toBeNull()
  })

  it('does not stop what two people or the daily rule have decided', async () => {
    const member = await payee()
    const byTwo = await asks(member, LARGE)
    expect(
      await signed(
        [
          ['treasurer', 1],
          ['reviewer', 1],
        ],
        { power: 'withdrawal.approve', subject: byTwo, body: {} },
      ),
    ).toBe('good')
    const other = await payee()
    const byRule = await asks(other, SMALL)
    for (const id of [byTwo, byRule]) {
      await looks(id, 'device')
      expect(row(id).stoppedFor).toBeNull()
    }
  })
})

/** Stands against a member's money; `failed`: what the checks that rows do not answer say. */
type Against = { stop: (member: Payee, withdrawalId: string) => Promise<unknown>; failed?: Stop }
const AGAINST = {
  frozen: { stop: freezes['a freeze by the member'].stop },
  held: { stop: freezes['a freeze by a reviewer'].stop },
  recovery: {
    stop: ({ id }) =>
      expectGood(app.run('member.rest', { memberId: id, change: 'passwordRecovered', ms: 3 * DAY })),
  },
  denial: {
    stop: (_, subject) =>
      signs(app, 'reviewer', 2, {
        power: 'withdrawal.deny',
        subject,
        body: {},
        reason: { code: 'takeover', text: TEXT },
      }),
  },
  check: { stop: async () => {}, failed: 'device' },
} satisfies Record<string, Against>
type Name = keyof typeof AGAINST
const OF_PEOPLE: readonly Name[] = ['frozen', 'held', 'recovery']

/**
 * Every step between a member's word and money at a bank, and which of these it is stopped by. `tries` goes
 * up to the step, calls `stop`, takes the step, and answers whether it was refused.
 */
const WAYS: Record<
  string,
  {
    stoppedBy: readonly Name[]
    tries: (member: Payee, stop: (id: string) => Promise<Stop | null>) => Promise<boolean>
  }
> = {
  'a request that the rule approves': {
    stoppedBy: OF_PEOPLE,
    tries: async ({ id, accountId }, stop) => {
      await stop('none')
      return (await said(app.run('withdrawal.request', { accountId, by: 'demo', yen: SMALL }, id))) !== 'good'
    },
  },
  'the payout that closes an account': {
    stoppedBy: OF_PEOPLE,
    tries: async ({ id, accountId }, stop) => {
      await stop('none')
      return (await said(app.run('account.close', { accountId, by: 'demo' }, id))) !== 'good'
    },
  },
  'an approval by hand': {
    stoppedBy: [...OF_PEOPLE, 'denial'],
    tries: async (member, stop) => {
      const subject = await asks(member, LARGE)
      await stop(subject)
      return (await signed([['treasurer', 1]], { power: 'withdrawal.approve', subject, body: {} })) !== 'good'
    },
  },
  'its second signature': {
    stoppedBy: OF_PEOPLE,
    tries: async (member, stop) => {
      const subject = await asks(member, LARGE)
      const asked = { power: 'withdrawal.approve', subject, body: {} } as const
      const askedAt = Math.floor(app.clock.wall())
      await expectGood(signs(app, 'treasurer', 1, asked, askedAt))
      await stop(subject)
      return (await said(signs(app, 'reviewer', 1, asked, askedAt))) !== 'good'
    },
  },
  'an approval by time': {
    stoppedBy: [...OF_PEOPLE, 'denial', 'check'],
    tries: async (member, stop) => {
      const id = await asks(member, LARGE)
      app.clock.pass(row(id).dueAt - app.clock.wall())
      const failed = await stop(id)
      await expectGood(app.run('withdrawal.timer', { looked: [{ id, failed }] }))
      return row(id).state === 'requested'
    },
  },
  'an overturned denial': {
    stoppedBy: OF_PEOPLE,
    tries: async (member, stop) => {
      const subject = await asks(member, LARGE)
      const reason = { code: 'takeover', text: TEXT }
      await signed(
        [
          ['reviewer', 1],
          ['reviewer', 2],
        ],
        { power: 'withdrawal.deny', subject, body: {}, reason },
      )
      await expectGood(app.run('withdrawal.appeal', { withdrawalId: subject, textId: 'text' }, member.id))
      const appeal = app.disk.rows('appeals').find(({ withdrawalId }) => withdrawalId === subject)!
      await stop(subject)
      const answer = await signed([['reviewer', 3]], {
        power: 'appeal.decide',
        subject: appealSubject(appeal.id),
        body: {},
        reason: { code: 'overturned', text: TEXT },
      })
      return answer !== 'good'
    },
  },
  'a file for the bank, of what the rule approved': {
    stoppedBy: OF_PEOPLE,
    tries: async (member, stop) => {
      const id = await asks(member, SMALL)
      const file = (await nextFile()).id!
      await looks(id, await stop(id))
      const isLeftOut = (await nextFile()).unwritable.some((each) => each.id === id)
      expect((await makes(file)) !== 'good', 'shown and made ask the same').toBe(isLeftOut)
      return row(id).transferId === null
    },
  },
  'a file for the bank, of what time approved': {
    stoppedBy: [...OF_PEOPLE, 'check'],
    tries: async (member, stop) => {
      const id = await approvedByTime(member)
      const file = (await nextFile()).id!
      await looks(id, await stop(id))
      await makes(file)
      return row(id).transferId === null
    },
  },
  'the demo bank': {
    stoppedBy: [...OF_PEOPLE, 'check'],
    tries: async (member, stop) => {
      const id = await approvedByTime(member)
      await looks(id, await stop(id))
      return (await bankSends(id)) === null
    },
  },
  'a line of the bank that says paid: it is so': {
    stoppedBy: [],
    tries: async (member, stop) => {
      const id = await approvedByTime(member)
      const lineId = await bankSends(id)
      await looks(id, await stop(id))
      const asked = { power: 'withdrawal.mark-paid', subject: id, body: { lineId } } as const
      return (await signed([['treasurer', 1]], asked)) !== 'good'
    },
  },
  'a line of the bank that says returned: the money comes back': {
    stoppedBy: [],
    tries: async (member, stop) => {
      const id = await approvedByTime(member)
      const paid = {
        power: 'withdrawal.mark-paid',
        subject: id,
        body: { lineId: await bankSends(id) },
      } as const
      expect(await signed([['treasurer', 1]], paid)).toBe('good')
      const line = lineOf(id, 'returned')
      await expectGood(app.run('statement.demo-bank', { lines: [line] }))
      await looks(id, await stop(id))
      const asked = { power: 'withdrawal.mark-returned', subject: id, body: { lineId: line.id } } as const
      return (await signed([['treasurer', 1]], asked)) !== 'good'
    },
  },
  'a correction by treasurer and auditor: the books, and no payment': {
    stoppedBy: [],
    tries: async (member, stop) => {
      const { credit, depositId } = await booked(app, SMALL, member.id)
      await credit()
      const entry = app.disk.rows('cash_entries').find(({ about }) => about === depositId)!
      await stop('none')
      return (
        (await signed(
          [
            ['treasurer', 1],
            ['auditor', 1],
          ],
          {
            power: 'entry.reverse',
            subject: entry.id,
            body: {},
            reason: { code: 'wrong-amount', text: TEXT },
          },
        )) !== 'good'
      )
    },
  },
}

describe.each(Object.entries(WAYS))('%s', (_, { stoppedBy, tries }) => {
  it.each(Object.entries(AGAINST) as [Name, Against][])('against %s', async (name, { stop, failed }) => {
    const member = await payee()
    const stopped = await tries(member, async (id) => {
      await stop(member, id)
      return failed ?? null
    })
    expect(stopped).toBe(stoppedBy.includes(name))
  })
})

const BOTH = [
  ['reviewer', 1],
  ['reviewer', 3],
] as const
const denial = (subject: string) =>
  signed(BOTH, { power: 'withdrawal.deny', subject, body: {}, reason: { code: 'legal-hold', text: TEXT } })
const cancels = ({ id }: Payee, withdrawalId: string) =>
  said(app.run('withdrawal.cancel', { withdrawalId }, id))
const moneyOf = (id: string) => {
  const { available, withdrawalHold } = app.disk.row('member_balances', id)!
  return { available, withdrawalHold: withdrawalHold ?? 0 }
}

describe('an approved withdrawal that is stopped for good ends', () => {
  const FOR_GOOD: Record<string, (member: Payee, id: string) => Promise<unknown>> = {
    'by a freeze of the member': freezes['a freeze by the member'].stop,
    'by a freeze of the firm': freezes['a freeze by a reviewer'].stop,
    'by a name that differs': (_, id) => looks(id, 'name'),
    'by an account that nobody can confirm': (_, id) => looks(id, 'account'),
    'by a branch that is gone': async ({ accountId }) => {
      const gone = app.db.kysely.updateTable('bankAccountDetails').set({ branchCode: '999' })
      await gone.where('accountId', '=', accountId).execute()
      await nextFile()
    },
  }
  describe.each(Object.entries(FOR_GOOD))('%s', (_, stop) => {
    it('by the member, and the money is back', async () => {
      const member = await payee()
      const before = moneyOf(member.id)
      const id = await approvedByTime(member)
      await stop(member, id)
      expect(await cancels(member, id)).toBe('good')
      expect(row(id)).toMatchObject({ state: 'cancelled', stoppedFor: null })
      expect(moneyOf(member.id)).toEqual(before)
      expect(await cancels(member, id)).toBe('WITHDRAWAL_DECIDED')
    })

    it('by two people with a reason, which the member reads and may appeal', async () => {
      const member = await payee()
      const before = moneyOf(member.id)
      const id = await approvedByTime(member)
      await stop(member, id)
      expect(await denial(id)).toBe('good')
      expect(row(id)).toMatchObject({ state: 'denied', reason: 'legal-hold', textId: TEXT.id })
      expect(moneyOf(member.id)).toEqual(before)
      expect(app.disk.rowsOf('messages')).toContainEqual(
        expect.objectContaining({ memberId: member.id, kind: 'withdrawalDenied', about: id }),
      )
      await expectGood(app.run('withdrawal.appeal', { withdrawalId: id, textId: 'text' }, member.id))
    })

    it('by neither once a bank has it', async () => {
      const member = await payee()
      const id = await asks(member, SMALL)
      await makes((await nextFile()).id!)
      await stop(member, id)
      expect(await cancels(member, id)).toBe('WITHDRAWAL_WITH_BANK')
      expect(await denial(id)).toBe('WITHDRAWAL_NOT_STOPPED')
      expect(row(id).state).toBe('approved')
    })
  })

  it('what goes on its way is denied by nobody, and no denial stops it', async () => {
    const member = await payee()
    const id = await approvedByTime(member)
    expect(await denial(id)).toBe('WITHDRAWAL_NOT_STOPPED')
    await looks(id)
    expect(row(id)).toMatchObject({ state: 'approved', stoppedFor: null })
    expect(await cancels(member, id), 'the member may take it back').toBe('good')
  })

  it('a line of the bank says that it has left', async () => {
    const member = await payee()
    const id = await approvedByTime(member)
    expect(await bankSends(id)).not.toBeNull()
    expect(await cancels(member, id)).toBe('WITHDRAWAL_WITH_BANK')
    await freezes['a freeze by the member'].stop(member)
    expect(await denial(id)).toBe('WITHDRAWAL_NOT_STOPPED')
  })

  it('records from before say as they said: it is decided', async () => {
    const member = await payee()
    const id = await approvedByTime(member)
    await freezes['a freeze by the member'].stop(member)
    const times = () => ({ wall: app.clock.wall(), at: 0, tradeDate: '2026-12-01' })
    const { read } = app.context.engine
    const [, deny] = withdrawalEffects({ times, isBusinessDay, isUnwritable: () => false })
    expect(deny!.refuse!(read, id, {}, null)).toMatchObject({ rejection: 'WITHDRAWAL_DECIDED' })
    const cancel = cancelWithdrawalCommand(times)
    expect(
      cancel.run(read as never, { withdrawalId: id }, times(), { memberId: member.id, seq: 0 } as never),
    ).toMatchObject({ rejection: 'WITHDRAWAL_DECIDED' })
  })
})

it('money goes to a bank, or to others, by these modules alone', () => {
  const src = join(import.meta.dirname, '../../src')
  const sites = globSync('modules/**/*.ts', { cwd: src })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(join(src, file), 'utf8').matchAll(
          /\bmove(?:UpTo)?\(\s*[^;]*?'(\w+)',\s*'(bank|pools)'/g,
        ),
      ].map(([, from, to]) => `${file}: ${from} → ${to}`),
    )
  expect(sites.toSorted()).toEqual([
    // The lead's stake, which a freeze refuses; fees, and what a pool pays whoever leaves it: to accounts of
    // members, where it stands under their own freeze.
    ...Array.from({ length: 4 }, () => 'modules/copy/server/open-pool.ts: available → pools'),
    // A subscription, which the freeze refuses when it is asked for and again when it is accepted.
    'modules/copy/server/run-nav.ts: subscriptionHold → pools',
    'modules/funding/server/corrections.ts: available → bank',
    // From what a withdrawal holds: every step before it stands above.
    'modules/funding/server/withdrawals.ts: withdrawalHold → bank',
  ])
})
