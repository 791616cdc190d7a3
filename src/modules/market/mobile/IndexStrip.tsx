import { useFormat, useT, useText } from '#client/texts.ts'
import { toneClass } from '#ui/Figure.tsx'
import { useFlash } from '#ui/flash.ts'
import { Section } from '#ui/Section.tsx'
import { Sparkline } from '#ui/Sparkline.tsx'
import type { MarketView } from '../contract.ts'
import { useLiveMarket } from './live.ts'
import { HaltNotice } from './HaltNotice.tsx'

type Index = MarketView['indices'][number]

/** The three indices side by side; `charts` adds the points gained and today's line. */
export function IndexStrip({ market, charts }: { market: MarketView; charts?: boolean }) {
  const live = useLiveMarket(market)
  return (
    <Section flush>
      <dl className="flex py-2">
        {live.indices.map((index) => (
          <IndexFigure key={index.id} index={index} {...(charts ? { charts } : {})} />
        ))}
      </dl>
      {charts && <Phase market={live} />}
    </Section>
  )
}

function IndexFigure({ index, charts }: { index: Index; charts?: boolean }) {
  const t = useT()
  const f = useFormat()
  const flash = useFlash(index.value)
  const gained = index.value - index.previousValue
  return (
    <div className="min-w-0 flex-1 border-l border-grey-3 px-3 first:border-l-0 first:pl-4 last:pr-4">
      <dt className="text-1 text-grey-1">{t(`market.index.${index.id}`)}</dt>
      <dd>
        <span className="inline-block rounded-0 text-3 font-strong whitespace-nowrap" {...flash}>
          {f.number(index.value / 100, 2)}
        </span>
      </dd>
      <dd className={`text-1 ${toneClass('auto', gained)}`}>
        {charts ? (
          <span className="flex flex-wrap gap-x-1 whitespace-nowrap">
            <span>{f.signedNumber(gained / 100, 2)}</span>
            <span>{f.signedPercent(index.changeBp)}</span>
          </span>
        ) : (
          <span className="whitespace-nowrap">
            {f.arrow(gained)} {f.signedPercent(index.changeBp)}
          </span>
        )}
      </dd>
      {charts && (
        <dd className="pt-1">
          <Sparkline values={index.spark} base={index.previousValue} width={88} height={24} />
        </dd>
      )}
    </div>
  )
}

/** Phase of the market, and the time of its end. */
function Phase({ market }: { market: MarketView }) {
  const text = useText()
  const t = useT()
  const f = useFormat()
  return (
    <>
      <p className="px-gutter pb-2 text-1 text-grey-1">
        {f.date(market.tradeDate)}
        {f.dot}
        {t('market.phaseUntil', {
          phase: text(`market.phase.${market.phase}`),
          time: f.dateTime(market.openUntil),
        })}
      </p>
      <HaltNotice halts={market.halts} />
    </>
  )
}
