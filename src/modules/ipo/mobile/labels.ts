import type { Format } from '#i18n/format.ts'
import type { Translate } from '#i18n/translate.ts'
import type { TagTone } from '#ui/Tag.tsx'
import type { OfferingView } from '../contract.ts'
import type { Stage } from '../model/payment.ts'
import type { IpoState } from '../model/states.ts'

export const STAGE_TONES: Readonly<Record<Stage, TagTone>> = {
  coming: 'grey',
  open: 'brand',
  drawing: 'warn',
  payment: 'warn',
  listing: 'ok',
  listed: 'grey',
  void: 'grey',
}
export const STATE_TONES: Readonly<Record<IpoState, TagTone>> = {
  'waiting-for-draw': 'warn',
  cancelled: 'grey',
  won: 'ok',
  'waiting-list': 'warn',
  'not-won': 'grey',
  approved: 'ok',
  declined: 'grey',
  lapsed: 'grey',
  void: 'grey',
}

/** The caller's application, unless it was taken back: then the offering is as if they had not applied. */
export const activeOf = ({ mine }: Pick<OfferingView, 'mine'>) =>
  mine === null || mine.status === 'cancelled' ? null : mine

/** The price in the market by its name: a special quote, which nobody has paid, until it has traded. */
export const marketPair = (
  t: Translate,
  f: Format,
  { marketPrice, quotedPrice }: Pick<OfferingView, 'marketPrice' | 'quotedPrice'>,
) =>
  [
    t(marketPrice === null && quotedPrice !== null ? 'market.board.price' : 'ipo.marketPrice'),
    f.price(marketPrice ?? quotedPrice),
  ] as const
