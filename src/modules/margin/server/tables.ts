import type { LotId, MemberId } from '#kernel/id.ts'
import type { BasisPoints, Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { MarginCall } from '../model/calls.ts'

/** In memory until they end; deadlines stand in order. */
export const marginCalls = defineTable<MarginCall>()({
  name: 'margin_calls',
  columns: {
    memberId: 'text',
    tradeDate: 'text',
    amountYen: 'int8',
    beforeYen: 'int8',
    notionalYen: 'int8',
    metYen: 'int8',
    madeAt: 'int8',
    madeSeq: 'int8',
    deadlineAt: 'int8',
    state: 'text',
    endedAt: 'int8?',
  },
  key: ['memberId', 'tradeDate'],
  hot: { when: ({ state }) => state === 'open' || state === 'forced', sql: "state in ('open', 'forced')" },
  indexes: { member: (call) => call.memberId },
  ordered: {
    deadline: { group: (call) => (call.state === 'open' ? 'open' : null), value: (call) => call.deadlineAt },
  },
})

/**
 * A lot that a loss-cut closes: the ratio at which it was decided, when (market time), and on which print:
 * the one that brought the account under. Without a print (null) something else did, money that left or
 * interest, and the next look found it.
 */
export type LossCut = {
  readonly lotId: LotId
  readonly seq: number
  readonly memberId: MemberId
  readonly quantity: Quantity
  readonly ratioBp: BasisPoints
  readonly decidedAt: Ms
  readonly printCode: string | null
  readonly printDate: DateJst | null
  readonly printNo: number | null
  readonly printTenths: PriceTenths | null
  readonly printAt: Ms | null
}
/** Written once, read by SQL alone. */
export const lossCuts = defineTable<LossCut>()({
  name: 'loss_cuts',
  columns: {
    lotId: 'text',
    seq: 'int8',
    memberId: 'text',
    quantity: 'int8',
    ratioBp: 'int4',
    decidedAt: 'int8',
    printCode: 'text?',
    printDate: 'text?',
    printNo: 'int8?',
    printTenths: 'int8?',
    printAt: 'int8?',
  },
  key: ['lotId', 'seq'],
  once: true,
  hot: { when: () => false, sql: 'false' },
})

/** G and N of a member at the newest close, as long as leveraged lots were open then. */
export type MarginClose = {
  readonly memberId: MemberId
  readonly tradeDate: DateJst
  readonly heldYen: Yen
  readonly notionalYen: Yen
}
export const marginCloses = defineTable<MarginClose>()({
  name: 'margin_closes',
  columns: { memberId: 'text', tradeDate: 'text', heldYen: 'int8', notionalYen: 'int8' },
  key: 'memberId',
  hot: { when: ({ notionalYen }) => notionalYen > 0, sql: 'notional_yen > 0' },
})
