import { uuidv7 } from '#kernel/id.ts'
import type { House } from './house.ts'
import { LIFETIMES, type Use } from './lifetimes.ts'
import { accepted, expectGood, richMember, said, signs, withdrawing } from './people.ts'

/** Something that is good for one use. */
export type OneUse = {
  /** What a second use says. */
  readonly once: string
  readonly begin: (house: House) => Promise<Use>
}

/** A reason of a power's list, with a text that is put away elsewhere. */
export const REASON = (code: string) => ({ code, text: { id: `text-${code}`, hash: 'ef'.repeat(32) } })

/** Announced money whose line the bank has booked, and its credit by two operators. */
export async function booked(house: House, yen = 300_000, of?: string): Promise<{ depositId: string; lineId: string; credit: () => Promise<string> }> {
  const id = of ?? (await richMember(house)).id
  const { id: depositId } = await expectGood(house.run('deposit.request', { method: 'bank', payerHash: `payer-${id}`, yen }, id)) as { id: string }
  const { reference } = house.disk.row('deposits', depositId)!
  const lineId = `line-${house.next()}`
  await expectGood(house.run('statement.demo-bank', { lines: [{ id: lineId, kind: 'in', yen, reference, payerHash: `payer-${id}`, bookedAt: Math.floor(house.clock.wall()) }] }))
  return { depositId, lineId, credit: byTwo(house, [['treasurer', 1], ['reviewer', 1]], { power: 'deposit.credit', subject: depositId, body: { lineId } }) }
}

/** An act by two operators, asked for anew each time that it is used. */
export const byTwo = (house: House, [first, second]: readonly (readonly ['reviewer' | 'treasurer' | 'auditor', number])[], asked: Parameters<typeof signs>[3]) => {
  let asks = 0
  return async (): Promise<string> => {
    const askedAt = Math.floor(house.clock.wall()) - asks++
    const answer = await said(signs(house, first![0], first![1], asked, askedAt))
    return answer === 'good' ? said(signs(house, second![0], second![1], asked, askedAt)) : answer
  }
}

const others: Readonly<Record<string, OneUse>> = {
  'a line of the bank, by which money comes in': {
    once: 'DEPOSIT_DECIDED',
    begin: async (house) => {
      const { credit } = await booked(house)
      return credit
    },
  },
  'an entry that is corrected': {
    once: 'ENTRY_REVERSED',
    begin: async (house) => {
      const { depositId, credit } = await booked(house)
      await credit()
      const entry = house.disk.rows('cash_entries').find(({ about }) => about === depositId)!
      return byTwo(house, [['treasurer', 1], ['auditor', 1]], { power: 'entry.reverse', subject: entry.id, body: {}, reason: REASON('wrong-amount') })
    },
  },
  'a withdrawal that is taken back, denied or approved': {
    once: 'WITHDRAWAL_DECIDED',
    begin: async (house) => {
      const { id, withdrawalId } = await withdrawing(house)
      const deny = byTwo(house, [['reviewer', 1], ['reviewer', 2]], { power: 'withdrawal.deny', subject: withdrawalId, body: {}, reason: REASON('name-differs') })
      const approve = byTwo(house, [['treasurer', 1], ['reviewer', 3]], { power: 'withdrawal.approve', subject: withdrawalId, body: {} })
      return Object.assign(() => said(house.run('withdrawal.cancel', { withdrawalId }, id)), { rivals: [deny, approve] })
    },
  },
  'a signature of an operator': {
    once: 'SIGNED_ALREADY',
    begin: async (house) => {
      const { id } = await richMember(house)
      const askedAt = house.clock.wall()
      return () => said(signs(house, 'reviewer', 1, { power: 'trading.freeze-on', subject: id, body: {}, reason: { code: 'takeover', text: null } }, askedAt))
    },
  },
  'a bank account that is decided on': {
    once: 'BANK_ACCOUNT_DECIDED',
    begin: async (house) => {
      const { accountId } = await richMember(house)
      let asks = 0
      return () => said(signs(house, 'reviewer', 1, { power: 'bank-account.accept', subject: accountId, body: {} }, Math.floor(house.clock.wall()) - asks++))
    },
  },
  'the key of a request: one effect, however often it is sent': {
    once: 'nothing new',
    begin: async (house) => {
      const { id } = await accepted(house)
      const key = uuidv7(house.clock.machine(), Uint8Array.from({ length: 16 }, () => house.next() % 256))
      let told = ''
      return async () => {
        const { result } = await house.house.engine.submit(house.house.commands.get('deposit.request')!, { method: 'bank', payerHash: 'payer', yen: 50_000 }, { actor: `m:${id}`, memberId: id, device: 's:phone', key })
        const answer = JSON.stringify(result)
        const isFirst = told === ''
        told ||= answer
        if (answer !== told) return `another answer: ${answer}`
        return isFirst ? 'good' : 'nothing new'
      }
    },
  },
}

/** Everything that is for one use: what lasts a while and then is used once, and what is used once whenever that is. */
export const ONE_USE: Readonly<Record<string, OneUse>> = {
  ...Object.fromEntries(Object.entries(LIFETIMES).flatMap(([name, { once, begin }]) => (once === undefined ? [] : [[name, { once, begin }]]))),
  ...others,
}
