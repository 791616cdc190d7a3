import { own, page, param, tab } from '#wire/page.ts'

/**
 * An order as it is filled in, in the address of the ticket and of its confirmation. Once it is sent, the
 * confirmation names the order alone.
 */
const TICKET = {
  code: param.issueCode,
  side: param.oneOf('up', 'down'),
  type: param.oneOf('market', 'limit', 'stop', 'stop-limit'),
  quantity: param.number,
  price: param.number,
  leverage: param.number,
  takeProfit: param.number,
  stopLoss: param.number,
  lot: param.id,
  triggerPrice: param.number,
  trailYen: param.number,
  trailBp: param.number,
  exitTrailYen: param.number,
  exitTrailBp: param.number,
  condition: param.oneOf('at-open', 'at-close', 'limit-then-market'),
  timeInForce: param.oneOf('ioc'),
  validity: param.oneOf('week', 'date'),
  validUntil: param.date,
}

export const PAGES = {
  trade: tab('/pages/jiaoyi/jiaoyi'),
  orderTicket: page('/subPackages/index/placeOrder/placeOrder', TICKET),
  confirm: own('/subPackages/confirm/confirm', { ...TICKET, order: param.id }),
  orders: own('/subPackages/order/order', { status: param.word, code: param.issueCode }),
  tradeDetail: own('/subPackages/jiaoyi/jiaoyiDetail/jiaoyiDetail', {
    order: param.id,
    lot: param.id,
    act: param.oneOf('close', 'amend'),
    quantity: param.number,
    price: param.number,
  }),
  receipt: own('/subPackages/jiaoyi/receipt', { order: param.id, digest: param.word }),
  /** Outcome of closing everything: an order of each holding; of those refused their first lot. */
  closedAll: own('/subPackages/jiaoyi/closedAll', { orders: param.upTo(8_000), refused: param.upTo(8_000) }),
  oneTap: own('/subPackages/order/oneTap'),
  feeStatement: own('/subPackages/bankAccount/fees'),
}
