import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listTaxReports, type TaxReport } from '#modules/tax/contract.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const LINES = ['proceeds', 'cost', 'gain'] as const

function Sales({ report }: { report: TaxReport }) {
  const t = useT()
  const f = useFormat()
  const { cash, margin } = report
  const sum = { proceeds: cash.proceeds + margin.proceeds, cost: cash.cost + margin.cost, gain: report.total }
  const columns = [
    [t('tax.kind.cash'), cash],
    [t('tax.kind.margin'), margin],
    [t('tax.report.sum'), sum],
  ] as const
  return (
    <Section>
      <SectionHead title={t('tax.report.sales')} note={t('tax.report.unit')} />
      <div className="scroller overflow-x-auto">
        <table className="w-full text-right text-1">
          <thead className="text-grey-1">
            <tr className="border-b border-grey-3">
              <td />
              {columns.map(([name]) => (
                <th key={name} scope="col" className="py-1 pl-1 font-regular">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {LINES.map((line) => (
              <tr key={line} className={`border-b border-grey-3 ${line === 'gain' ? 'font-strong' : ''}`}>
                <th scope="row" className="py-2 text-left font-regular text-grey-1">
                  {t(`tax.report.${line}`)}
                </th>
                {columns.map(([name, column]) => (
                  <td key={name} className="pl-1 whitespace-nowrap">
                    {f.yen(column[line])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="pt-2">
        <DefinitionList>
          <DefinitionRow label={t('tax.withheld.income')}>{f.money(report.incomeTax)}</DefinitionRow>
          <DefinitionRow label={t('tax.withheld.local')}>{f.money(report.localTax)}</DefinitionRow>
          <DefinitionRow strong label={t('tax.withheld.sum')}>
            {f.money(report.incomeTax + report.localTax)}
          </DefinitionRow>
        </DefinitionList>
      </div>
    </Section>
  )
}

function Dividends({ report: { dividends } }: { report: TaxReport }) {
  const t = useT()
  const f = useFormat()
  const refunded = dividends.refundedIncomeTax + dividends.refundedLocalTax
  return (
    <Section>
      <SectionHead title={t('tax.report.dividends')} />
      <DefinitionList>
        <DefinitionRow label={t('tax.report.dividendsPaid')}>{f.money(dividends.amount)}</DefinitionRow>
        <DefinitionRow label={t('tax.withheld.income')}>{f.money(dividends.incomeTax)}</DefinitionRow>
        <DefinitionRow label={t('tax.withheld.local')}>{f.money(dividends.localTax)}</DefinitionRow>
        {refunded > 0 && (
          <>
            <DefinitionRow label={t('tax.refunded.income')}>
              {f.money(dividends.refundedIncomeTax)}
            </DefinitionRow>
            <DefinitionRow label={t('tax.refunded.local')}>
              {f.money(dividends.refundedLocalTax)}
            </DefinitionRow>
          </>
        )}
        <DefinitionRow strong label={t('tax.report.received')}>
          {f.money(dividends.amount - dividends.incomeTax - dividends.localTax + refunded)}
        </DefinitionRow>
      </DefinitionList>
    </Section>
  )
}

/** 年間取引報告書: a calendar year by settlement date. */
export default function TaxReportPage({ params }: ScreenProps<'taxReport'>) {
  const t = useT()
  const read = useRead(listTaxReports, {})
  const [chosen, setChosen] = useState(params.year)
  return (
    <Page
      nav={<NavigationBar title={t('tax.report.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
        {(reports) => {
          const report = reports.find(({ year }) => year === chosen) ?? reports[0]
          if (report === undefined)
            return (
              <Section>
                <Empty
                  title={t('tax.report.none')}
                  note={t('tax.report.noneNote')}
                  action={{ label: t('records.log.findStock'), href: paths.search() }}
                />
              </Section>
            )
          return (
            <>
              <Section>
                <Chips label={t('tax.report.year')}>
                  {reports.map(({ year }) => (
                    <Chip key={year} selected={year === report.year} onPress={() => setChosen(year)}>
                      {t('tax.report.ofYear', { year })}
                    </Chip>
                  ))}
                </Chips>
                <p className="text-grey-1 text-1 pt-2">
                  {t(report.final ? 'tax.report.final' : 'tax.report.running', { year: report.year })}
                </p>
                <p className="text-grey-1 text-1">{t(`tax.account.${report.account}`)}</p>
              </Section>
              <Sales report={report} />
              <Dividends report={report} />
              <Section>
                <p className="text-grey-1 text-1">{t('tax.report.note')}</p>
              </Section>
              <Section flush>
                <MenuRow label={t('records.reports.title')} href={paths.reports()} />
              </Section>
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}
