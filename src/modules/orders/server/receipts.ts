import { join } from 'node:path'
import { no } from '#kernel/result.ts'
import { iso } from '#kernel/time.ts'
import { signerFrom } from '#platform/signing.ts'
import { NotFound, on, type RouteHandler, type AppContext } from '#modules/module.ts'
import { readReceiptBook } from '#modules/venue/server/public.ts'
import * as contract from '../contract.ts'
import type { CommandDeps } from './load-facts.ts'
import { orderOf, recordWith } from './queries.ts'

/**
 * The receipt of a fill: what the exchange wrote down, what the journal says of it, and the firm's word on
 * it. It is signed when it is shown: what binds it is the journal.
 */
export function receiptRoute(context: AppContext, { market }: Pick<CommandDeps, 'market'>): RouteHandler {
  const { config, db } = context
  const signer = signerFrom(config.keys.signing)
  const venueDirectory = join(config.dataDir, 'venue')
  return on(contract.getReceipt, async ({ params, query, caller, lang }) => {
    const found = await orderOf(db, caller.memberId, params.id)
    if (!found) throw new NotFound()
    const { order, fills } = found
    const digest = query.digest ?? fills.at(-1)?.receipt ?? null
    const own = digest === null ? [] : fills.filter((fill) => fill.receipt === digest)
    if (digest === null || own.length === 0) return no('NO_RECEIPT')
    const [texts, seq] = await Promise.all([
      readReceiptBook(venueDirectory, { digest, at: own[0]!.at }),
      recordWith(db, order.memberId, order.id, digest),
    ])
    return {
      orderId: order.id,
      number: order.number,
      code: order.code,
      name: market.nameOf(order.code, lang),
      side: order.side,
      placedAt: iso(order.placedAt),
      digest,
      receipt: texts?.receipt ?? null,
      scene: texts?.scene ?? null,
      seq,
      signature: signer.sign(contract.receiptText(digest)),
      publicKey: signer.publicKey,
      fee: own.reduce((sum, fill) => sum + fill.feeYen, 0),
      interpolated: config.market === 'replay',
      simulated: true,
    }
  })
}
