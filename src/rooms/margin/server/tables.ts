import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { MarginCall } from '../model/calls.ts'

/** In memory until they end; deadlines stand in order. */
export const marginCalls = defineTable<MarginCall>()({
  name: 'margin_calls',
  columns: {
    memberId: 'text', tradeDate: 'text', amountYen: 'int8', beforeYen: 'int8', notionalYen: 'int8', metYen: 'int8',
    madeAt: 'int8', madeSeq: 'int8', deadlineAt: 'int8', state: 'text', endedAt: 'int8?',
  },
  key: ['memberId', 'tradeDate'],
  hot: { when: ({ state }) => state === 'open' || state === 'forced', sql: "state in ('open', 'forced')" },
  indexes: { member: (call) => call.memberId },
  ordered: { deadline: { group: (call) => (call.state === 'open' ? 'open' : null), value: (call) => call.deadlineAt } },
})

/** G and N of a member at the newest close, as long as leveraged lots were open then. */
export type MarginClose = { readonly memberId: string; readonly tradeDate: DateJst; readonly heldYen: Yen; readonly notionalYen: Yen }
export const marginCloses = defineTable<MarginClose>()({
  name: 'margin_closes',
  columns: { memberId: 'text', tradeDate: 'text', heldYen: 'int8', notionalYen: 'int8' },
  key: 'memberId',
  hot: { when: ({ notionalYen }) => notionalYen > 0, sql: 'notional_yen > 0' },
})
