import { useFormat, useT } from '#client/texts.ts'
import { isOffDay, useOffDays } from '#modules/venue/mobile/public.ts'
import { Sparkline } from '#ui/Sparkline.tsx'
import type { PoolDetail } from '../contract.ts'
import { NAV_UNITS } from '../model/fund-value.ts'
import { bandsOf } from './bands.ts'

/**
 * NAV from the first to the newest, with its dates and its highest and lowest value; days on which the
 * exchange did not run lie in a band of their own.
 */
export function NavChart({ curve }: Pick<PoolDetail, 'curve'>) {
  const t = useT()
  const f = useFormat()
  const off = useOffDays()
  const navs = curve.map(({ nav }) => nav)
  const bands = bandsOf(curve.map(({ date }) => isOffDay(off, date)))
  return (
    <figure className="pb-3">
      <div className="flex gap-2">
        <div className="relative min-w-0 grow">
          {bands.map(({ from, to }) => (
            <span
              key={from}
              aria-hidden
              className="absolute inset-y-0 bg-sunk"
              style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
            />
          ))}
          <div className="relative">
            <Sparkline values={navs} base={NAV_UNITS} width={300} height={96} area />
          </div>
        </div>
        <div className="flex shrink-0 flex-col justify-between text-right text-1 text-grey-1">
          <span>{f.number(Math.max(...navs, NAV_UNITS), 2)}</span>
          <span>{f.number(Math.min(...navs, NAV_UNITS), 2)}</span>
        </div>
      </div>
      <figcaption className="text-1 text-grey-1">
        <span className="flex flex-wrap justify-between gap-x-3">
          <span>{f.date(curve[0]!.date)}</span>
          <span>{f.date(curve.at(-1)!.date)}</span>
        </span>
        <span className="block">{t('copy.navBase')}</span>
        {bands.length > 0 && (
          <span className="flex items-center gap-2">
            <span aria-hidden className="size-3 shrink-0 bg-grey-3" />
            {t('venue.off.days')}
          </span>
        )}
      </figcaption>
    </figure>
  )
}
