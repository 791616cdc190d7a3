import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { getTax, type TaxView } from '#modules/tax/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AccountKind } from './AccountKind.tsx'

function RunningYear({ tax }: { tax: TaxView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <p className="text-grey-1 text-1">{t('tax.page.total', { year: tax.year })}</p>
      <Figure size={4} tone="auto" value={tax.total} unit={t('ui.yen')}>
        {f.signedYen(tax.total)}
      </Figure>
      <p className="text-grey-1 text-1 pt-1 pb-2">{t('tax.page.totalNote')}</p>
      <DefinitionList>
        <DefinitionRow label={t('tax.withheld.income')}>{f.money(tax.incomeTax)}</DefinitionRow>
        <DefinitionRow label={t('tax.withheld.local')}>{f.money(tax.localTax)}</DefinitionRow>
        <DefinitionRow strong label={t('tax.withheld.sum')}>
          {f.money(tax.incomeTax + tax.localTax)}
        </DefinitionRow>
      </DefinitionList>
    </Section>
  )
}

/** One settlement day to come: its results, and what tax they will move. */
function ComingDay({ day, plain }: { day: TaxView['coming'][number]; plain: boolean }) {
  const t = useT()
  const f = useFormat()
  const tax = day.incomeTax + day.localTax
  return (
    <Section flush>
      <SectionHead
        flush
        title={f.date(day.date)}
        note={t('tax.coming.gain', { gain: f.signedMoney(day.gain) })}
      />
      {day.results.map((result) => (
        <Row key={`${result.lotId} ${result.orderId}`} href={paths.tradeDetail({ lot: result.lotId })}>
          <span className="flex w-full items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <span className="text-2 font-strong block">{result.name}</span>
              <span className="text-grey-1 text-1 block">
                {result.code}　{t(`tax.kind.${result.kind}`)}
              </span>
            </span>
            <Figure size={3} tone="auto" value={result.gain}>
              {f.signedYen(result.gain)}
            </Figure>
          </span>
        </Row>
      ))}
      <div className="px-gutter py-2">
        <DefinitionList>
          <DefinitionRow
            strong
            label={t(tax < 0 ? 'tax.coming.back' : 'tax.coming.withheld')}
            note={plain ? t('tax.coming.plain') : undefined}
          >
            {f.money(Math.abs(tax))}
          </DefinitionRow>
        </DefinitionList>
      </div>
    </Section>
  )
}

/** The running year: what was made, what is withheld on it, what the next settlement days will move. */
export default function TaxPage(_: ScreenProps<'tax'>) {
  const t = useT()
  const read = useRead(getTax, {})
  return (
    <Page
      nav={<NavigationBar title={t('tax.page.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
        {(tax) => (
          <>
            <RunningYear tax={tax} />
            <AccountKind tax={tax} />
            {tax.coming.length === 0 ? (
              <Section>
                <SectionHead title={t('tax.coming.title')} />
                <p className="text-grey-1 text-2">{t('tax.coming.none')}</p>
              </Section>
            ) : (
              <h2 className="text-grey-1 text-2 px-gutter pt-4 pb-1">{t('tax.coming.title')}</h2>
            )}
            {tax.coming.map((day) => (
              <ComingDay key={day.date} day={day} plain={tax.account === 'plain'} />
            ))}
            <Section flush>
              <MenuRow label={t('tax.report.title')} href={paths.taxReport()} />
              <MenuRow label={t('records.reports.title')} href={paths.reports()} />
              <MenuRow label={t('tax.page.fees')} href={paths.feeStatement()} />
              <MenuRow label={t('tax.page.log')} href={paths.accountLog()} />
            </Section>
            <Section>
              <p className="text-grey-1 text-1">{t('tax.page.rule')}</p>
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
