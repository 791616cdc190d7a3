import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Figure } from '#ui/Figure.tsx'
import { Row } from '#ui/Row.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { DividendView } from '../contract.ts'

/** The effect of a dividend on one lot; leads to the lot. */
export function DividendRow({ dividend }: { dividend: DividendView }) {
  const t = useT()
  const f = useFormat()
  const { amount, tax, status, held } = dividend
  const isOwed = amount < 0
  const isAdjustment = isOwed || dividend.leverage > 1
  return (
    <Row href={paths.tradeDetail({ lot: dividend.lotId })}>
      <span className="flex w-full items-start justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="text-2 font-strong flex flex-wrap items-center gap-1">
            {dividend.name}
            <Tag tone={status === 'paid' ? 'grey' : isOwed ? 'warn' : 'ok'}>
              {t(`corporate-actions.status.${status}`)}
            </Tag>
          </span>
          <span className="text-1 text-grey-1 block">
            {dividend.code}　{f.shares(dividend.quantity)}
            {'　'}
            {t('corporate-actions.mine.perShare', { yen: f.price(dividend.perShare) })}
          </span>
          <span className="text-1 text-grey-1 block">
            {t('corporate-actions.mine.dates', {
              ex: f.date(dividend.exDate),
              pay: f.date(dividend.payDate),
            })}
            {held > 0 && <>　{t('corporate-actions.mine.held', { yen: held })}</>}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end">
          <Figure size={3} tone={isOwed ? 'down' : 'up'} unit={t('ui.yen')}>
            {f.signedYen(amount - tax)}
          </Figure>
          <span className="text-1 text-grey-1">
            {isAdjustment
              ? t('corporate-actions.mine.adjustment')
              : status === 'paid'
                ? t('corporate-actions.mine.tax', { yen: tax })
                : t('corporate-actions.mine.beforeTax')}
          </span>
        </span>
      </span>
    </Row>
  )
}
