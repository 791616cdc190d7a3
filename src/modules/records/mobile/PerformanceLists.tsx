import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { getBonus, type PerformanceView } from '../contract.ts'
import { periodOf } from '../model/period.ts'
import { BarList } from './BarList.tsx'

function Yen({ yen }: { yen: number }) {
  const f = useFormat()
  return (
    <Figure tone="auto" value={yen}>
      {f.signedMoney(yen)}
    </Figure>
  )
}

/** The gain of the period by issue and by what has none, adding up to it. */
export function Contributions({ view: { issues, rest, gain } }: { view: PerformanceView }) {
  const t = useT()
  const bars = [
    ...issues.map(({ code, name, gain: yen }) => ({
      id: code,
      label: (
        <a
          className="pressable relative text-brand after:absolute after:inset-x-0 after:-inset-y-3"
          href={paths.stock({ code })}
        >
          {name} <span className="text-1 text-grey-1">{code}</span>
        </a>
      ),
      yen,
    })),
    ...rest.map(({ group, yen }) => ({ id: group, label: t(`records.group.${group}`), yen })),
  ]
  const label = t('records.performance.contribution')
  return (
    <Section label={label}>
      <SectionHead title={label} />
      {bars.length === 0 ? (
        <p className="text-2 text-grey-1">{t('records.performance.noContribution')}</p>
      ) : (
        <>
          <BarList
            signed
            label={label}
            bars={bars.map(({ id, label: name, yen }) => ({
              id,
              label: name,
              size: yen,
              figure: <Yen yen={yen} />,
            }))}
          />
          <DefinitionList>
            <DefinitionRow strong label={t('records.performance.gain')}>
              <Yen yen={gain} />
            </DefinitionRow>
          </DefinitionList>
        </>
      )}
      <p className="pt-1 text-1 text-grey-1">{t('records.performance.contributionNote')}</p>
    </Section>
  )
}

/** Realized results by month, the newest first; each leads to its entries. */
export function Months({ view: { months } }: { view: PerformanceView }) {
  const t = useT()
  const f = useFormat()
  const shown = months
    .filter(({ trades, tax, dividends }) => trades !== 0 || tax !== 0 || dividends !== 0)
    .toReversed()
  const label = t('records.performance.months')
  return (
    <Section label={label}>
      <SectionHead title={label} />
      {shown.length === 0 ? (
        <p className="text-2 text-grey-1">{t('records.performance.noMonths')}</p>
      ) : (
        <BarList
          signed
          label={label}
          bars={shown.map(({ month, trades, tax, realized, dividends }) => ({
            id: month,
            label: (
              <a
                className="pressable relative text-brand after:absolute after:inset-x-0 after:-inset-y-3"
                href={paths.incomeLog(periodOf(month)!)}
              >
                {t('records.performance.monthOf', {
                  year: f.year(`${month}-01`),
                  month: f.month(`${month}-01`),
                })}
              </a>
            ),
            size: realized,
            figure: <Yen yen={realized} />,
            note: t('records.performance.monthParts', {
              trades: f.signedYen(trades),
              tax: f.signedYen(tax),
              dividends: f.signedYen(dividends),
            }),
          }))}
        />
      )}
      <p className="pt-1 text-1 text-grey-1">{t('records.performance.monthsNote')}</p>
    </Section>
  )
}

/** Dividends that are announced or fixed, added up. */
export function DividendsToCome() {
  const t = useT()
  const f = useFormat()
  const read = useRead(getBonus, { query: {} })
  const label = t('records.performance.dividends')
  return (
    <Section label={label}>
      <SectionHead
        title={label}
        more={{ label: t('records.performance.dividendsMore'), href: paths.bonus() }}
      />
      <Loaded read={read} skeleton="lines">
        {({ expected, coming }) => {
          const next = [...expected, ...coming].map(({ payDate }) => payDate).toSorted()[0]
          if (next === undefined)
            return <p className="text-2 text-grey-1">{t('records.performance.noDividends')}</p>
          const gross = [...expected, ...coming].reduce((sum, { amount }) => sum + amount, 0)
          const tax = expected.reduce((sum, one) => sum + one.tax, 0)
          return (
            <DefinitionList label={label}>
              <DefinitionRow strong label={t('records.performance.gross')}>
                <Yen yen={gross} />
              </DefinitionRow>
              {tax !== 0 && (
                <DefinitionRow label={t('records.performance.tax')}>
                  <Yen yen={0 - tax} />
                </DefinitionRow>
              )}
              <DefinitionRow label={t('records.performance.next')}>{f.date(next)}</DefinitionRow>
            </DefinitionList>
          )
        }}
      </Loaded>
    </Section>
  )
}
