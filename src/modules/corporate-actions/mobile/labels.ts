import type { useFormat, useT } from '#client/texts.ts'
import { endMonthOf } from '#modules/instruments/model/business-year.ts'
import type { TagTone } from '#ui/Tag.tsx'
import type { ActionView, ResultsView } from '../contract.ts'

type T = ReturnType<typeof useT>
type F = ReturnType<typeof useFormat>

/** 配当, 株式分割, 株式併合. */
export const kindWord = (t: T, { kind, newShares, oldShares }: ActionView): string =>
  t(
    kind === 'dividend'
      ? 'corporate-actions.kind.dividend'
      : (newShares ?? 1) < (oldShares ?? 1)
        ? 'corporate-actions.kind.reverse'
        : 'corporate-actions.kind.split',
  )

export const kindTone = ({ kind }: ActionView): TagTone => (kind === 'dividend' ? 'ok' : 'brand')

/** The content of an action, in one line. */
export const whatItIs = (
  t: T,
  f: F,
  { kind, perShare, payDate, newShares, oldShares, inferred }: ActionView,
): string =>
  kind === 'dividend'
    ? t('corporate-actions.perShare', { yen: f.price(perShare), date: f.date(payDate) })
    : t(inferred ? 'corporate-actions.ratioInferred' : 'corporate-actions.ratio', {
        oldShares: oldShares ?? 1,
        newShares: newShares ?? 1,
      })

/** The quarter's name. */
export const whichQuarter = (t: T, f: F, results: ResultsView): string =>
  t('corporate-actions.quarter', {
    fiscal: f.fiscalYear(results.businessYear, endMonthOf(results)),
    quarter: String(results.quarter),
  })

/** Results once they are out: what has been earned so far and what is expected of the year. */
export const whatResultsSay = (
  t: T,
  f: F,
  { profit, forecastYear, forecastProfit, ...dated }: ResultsView,
): string | undefined =>
  profit === null || forecastYear === null || forecastProfit === null
    ? undefined
    : t('corporate-actions.resultsSay', {
        profit: f.large(profit),
        fiscal: f.fiscalYear(forecastYear, endMonthOf(dated)),
        forecast: f.large(forecastProfit),
      })
