import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, YenAmount } from '#wire/values.ts'

const OwnId = z.strictObject({ user_id: Id })

/** What the withdrawal page needs. Yen; hours are wall clock in Japan, weekdays outside the holiday table. */
export const getWithdrawal = route({
  name: 'getWithdrawal', method: 'GET', path: '/index/withdrawal', access: 'member', query: OwnId,
  output: z.object({
    available: YenAmount, withdrawable: YenAmount,
    /** The three terms: settled cash, what the margin rules leave, what the loan rule leaves (null: no such limit now). */
    settled: YenAmount, marginRoom: z.nullable(z.int()), loanRoom: z.nullable(z.int()),
    minimum: YenAmount, fee: YenAmount,
    hours: z.object({ from: z.string(), to: z.string(), open: z.boolean() }),
    accounts: z.array(z.object({ id: Id, label: z.string() })),
    simulated: z.boolean(),
  }),
})

/** Where a deposit starts: the conversation with the designated representative. */
export const getRechargeUrl = route({
  name: 'getRechargeUrl', method: 'GET', path: '/index/getCzhiurl', access: 'member', query: OwnId,
  output: z.object({ url: z.string(), external: z.boolean(), simulated: z.boolean() }),
})
