import * as z from 'zod/mini'
import { ListingId } from '#modules/listings/contract.ts'
import { route } from '#wire/route.ts'
import { DateText, Id, Instant, IssueCode, PriceFigure } from '#wire/values.ts'

/**
 * A block sale (立会外分売): `hedgingPrice`, the one fixed price, from `previousClose` to ten percent under it;
 * `price`: what the share trades at now. Of `units` of 100 shares, `wanted` are applied for and `remaining`
 * are not. `deliversAt`: when shares that were got become lots, and whether that is over. `mine`: the
 * caller's application that counts.
 */
export const BlockSaleView = z.object({
  id: ListingId,
  status: z.enum(['published', 'open', 'closed', 'drawn', 'void']),
  voidWords: z.nullable(z.string()),
  code: IssueCode,
  name: z.string(),
  price: z.nullable(PriceFigure),
  previousClose: PriceFigure,
  hedgingPrice: PriceFigure,
  units: z.int(),
  wanted: z.int(),
  remaining: z.int(),
  perMember: z.int(),
  opensAt: Instant,
  closesAt: Instant,
  saleOn: DateText,
  deliversAt: Instant,
  isDelivered: z.boolean(),
  mine: z.nullable(Id),
  simulated: z.boolean(),
})
export type BlockSaleView = z.output<typeof BlockSaleView>

/** Sales open for application first, by their close; then those that are over, newest first. */
export const listBlockSales = route({
  name: 'listBlockSales',
  method: 'GET',
  path: '/block-sales',
  access: 'public',
  output: z.array(BlockSaleView),
})
export const getBlockSale = route({
  name: 'getBlockSale',
  method: 'GET',
  path: '/block-sales/{id}',
  access: 'public',
  params: z.strictObject({ id: ListingId }),
  output: BlockSaleView,
})
