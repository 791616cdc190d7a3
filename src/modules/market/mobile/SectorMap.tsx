import { useFormat, useText, useT } from '#client/texts.ts'
import { Section, SectionHead } from '#ui/Section.tsx'
import type { MarketView } from '../contract.ts'
import { useLiveMarket } from './live.ts'
import { heatOf, mapRows } from './sector-map.ts'

const LOOKS: Record<ReturnType<typeof heatOf>, string> = {
  [-3]: 'bg-heat-down-3 text-on-down',
  [-2]: 'bg-heat-down-2',
  [-1]: 'bg-heat-down-1',
  0: 'bg-heat-flat',
  1: 'bg-heat-up-1',
  2: 'bg-heat-up-2',
  3: 'bg-heat-up-3 text-on-up',
}
const STEPS = [-3, -2, -1, 0, 1, 2, 3] as const

/** Rows are higher the more their sectors weigh, and high enough for a finger. */
const LOWEST_REM = 2.75
const HIGHER_REM = 1.5

/** Sectors by size and change. Pressing one shows its stocks below. */
export function SectorMap({
  market,
  chosen,
  onChoose,
}: {
  market: MarketView
  chosen: string | null
  onChoose: (sector: string) => void
}) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const live = useLiveMarket(market)
  const hasCap = live.sectors.some((sector) => sector.marketCap > 0)
  const rows = mapRows(
    live.sectors.map(({ id, changeBp, marketCap, issues }) => ({
      id,
      changeBp,
      weight: hasCap ? marketCap : issues,
    })),
  )
  const heaviest = Math.max(...rows.map((row) => row.weight), 1)
  return (
    <Section>
      <SectionHead
        title={t('market.market.sectors')}
        note={t('market.market.breadth', { up: live.advancing, down: live.declining, same: live.unchanged })}
      />
      <div className="flex flex-col gap-0.5">
        {rows.map((row) => (
          <div
            key={row.cells[0]!.id}
            className="flex gap-0.5"
            style={{ minHeight: `${LOWEST_REM + (row.weight / heaviest) * HIGHER_REM}rem` }}
          >
            {row.cells.map(({ id, changeBp, weight }) => {
              const change = f.signedPercent(changeBp)
              const name = text(`market.sector.${id}`)
              return (
                <button
                  key={id}
                  type="button"
                  aria-pressed={chosen === id}
                  aria-label={t('market.market.sectorCell', { name, change })}
                  onClick={() => onChoose(id)}
                  style={{ flexGrow: weight * 100, flexBasis: 0 }}
                  className={`flex min-w-[min(3.875rem,19%)] flex-col items-center justify-center px-px py-1 text-center ${LOOKS[heatOf(changeBp)]} ${chosen === id ? 'outline-2 -outline-offset-2 outline-ink' : ''}`}
                >
                  <span className="text-1">{name}</span>
                  <span className="text-2 font-strong whitespace-nowrap">{change}</span>
                </button>
              )
            })}
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 pt-2 text-1 text-grey-1">
        <span>{t(hasCap ? 'market.market.area' : 'market.market.areaEqual')}</span>
        <span className="flex items-center gap-1">
          {f.signedPercent(-150, 1)}
          {STEPS.map((step) => (
            <span key={step} className={`size-3 ${LOOKS[step]}`} aria-hidden />
          ))}
          {f.signedPercent(150, 1)}
        </span>
      </div>
    </Section>
  )
}
