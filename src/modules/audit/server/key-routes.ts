import { yenOf } from '#kernel/price.ts'
import { iso } from '#kernel/time.ts'
import { on, type RouteHandler } from '#modules/module.ts'
import { wayOf } from '#modules/orders/model/way.ts'
import * as contract from '../operator-contract.ts'
import { plainEntry, plainHead } from '../model/plain-text.ts'
import { entryRow } from './book-routes.ts'
import { entriesFrom, newestOrders } from './key-queries.ts'
import { headNow } from './ledger-queries.ts'
import type { AuditDeps } from './deps.ts'

/**
 * Rows of a page. Each member in it reads of it in their record of looks, so a page is no longer than what is
 * written down in a second.
 */
const ENTRIES = 200
const ORDERS = 50
const SIMULATED = { simulated: true } as const

/** Lists over all members for programs of the firm, without a name, a contact or a number of an account. */
export const keyRoutes = ({ context }: AuditDeps): RouteHandler[] => [
  on(contract.readEntries, async ({ query: { from = '0', form = 'json' }, lang }) => {
    const first = Number(from)
    const { seq } = await headNow(context.db)
    const { rows, next } = await entriesFrom(context.db, first, ENTRIES)
    const head = first === 0 ? plainHead(context.text(lang, 'audit.export.says', { seq: String(seq) })) : ''
    return {
      rows: rows.map(entryRow(context.text, lang, null)),
      text: form === 'hledger' ? head + rows.map(plainEntry).join('') : null,
      next: next === null ? null : String(next),
      head: seq,
      ...SIMULATED,
    }
  }),
  on(contract.readOrders, async ({ query: { before = null } }) => {
    const { orders, fills } = await newestOrders(context.db, before, ORDERS)
    return {
      rows: orders.map((order) => ({
        id: order.id,
        number: order.number,
        memberId: order.memberId,
        code: order.code,
        way: wayOf(order),
        type: order.type,
        quantity: order.quantity,
        filled: order.filledQuantity,
        price: order.priceTenths === null ? null : yenOf(order.priceTenths),
        fee: order.feeYen,
        status: order.status,
        placedAt: iso(order.placedAt),
        executions: fills
          .filter(({ orderId }) => orderId === order.id)
          .map((fill) => ({
            price: yenOf(fill.priceTenths),
            quantity: fill.quantity,
            fee: fill.feeYen,
            at: iso(fill.at),
          })),
      })),
      next: orders.length < ORDERS ? null : orders.at(-1)!.id,
      ...SIMULATED,
    }
  }),
]
