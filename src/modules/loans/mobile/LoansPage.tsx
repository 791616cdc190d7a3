import { IconChartDonut, IconReceipt2 } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { OutputOf } from '#wire/route.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { Figure } from '#ui/Figure.tsx'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { getCreditScore, getFinancing, type LoanView } from '../contract.ts'
import { LoanTag } from './LoanTag.tsx'
import { MeansSection } from './MeansSection.tsx'
import { RateTable } from './RateTable.tsx'
import { Risks } from './Risks.tsx'
import { useFresh } from './use-fresh.ts'

type Financing = OutputOf<typeof getFinancing>

/** The debt, the amount that may be applied for and why, every loan, the cost of each year. */
export function LoansPage() {
  const t = useT()
  const read = useRead(getFinancing, {})
  useFresh(getFinancing, getCreditScore)
  const page = read.data
  return (
    <Page
      nav={<NavigationBar title={t('loans.title')} />}
      onRefresh={async () => void (await read.refetch())}
      footer={page !== undefined && <Apply page={page} />}
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={10} />}>
        {(all) => (
          <>
            <Owed page={all} />
            <MeansSection means={all.means} least={all.least} />
            {all.loans.length > 0 && <List loans={all.loans} />}
            <RateTable rates={all.rates} />
            <Risks />
            {all.years.length > 0 && <Years years={all.years} />}
            <Ways />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The one next step, or why there is none. */
function Apply({ page: { obstacle, loans, means, least } }: { page: Financing }) {
  const t = useT()
  if (obstacle === 'LOAN_IDENTITY_NEEDED')
    return (
      <ActionBar summary={<p className="text-1 text-grey-1">{t('loans.rejection.LOAN_IDENTITY_NEEDED')}</p>}>
        <Button href={paths.realName()}>{t('loans.verify')}</Button>
      </ActionBar>
    )
  const why =
    obstacle === null
      ? null
      : obstacle === 'LOAN_UNAFFORDABLE' || obstacle === 'LOAN_TOTAL'
        ? t(`loans.rejection.${obstacle}`, { most: means.room })
        : obstacle === 'LOAN_MINIMUM'
          ? t('loans.rejection.LOAN_MINIMUM', { minimum: least })
          : obstacle === 'LOAN_MAXIMUM'
            ? null
            : t(`loans.rejection.${obstacle}`)
  return (
    <ActionBar summary={why !== null && <p className="text-1 text-grey-1">{why}</p>}>
      <Button disabled={obstacle !== null} href={paths.financing({ view: 'apply' })}>
        {t(
          loans.length === 0
            ? 'loans.apply'
            : loans[0]!.status === 'failed'
              ? 'loans.applyAgain'
              : 'loans.another',
        )}
      </Button>
    </ActionBar>
  )
}

function Owed({ page: { owed, nextCharge } }: { page: Financing }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section first label={t('loans.owed')}>
      <p className="text-1 text-grey-1">{t('loans.owed')}</p>
      <Figure size={4} unit={t('ui.yen')}>
        {f.yen(owed)}
      </Figure>
      <p className="text-1 text-grey-1">
        {nextCharge === null
          ? t('loans.nothingOwed')
          : t('loans.nextCharge', { day: f.date(nextCharge.day), amount: f.money(nextCharge.amount) })}
      </p>
    </Section>
  )
}

function List({ loans }: { loans: readonly LoanView[] }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section flush>
      <SectionHead flush title={t('loans.list')} />
      {loans.map((loan) => (
        <Row key={loan.id} href={paths.financing({ id: loan.id })}>
          <span className="flex w-full items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="text-2 font-strong">{f.money(loan.amount)}</span>
                <LoanTag state={loan.state} />
              </span>
              <span className="block text-1 text-grey-1">
                {t('loans.numberAt', { number: String(loan.number), at: f.dateTime(loan.appliedAt) })}
              </span>
            </span>
            {loan.state === 'open' && (
              <span className="shrink-0 text-right">
                <span className="block text-2 font-strong">{f.money(loan.owed)}</span>
                <span className="block text-1 text-grey-1">{t('loans.owedNow')}</span>
              </span>
            )}
          </span>
        </Row>
      ))}
    </Section>
  )
}

const COLUMNS = ['lent', 'repaid', 'interest'] as const

/** Lent, repaid and paid as interest, year by year. */
function Years({ years }: { years: Financing['years'] }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <SectionHead title={t('loans.years.title')} />
      <table className="w-full text-2">
        <thead>
          <tr className="text-1 text-grey-1">
            <th scope="col" className="py-1 text-left font-regular">
              {t('loans.years.year')}
            </th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="py-1 pl-2 text-right font-regular">
                {t(`loans.years.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {years.map((row) => (
            <tr key={row.year} className="border-t border-grey-3">
              <th scope="row" className="py-2 text-left font-inherit">
                {String(row.year)}
              </th>
              {COLUMNS.map((column) => (
                <td key={column} className="py-2 pl-2 text-right tabular-nums">
                  {f.yen(row[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pt-1 text-1 text-grey-1">{t('loans.years.note')}</p>
    </Section>
  )
}

function Ways() {
  const t = useT()
  const f = useFormat()
  const score = useRead(getCreditScore, {}, { quiet: true }).data
  return (
    <Section flush>
      <MenuRow
        icon={<IconChartDonut {...ICON} />}
        label={t('loans.score.title')}
        value={
          score === undefined
            ? undefined
            : t('loans.score.of', { score: f.quantity(score.score), most: f.quantity(score.most) })
        }
        href={paths.financing({ view: 'score' })}
      />
      <MenuRow
        icon={<IconReceipt2 {...ICON} />}
        label={t('loans.log')}
        href={paths.accountLog({ account: 'loan' })}
      />
    </Section>
  )
}
