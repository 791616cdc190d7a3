import type { AboutSource } from '#modules/support/server/public.ts'
import { depositOf } from './queries.ts'
import type { FundingDeps } from './deps.ts'

const TONES = { pending: 'warn', approved: 'ok', denied: 'grey' } as const

/**
 * The card of a deposit in a conversation with the customer service: never where to pay, only the way to the
 * signed page (security-and-trust 4).
 */
export const depositCard = ({ context: { db, text } }: Pick<FundingDeps, 'context'>): AboutSource => ({
  kind: 'deposit',
  async card(memberId, id, lang) {
    const deposit = await depositOf(db, memberId, id)
    if (deposit === undefined) return null
    const word = (key: string, args?: Record<string, number>) => text(lang, key, args)
    return {
      title: word('funding.deposit.title'),
      reference: deposit.reference,
      status: word(`funding.deposit.status.${deposit.state}`),
      tone: TONES[deposit.state],
      rows: [
        { label: word('funding.deposit.amount'), value: word('support.yen', { yen: deposit.yen }) },
        { label: word('funding.deposit.method'), value: word(`funding.deposit.by.${deposit.method}`) },
      ],
      page: 'recharge',
      action: word(deposit.state === 'pending' ? 'support.signedPage' : 'support.details'),
    }
  },
})
