import { IconAlertTriangle } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Notice } from '#ui/Notice.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { DayRowView, DayTradeLeft, DayTradeView } from '../contract.ts'
import type { Chosen } from './ApplySheet.tsx'
import { leftOf } from './left-of.ts'
import { useHedging } from './use-hedging.ts'

type Props = { day: DayTradeView; left: DayTradeLeft | undefined; onPick: (chosen: Chosen) => void }

/** Terms of the day in plain words, then each issue with its two hedging prices. */
export function Inventory({ day, left, onPick }: Props) {
  const t = useT()
  const f = useFormat()
  return (
    <>
      <Section>
        <SectionHead
          title={t('daytrade.day', { date: f.date(day.tradeOn) })}
          note={<Tag tone={day.status === 'open' ? 'ok' : 'grey'}>{t(`daytrade.status.${day.status}`)}</Tag>}
        />
        <p className="pb-1 text-2 text-grey-1">{t('daytrade.about')}</p>
        <DefinitionList>
          <DefinitionRow label={t('daytrade.window')}>
            {t('daytrade.fromTo', { from: f.dateTime(day.opensAt), to: f.dateTime(day.closesAt) })}
          </DefinitionRow>
          <DefinitionRow label={t('daytrade.autoClose')}>{f.dateTime(day.closingAt)}</DefinitionRow>
          <DefinitionRow label={t('daytrade.cost')} strong>
            {f.money(0)}
          </DefinitionRow>
          <DefinitionRow label={t('daytrade.penalty')}>
            {t('daytrade.perApplication', { yen: f.money(day.penalty) })}
          </DefinitionRow>
        </DefinitionList>
      </Section>
      <Section flush label={t('daytrade.tab.inventory')}>
        {day.rows.map((row) => (
          <InventoryRow key={row.code} row={row} day={day} left={left} onPick={onPick} />
        ))}
      </Section>
      <Notice
        tone="warn"
        icon={<IconAlertTriangle {...ICON_S} />}
        title={t('daytrade.risk')}
        note={
          <>
            {t('daytrade.riskNote')}
            <br />
            {t('daytrade.rules', {
              warn: f.clock(day.warnAt),
              close: f.clock(day.closingAt),
              yen: f.money(day.penalty),
            })}
          </>
        }
      />
    </>
  )
}

function InventoryRow({
  row,
  day,
  left,
  onPick,
}: Omit<Props, 'onPick'> & { row: DayRowView; onPick: Props['onPick'] }) {
  'use memo'
  const t = useT()
  const f = useFormat()
  const { last, long, short, stale } = useHedging(row)
  return (
    <article className="border-t border-grey-3 px-gutter py-3 first:border-t-0">
      <div className="flex items-baseline justify-between gap-3 pb-2">
        <a
          className="relative min-w-0 text-2 after:absolute after:inset-x-0 after:-inset-y-3"
          href={paths.stock({ code: row.code })}
        >
          <span className="font-strong">{row.name}</span>{' '}
          <span className="text-1 text-grey-1">{row.code}</span>
        </a>
        <span className="shrink-0">
          <span className="text-1 text-grey-1">{t('daytrade.row.price')} </span>
          <Figure size={3} tone={stale ? 'grey' : 'ink'}>
            {f.price(last)}
          </Figure>
        </span>
      </div>
      <div className="grid grid-cols-2 gap-2">
        {(
          [
            ['down', short, 'bg-down-wash text-down'],
            ['up', long, 'bg-up-wash text-up'],
          ] as const
        ).map(([side, price, tone]) => {
          const units = leftOf(row, side, day.listingId, left)
          const off = day.status !== 'open' || units === 0 || price === null || stale
          return (
            <button
              key={side}
              type="button"
              disabled={off}
              onClick={() => onPick({ row, side })}
              className={`pressable flex min-h-14 flex-col justify-center rounded-1 px-3 py-1.5 text-left ${off ? 'bg-sunk text-grey-1' : tone}`}
            >
              <span className="sr-only">{row.name} </span>
              <span className="flex flex-wrap items-baseline justify-between gap-x-2 font-strong">
                <span className="text-2">{t(side === 'up' ? 'daytrade.row.buy' : 'daytrade.row.sell')}</span>
                <span className="text-3 whitespace-nowrap">{f.price(price)}</span>
              </span>
              <span className="flex flex-wrap justify-between gap-x-2 text-1 text-grey-1">
                <span>{units === 0 ? t('daytrade.row.gone') : t('daytrade.row.left', { left: units })}</span>
                <span>{t('daytrade.sheet.hedging')}</span>
              </span>
            </button>
          )
        })}
      </div>
    </article>
  )
}
