import { IconAlertTriangle, IconGift } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { DividendRow } from '#modules/corporate-actions/mobile/public.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Figure, Stat, StatRow } from '#ui/Figure.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { getBonus, type BonusView, type ExpectedView } from '../contract.ts'

/**
 * The specification's bonus: dividends to come and received, lot by lot, by year, and what the year brought
 * from all sources.
 */
export default function BonusPage() {
  const t = useT()
  const [year, setYear] = useState<number>()
  const read = useRead(
    getBonus,
    { query: { year: year === undefined ? undefined : String(year) } },
    { keepPrevious: true },
  )
  return (
    <Page
      nav={<NavigationBar title={t('records.bonus.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Loaded read={read} skeleton="figure">
        {(bonus) => (
          <>
            <Summary bonus={bonus} onYear={setYear} />
            {isBare(bonus) ? (
              <Section flush>
                <Empty
                  icon={<IconGift stroke={1.75} className="size-8" aria-hidden />}
                  title={t('records.bonus.none')}
                  note={t('records.bonus.noneNote')}
                  action={{ label: t('records.bonus.calendar'), href: paths.dividends() }}
                />
              </Section>
            ) : (
              <Lists bonus={bonus} />
            )}
            <Income bonus={bonus} />
          </>
        )}
      </Loaded>
      <Notice
        tone="warn"
        icon={<IconAlertTriangle {...ICON_S} />}
        title={t('records.bonus.bewareTitle')}
        note={t('records.bonus.beware')}
      />
    </Page>
  )
}

const isBare = ({ years, expected, coming }: BonusView): boolean =>
  years.length + expected.length + coming.length === 0

function Summary({
  bonus: { year, years, expected, coming },
  onYear,
}: {
  bonus: BonusView
  onYear: (year: number) => void
}) {
  const t = useT()
  const f = useFormat()
  const net = years.find((each) => each.year === year)?.net ?? 0
  const ahead = [...expected, ...coming].reduce((sum, { amount }) => sum + amount, 0)
  const choices = [...new Set([year, ...years.map((each) => each.year)])].toSorted((a, b) => b - a)
  return (
    <Section>
      <StatRow>
        <Stat label={t('records.bonus.lead', { year: String(year) })}>
          <Figure size={4} tone="auto" value={net} unit={t('ui.yen')}>
            {f.signedYen(net)}
          </Figure>
        </Stat>
        <Stat label={t('records.bonus.ahead')}>
          <Figure size={4} tone="auto" value={ahead} unit={t('ui.yen')}>
            {f.signedYen(ahead)}
          </Figure>
        </Stat>
      </StatRow>
      {choices.length > 1 && (
        <div className="pt-2">
          <Chips label={t('records.bonus.years')}>
            {choices.map((each) => (
              <Chip key={each} selected={each === year} onPress={() => onYear(each)}>
                {t('records.bonus.yearOf', { year: String(each) })}
              </Chip>
            ))}
          </Chips>
        </div>
      )}
    </Section>
  )
}

function Lists({ bonus: { year, years, expected, coming, paid } }: { bonus: BonusView }) {
  const t = useT()
  const f = useFormat()
  return (
    <>
      {expected.length > 0 && (
        <Section flush>
          <SectionHead
            flush
            title={t('records.bonus.expected')}
            more={{ label: t('records.bonus.calendar'), href: paths.dividends() }}
          />
          <p className="px-gutter pb-1 text-1 text-grey-1">{t('records.bonus.expectedNote')}</p>
          {expected.map((one) => (
            <ExpectedRow key={one.id} dividend={one} />
          ))}
        </Section>
      )}
      {coming.length > 0 && (
        <Section flush>
          <SectionHead flush title={t('records.bonus.coming')} />
          {coming.map((one) => (
            <DividendRow key={one.id} dividend={one} />
          ))}
        </Section>
      )}
      <Section flush>
        <SectionHead flush title={t('records.bonus.paid', { year: String(year) })} />
        {paid.length === 0 ? (
          <p className="px-gutter pb-3 text-2 text-grey-1">
            {t('records.bonus.nonePaid', { year: String(year) })}
          </p>
        ) : (
          paid.map((one) => <DividendRow key={one.id} dividend={one} />)
        )}
      </Section>
      {years.length > 0 && (
        <Section>
          <SectionHead title={t('records.bonus.years')} />
          <DefinitionList label={t('records.bonus.years')}>
            {years.map((each) => (
              <DefinitionRow
                key={each.year}
                label={t('records.bonus.yearOf', { year: String(each.year) })}
                note={
                  each.refunded === 0
                    ? t('records.bonus.withheld', { yen: f.money(each.tax) })
                    : t('records.bonus.refunded', { yen: f.money(each.tax), back: f.money(each.refunded) })
                }
              >
                <Figure tone="auto" value={each.net}>
                  {f.signedMoney(each.net)}
                </Figure>
              </DefinitionRow>
            ))}
          </DefinitionList>
        </Section>
      )}
    </>
  )
}

function ExpectedRow({ dividend }: { dividend: ExpectedView }) {
  const t = useT()
  const f = useFormat()
  const { amount, tax } = dividend
  return (
    <Row href={paths.tradeDetail({ lot: dividend.lotId })}>
      <span className="flex w-full items-start justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="text-2 font-strong flex flex-wrap items-center gap-1">
            {dividend.name}
            <Tag tone={amount < 0 ? 'warn' : 'brand'}>
              {t(amount < 0 ? 'records.bonus.owedTag' : 'records.bonus.expectedTag')}
            </Tag>
          </span>
          <span className="text-1 text-grey-1 block">
            {dividend.code}　{f.shares(dividend.quantity)}
            {'　'}
            {t('corporate-actions.mine.perShare', { yen: f.price(dividend.perShare) })}
          </span>
          <span className="text-1 text-grey-1 block">
            {t('records.bonus.until', { cum: f.date(dividend.lastCumDate), pay: f.date(dividend.payDate) })}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end">
          <Figure size={3} tone={amount < 0 ? 'down' : 'up'} unit={t('ui.yen')}>
            {f.signedYen(amount)}
          </Figure>
          <span className="text-1 text-grey-1">
            {tax > 0 ? t('records.bonus.tax', { yen: tax }) : t('corporate-actions.mine.adjustment')}
          </span>
        </span>
      </span>
    </Row>
  )
}

function Income({ bonus: { year, income } }: { bonus: BonusView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <SectionHead
        title={t('records.bonus.income', { year: String(year) })}
        more={{
          label: t('records.bonus.log'),
          href: paths.incomeLog({ from: `${year}-01-01`, to: `${year}-12-31` }),
        }}
      />
      <DefinitionList label={t('records.bonus.income', { year: String(year) })}>
        {income.groups.map(({ group, yen }) => (
          <DefinitionRow key={group} label={t(`records.group.${group}`)}>
            <Figure tone="auto" value={yen}>
              {f.signedMoney(yen)}
            </Figure>
          </DefinitionRow>
        ))}
        <DefinitionRow strong label={t('records.bonus.total')} note={t('records.income.floating')}>
          <Figure tone="auto" value={income.total}>
            {f.signedMoney(income.total)}
          </Figure>
        </DefinitionRow>
      </DefinitionList>
    </Section>
  )
}
