import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import { followsBeyond, isTrailing } from '#modules/portfolio/model/trail.ts'
import { isWorking } from '../model/order-life.ts'
import type { Order } from '../model/order.ts'
import type { Fill } from '../model/apply-execution.ts'
import { ordersCodec } from './row-codecs.ts'

/** In memory while they work, and opening orders as long as a lot of theirs is open. */
export const orders = defineTable<Order>()({
  codec: ordersCodec,
  name: 'orders',
  columns: {
    id: 'text',
    number: 'text',
    memberId: 'text',
    code: 'text',
    purpose: 'text',
    source: 'text',
    side: 'text',
    type: 'text',
    quantity: 'int8',
    filledQuantity: 'int8',
    filledYen: 'int8',
    priceTenths: 'int8?',
    triggerTenths: 'int8?',
    triggerAt: 'int8',
    trailTenths: 'int8?',
    trailBp: 'int4?',
    trailLimitTenths: 'int8?',
    condition: 'text',
    timeInForce: 'text',
    validUntil: 'text',
    amendPriceTenths: 'int8?',
    amendQuantity: 'int8?',
    amendExits: 'jsonb?',
    leverageTenths: 'int4',
    takeProfitTenths: 'int8?',
    stopLossTenths: 'int8?',
    exitTrailTenths: 'int8?',
    exitTrailBp: 'int4?',
    exitsAt: 'int8?',
    reserveTenths: 'int8?',
    holdAvailableYen: 'int8',
    holdUnsettledYen: 'int8',
    marginYen: 'int8',
    feeYen: 'int8',
    quotedPriceTenths: 'int8?',
    quotedNotionalYen: 'int8',
    quotedMarginYen: 'int8',
    quotedFeeYen: 'int8',
    lotId: 'text?',
    feeGroup: 'text?',
    feeGroupYen: 'int8',
    origin: 'text',
    ordStatus: 'text',
    status: 'text',
    cancelAsked: 'bool',
    reason: 'text?',
    feePpm: 'int4',
    feeMinYen: 'int8',
    feeMaxYen: 'int8',
    profitYen: 'int8?',
    lotsOpen: 'int4',
    lotsClosing: 'int4',
    venueSeq: 'int8?',
    lastExecNo: 'int8',
    tradeDate: 'text',
    placedAt: 'int8',
    updatedAt: 'int8',
  },
  key: 'id',
  once: true,
  own: ['number'],
  fixed: [
    'number',
    'memberId',
    'code',
    'purpose',
    'source',
    'side',
    'leverageTenths',
    'quotedPriceTenths',
    'quotedNotionalYen',
    'quotedMarginYen',
    'quotedFeeYen',
    'feePpm',
    'feeMinYen',
    'feeMaxYen',
    'lotId',
    'feeGroup',
    'origin',
    'tradeDate',
    'placedAt',
  ],
  hot: {
    when: ({ status }) => status === 'pending' || status === 'holding' || status === 'closing',
    sql: "status in ('pending', 'holding', 'closing')",
  },
  indexes: {
    working: (order) => (isWorking(order.ordStatus) ? order.memberId : null),
    /** Stops that wait for their price, and orders that wait for the venue. */
    waiting: ({ ordStatus }) => (ordStatus === 'ARMED' || ordStatus === 'HELD' ? ordStatus : null),
  },
  ordered: {
    stopsAbove: {
      group: (order) => (order.ordStatus === 'ARMED' && order.side === 'up' ? order.code : null),
      value: (order) => order.triggerTenths ?? 0,
    },
    stopsBelow: {
      group: (order) => (order.ordStatus === 'ARMED' && order.side === 'down' ? order.code : null),
      value: (order) => order.triggerTenths ?? 0,
    },
    /** Stops that follow the price, by the price that a trade has to be beyond to move them. */
    trailsUp: {
      group: (order) =>
        order.ordStatus === 'ARMED' && order.side === 'down' && isTrailing(order) ? order.code : null,
      value: followsBeyond,
    },
    trailsDown: {
      group: (order) =>
        order.ordStatus === 'ARMED' && order.side === 'up' && isTrailing(order) ? order.code : null,
      value: followsBeyond,
    },
  },
})

/** `n` is the number of the execution. */
export const fills = defineAppendTable<Fill>()({
  name: 'fills',
  columns: {
    orderId: 'text',
    n: 'int8',
    lotId: 'text',
    at: 'int8',
    tradeDate: 'text',
    priceTenths: 'int8',
    quantity: 'int8',
    feeYen: 'int8',
    receipt: 'text?',
  },
  key: ['orderId', 'n'],
})
