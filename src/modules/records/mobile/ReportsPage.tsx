import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { fetchFile, useFiles, type Files } from '#client/download.ts'
import { useMarketDay } from '#client/market-day.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import {
  getBalanceReport,
  getTable,
  getTradeReport,
  getYearReport,
  listStatements,
  TABLES,
  type StatementsView,
} from '#modules/records/contract.ts'
import { Button } from '#ui/Button.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { daysOf, type PeriodChoice } from '#ui/period.ts'
import { PeriodPick } from '#ui/PeriodPick.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { ownDataFile } from './own-data.ts'

const FIRST_DAYS = 5

type Saving = { files: Files; save: (which: string, make: () => Promise<File>) => void }

/** One file to save; the ring turns while it is made. */
function FileRow({
  which,
  label,
  icon,
  make,
  saving: { files, save },
}: {
  which: string
  label: string
  icon: ReactNode
  make: () => Promise<File>
  saving: Saving
}) {
  return (
    <Row onPress={() => save(which, make)} className="min-h-row-1! gap-3 py-2 after-icon">
      <span className="shrink-0 text-brand">{icon}</span>
      <span className="min-w-0 grow text-2">{label}</span>
      {files.busy === which ? (
        <span className="ring size-5" role="status" />
      ) : (
        <IconDownload {...ICON_S} className="size-5 shrink-0 text-grey-1" />
      )}
    </Row>
  )
}

const PDF = <IconFileTypePdf {...ICON_S} />

function TradeReports({ days, saving }: { days: readonly string[]; saving: Saving }) {
  const t = useT()
  const f = useFormat()
  const [all, setAll] = useState(false)
  return (
    <Section flush>
      <SectionHead
        flush
        title={t('records.reports.trade')}
        {...(days.length > FIRST_DAYS && !all
          ? { more: { label: t('records.reports.more'), onPress: () => setAll(true) } }
          : {})}
      />
      {days.length === 0 && (
        <p className="text-grey-1 text-2 px-gutter pb-3">{t('records.reports.noTrades')}</p>
      )}
      {(all ? days : days.slice(0, FIRST_DAYS)).map((date) => (
        <FileRow
          key={date}
          which={date}
          label={f.day(date)}
          icon={PDF}
          make={() => fetchFile(getTradeReport, { query: { date } })}
          saving={saving}
        />
      ))}
    </Section>
  )
}

function BalanceReports({
  statements: { months, quarters },
  saving,
}: {
  statements: StatementsView
  saving: Saving
}) {
  const t = useT()
  const [kind, setKind] = useState<'months' | 'quarters'>('quarters')
  const nameOf = (period: string) => {
    const [year = '', part = ''] = period.split('-')
    return kind === 'months'
      ? t('records.reports.month', { year, month: String(Number(part)) })
      : t('records.reports.quarter', { year, quarter: part.slice(1) })
  }
  return (
    <Section flush>
      <SectionHead flush title={t('records.reports.balance')} />
      <div className="px-gutter pb-1">
        <Segment
          label={t('records.reports.balance')}
          value={kind}
          onChange={setKind}
          options={(['quarters', 'months'] as const).map((value) => ({
            value,
            label: t(`records.reports.${value}`),
          }))}
        />
      </div>
      {(kind === 'months' ? months : quarters).map((period) => (
        <FileRow
          key={period}
          which={period}
          label={nameOf(period)}
          icon={PDF}
          make={() => fetchFile(getBalanceReport, { query: { period } })}
          saving={saving}
        />
      ))}
    </Section>
  )
}

function YearReports({ years, saving }: { years: readonly string[]; saving: Saving }) {
  const t = useT()
  return (
    <Section flush>
      <SectionHead flush title={t('records.reports.year')} />
      {years.length === 0 && (
        <p className="text-grey-1 text-2 px-gutter pb-3">{t('records.reports.noYears')}</p>
      )}
      {years.map((year) => (
        <FileRow
          key={year}
          which={year}
          label={t('records.reports.yearOf', { year })}
          icon={PDF}
          make={() => fetchFile(getYearReport, { query: { year } })}
          saving={saving}
        />
      ))}
    </Section>
  )
}

function TableFiles({ saving }: { saving: Saving }) {
  const t = useT()
  const today = useMarketDay()
  const [period, setPeriod] = useState<PeriodChoice>({ name: 'month' })
  const days = { from: '2000-01-01', to: today, ...daysOf(period, today) }
  return (
    <Section flush>
      <SectionHead flush title={t('records.reports.tables')} />
      <div className="px-gutter">
        <PeriodPick value={period} onChange={setPeriod} />
      </div>
      {TABLES.map((table) => (
        <FileRow
          key={table}
          which={table}
          label={t(`records.reports.table.${table}`)}
          icon={<span className="text-1 font-strong">CSV</span>}
          make={() => fetchFile(getTable, { params: { table }, query: days })}
          saving={saving}
        />
      ))}
    </Section>
  )
}

/** Statements to keep, tables for a spreadsheet, and everything that the firm holds about the member. */
export default function ReportsPage(_: ScreenProps<'reports'>) {
  const t = useT()
  const read = useRead(listStatements, {})
  const files = useFiles()
  const save = (which: string, make: () => Promise<File>) =>
    void files.keep(which, make).then((name) => {
      if (name !== null) toast(t('records.reports.saved', { name }), { kind: 'ok' })
    })
  const saving = { files, save }
  return (
    <Page
      nav={<NavigationBar title={t('records.reports.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Section>
        <p className="text-grey-1 text-2">{t('records.reports.lead')}</p>
      </Section>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
        {(statements) => (
          <>
            <TradeReports days={statements.days} saving={saving} />
            <BalanceReports statements={statements} saving={saving} />
            <YearReports years={statements.years} saving={saving} />
          </>
        )}
      </Loaded>
      {/* With what stands above, or without it where it cannot be had: not pushed away by it. */}
      {!read.isPending && (
        <>
          <TableFiles saving={saving} />
          <Section>
            <SectionHead title={t('records.reports.own')} />
            <p className="text-grey-1 text-2 pb-3">{t('records.reports.ownNote')}</p>
            <div className="flex">
              <Button
                kind="secondary"
                state={files.busy === 'own' ? 'pending' : 'idle'}
                onPress={() => save('own', ownDataFile)}
              >
                {t('records.reports.ownButton')}
              </Button>
            </div>
          </Section>
        </>
      )}
    </Page>
  )
}
