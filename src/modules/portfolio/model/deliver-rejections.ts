/** In the order in which they are checked: the first that holds is the answer. */
export const DELIVER_LOT_REJECTIONS = [
  'TRADING_LOCKED',
  'LOT_NOT_FOUND',
  'LOT_CLOSED',
  'DELIVERY_NOT_LEVERAGED',
  'DELIVERY_LOT_CLOSING',
  'DELIVERY_CASH',
  'DELIVERY_MARGIN',
  'DELIVERY_SHARES',
] as const
export type DeliverLotRejection = (typeof DELIVER_LOT_REJECTIONS)[number]
