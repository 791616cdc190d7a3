import type { Format } from '#i18n/format.ts'
import type { Translate } from '#i18n/translate.ts'
import type { BasisPoints } from '#kernel/money.ts'
import type { PriceYen } from '#kernel/price.ts'

/** A distance in words: in yen, or in per cent. */
export const trailWords = (
  t: Translate,
  f: Format,
  { trailYen, trailBp }: { trailYen: PriceYen | null; trailBp: BasisPoints | null },
): string | null =>
  trailYen !== null
    ? t('orders.trail.yen', { distance: f.price(trailYen) })
    : trailBp !== null
      ? f.percent(trailBp, trailBp % 100 === 0 ? 0 : trailBp % 10 === 0 ? 1 : 2)
      : null
