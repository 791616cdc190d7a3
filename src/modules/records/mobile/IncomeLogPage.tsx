import { useState } from 'react'
import type { Yen } from '#kernel/money.ts'
import { dateJst } from '#kernel/time.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useMarketDay } from '#client/market-day.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { EntryView } from '#modules/portfolio/contract.ts'
import { getIncome, INCOME_GROUPS, type IncomeView } from '#modules/records/contract.ts'
import { isOffDay, useOffDays } from '#modules/venue/mobile/public.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Figure } from '#ui/Figure.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { daysOf, type PeriodChoice } from '#ui/period.ts'
import { PeriodPick } from '#ui/PeriodPick.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { TableAction } from './TableAction.tsx'

const PAGE = 50
const MOST = 500
type Group = (typeof INCOME_GROUPS)[number]

/** The steps from the realized result, as the account summary has it, to all that the year brought. */
function OfYear({ total, year }: { total: Yen; year: NonNullable<IncomeView['year']> }) {
  const t = useT()
  const f = useFormat()
  const rows = [
    ['realized', year.realized],
    ['openFees', year.openFees],
    ['rest', year.rest],
  ] as const
  return (
    <Section>
      <DefinitionList label={t('records.income.total')}>
        {rows
          .filter(([name, yen]) => name === 'realized' || yen !== 0)
          .map(([name, yen]) => (
            <DefinitionRow key={name} label={t(`records.income.${name}`)}>
              <Figure tone="auto" value={yen}>
                {f.signedMoney(yen)}
              </Figure>
            </DefinitionRow>
          ))}
        <DefinitionRow strong label={t('records.income.total')}>
          <Figure strong tone="auto" value={total}>
            {f.signedMoney(total)}
          </Figure>
        </DefinitionRow>
      </DefinitionList>
    </Section>
  )
}

/** The totals of the period, and how they lead from the opening to the closing balance. */
function Totals({ income }: { income: IncomeView }) {
  const t = useT()
  const f = useFormat()
  return (
    <>
      <Section>
        <p className="text-grey-1 text-1">{t('records.income.total')}</p>
        <Figure size={4} tone="auto" value={income.total} unit={t('ui.yen')}>
          {f.signedYen(income.total)}
        </Figure>
        <p className="text-grey-1 text-1 pt-1">
          {t('records.income.span', { from: f.day(income.from), to: f.day(income.to) })}
          {'　'}
          {t('records.income.floating')}
        </p>
      </Section>
      {income.year !== null && <OfYear total={income.total} year={income.year} />}
      <Section>
        <DefinitionList label={t('records.income.kinds')}>
          <DefinitionRow label={t('records.income.opening')}>{f.money(income.opening)}</DefinitionRow>
          {income.groups
            .filter(({ group, count }) => count > 0 || INCOME_GROUPS.some((each) => each === group))
            .map(({ group, yen }) => (
              <DefinitionRow key={group} label={t(`records.group.${group}`)}>
                <Figure tone="auto" value={yen}>
                  {f.signedMoney(yen)}
                </Figure>
              </DefinitionRow>
            ))}
          <DefinitionRow strong label={t('records.income.closing')} note={t('records.income.sumNote')}>
            {f.money(income.closing)}
          </DefinitionRow>
        </DefinitionList>
      </Section>
    </>
  )
}

function EntryRow({ entry, isOff }: { entry: EntryView; isOff: boolean }) {
  const t = useT()
  const f = useFormat()
  const href =
    entry.lotId !== null
      ? paths.tradeDetail({ lot: entry.lotId })
      : entry.orderId !== null
        ? paths.tradeDetail({ order: entry.orderId })
        : undefined
  return (
    <Row href={href}>
      <span className="flex w-full items-start justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="text-2 font-strong block">{t(`portfolio.entry.${entry.kind}`)}</span>
          <span className="text-grey-1 text-1 block">
            {entry.code !== null && `${entry.code}　`}
            {f.dateTime(entry.at)}
          </span>
          {isOff && <span className="text-grey-1 text-1 block">{t('venue.off.record')}</span>}
        </span>
        <span className="shrink-0">
          <Figure size={3} tone="auto" value={entry.amount} unit={t('ui.yen')}>
            {f.signedYen(entry.amount)}
          </Figure>
        </span>
      </span>
    </Row>
  )
}

/** The specification's income log: realised results, dividends, interest, fees and tax of a period. */
export default function IncomeLogPage({ params }: ScreenProps<'incomeLog'>) {
  const t = useT()
  const today = useMarketDay()
  const off = useOffDays()
  const [period, setPeriod] = useState<PeriodChoice>(
    params.from !== undefined || params.to !== undefined
      ? { name: 'custom', from: params.from, to: params.to }
      : { name: 'month' },
  )
  const [group, setGroup] = useState<Group>()
  const [limit, setLimit] = useState(PAGE)
  const days = period.name === 'all' ? { from: '2000-01-01', to: today } : daysOf(period, today)
  const read = useRead(getIncome, { query: { ...days, group, limit: String(limit) } }, { keepPrevious: true })
  return (
    <Page
      nav={
        <NavigationBar
          title={t('records.income.title')}
          actions={<TableAction table="income" days={days} />}
        />
      }
      onRefresh={async () => void (await read.refetch())}
    >
      <Section>
        <PeriodPick value={period} onChange={setPeriod} />
      </Section>
      <Loaded read={read} skeleton="figure">
        {(income) => (
          <>
            <Totals income={income} />
            <Section flush>
              <SectionHead flush title={t('records.income.kinds')} />
              <div className="px-gutter">
                <Chips label={t('records.income.kinds')}>
                  <Chip selected={group === undefined} onPress={() => setGroup(undefined)}>
                    {t('records.log.all')}
                  </Chip>
                  {INCOME_GROUPS.map((each) => (
                    <Chip key={each} selected={group === each} onPress={() => setGroup(each)}>
                      {t(`records.group.${each}`)}
                    </Chip>
                  ))}
                </Chips>
              </div>
              {income.entries.length === 0 ? (
                <Empty title={t('records.income.none')} note={t('records.income.noneNote')} />
              ) : (
                <>
                  {income.entries.map((entry) => (
                    <EntryRow
                      key={entry.id}
                      entry={entry}
                      isOff={isOffDay(off, dateJst(Date.parse(entry.at)))}
                    />
                  ))}
                  <InfiniteScroll
                    hasMore={income.entries.length === limit && limit < MOST}
                    loading={read.isFetching}
                    onMore={() => setLimit(limit + PAGE)}
                  />
                </>
              )}
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
