import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { Facts, PaneSection } from '#console/kit/Pane.tsx'
import { DAY, HOUR, MINUTE, type Ms } from '#kernel/time.ts'
import { confirm } from '#ui/confirm.tsx'
import { ErrorState } from '#ui/Empty.tsx'
import { Sparkline } from '#ui/Sparkline.tsx'
import type { OutputOf } from '#wire/route.ts'
import { getVitals, type MetricsSample } from '#wire/system.ts'

const MEGABYTE = 1_048_576

/** The server's time beside what of it is confirmed, and the first signature for the rest. */
function ClockSection({ clock }: { clock: OutputOf<typeof getVitals>['clock'] }) {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const act = useAct()
  const { unconfirmed, recordsAhead } = clock
  const aheadBy = (ms: Ms) =>
    t('health.console.clock.aheadBy', {
      days: Math.floor(ms / DAY),
      hours: Math.floor((ms % DAY) / HOUR),
      minutes: Math.floor((ms % HOUR) / MINUTE),
    })
  const ahead = unconfirmed === null ? t('health.console.clock.allConfirmed') : aheadBy(unconfirmed.byMs)
  const aheadRows = ({ byMs, since, records }: NonNullable<typeof recordsAhead>) => [
    [t('health.console.clock.recordsAhead'), aheadBy(byMs), true] as const,
    ...(since === null ? [] : [[t('health.console.clock.putRight'), f.moment(since)] as const]),
    ...(records === null
      ? []
      : [
          [
            t('health.console.clock.wrongRecords'),
            t('health.console.clock.recordRange', {
              from: f.quantity(records.from),
              to: f.quantity(records.to),
            }),
          ] as const,
        ]),
  ]
  async function ask(byMs: number): Promise<void> {
    const body = t('health.console.clock.question', { now: f.moment(clock.now), ahead })
    if (!(await confirm({ title: t('health.console.clock.confirm'), body }))) return
    if ((await act.ask({ power: 'clock.confirm', subject: 'clock', body: { byMs } })) !== null)
      refresh(getVitals)
  }
  return (
    <PaneSection title={t('health.console.clock')}>
      <Facts
        rows={[
          [t('health.console.clock.now'), f.moment(clock.now)],
          [t('health.console.clock.confirmed'), f.moment(clock.confirmed)],
          [t('health.console.clock.ahead'), ahead, unconfirmed !== null],
          ...(unconfirmed === null
            ? []
            : [[t('health.console.clock.since'), f.moment(unconfirmed.since)] as const]),
          ...(recordsAhead === null ? [] : aheadRows(recordsAhead)),
        ]}
      />
      {unconfirmed !== null && me?.powers.includes('clock.confirm') === true && (
        <div className="flex px-4 py-2">
          <DeskButton look="primary" busy={act.busy} onPress={() => void ask(unconfirmed.byMs)}>
            {t('health.console.clock.confirm')}
          </DeskButton>
        </div>
      )}
    </PaneSection>
  )
}

/**
 * The state of the running server: figures of the last five seconds, each over the last ten minutes; jobs;
 * measures that modules take of themselves.
 */
export default function HealthPage() {
  const t = useT()
  const f = useFormat()
  const read = useRead(getVitals, {}, { poll: 'deskCase', quiet: true, keepPrevious: true })
  const { data } = read
  const samples = data?.samples ?? []
  const last = samples.at(-1)
  const ms = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : t('health.console.ms', { n: Math.round(value * 10) / 10 })
  const megabytes = (bytes: number | undefined) =>
    bytes === undefined ? '—' : t('health.console.megabytes', { n: Math.round(bytes / MEGABYTE) })
  const size = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : String(Math.round(value * 10) / 10)
  const count = (value: number | undefined) => (value === undefined ? '—' : f.quantity(value))
  const charts: readonly [label: string, value: string, of: (sample: MetricsSample) => number | null][] = [
    [t('health.console.commands'), count(last?.commands), ({ commands }) => commands],
    [t('health.console.refused'), count(last?.refused), ({ refused }) => refused],
    [t('health.console.batchSize'), size(last?.batchSize), ({ batchSize }) => batchSize],
    [t('health.console.inFlight'), count(last?.inFlight), ({ inFlight }) => inFlight],
    [t('health.console.waiting'), count(last?.waiting), ({ waiting }) => waiting],
    [t('health.console.flushMedian'), ms(last?.flushMedianMs), ({ flushMedianMs }) => flushMedianMs],
    [t('health.console.flushWorst'), ms(last?.flushWorstMs), ({ flushWorstMs }) => flushWorstMs],
    [t('health.console.database'), ms(last?.databaseMs), ({ databaseMs }) => databaseMs],
    [t('health.console.loop'), ms(last?.loopLateMs), ({ loopLateMs }) => loopLateMs],
    [t('health.console.rss'), megabytes(last?.rssBytes), ({ rssBytes }) => rssBytes],
    [t('health.console.heap'), megabytes(last?.heapBytes), ({ heapBytes }) => heapBytes],
    [t('health.console.sockets'), count(last?.sockets), ({ sockets }) => sockets],
    [t('health.console.unread'), megabytes(last?.unreadBytes), ({ unreadBytes }) => unreadBytes],
    [t('health.console.unreadEnded'), count(last?.unreadEnded), ({ unreadEnded }) => unreadEnded],
  ]
  if (data === undefined && read.isError) return <ErrorState onRetry={() => void read.refetch()} />
  return (
    <section className="desk-page" aria-label={t('health.console.title')}>
      <div className="flex min-h-11 items-center gap-3 border-b border-grey-3 px-4">
        <h1 className="text-3 font-strong">{t('health.console.title')}</h1>
        <p className="text-1 text-grey-1">
          {last === undefined
            ? t('ui.loading')
            : t('health.console.measured', { at: f.moment(last.at), seq: f.quantity(last.seq) })}
        </p>
      </div>
      <div className="desk-scroll" tabIndex={0} role="group" aria-label={t('health.console.title')}>
        {(data?.faults ?? []).map((fault) => (
          <PaneSection key={fault} title={t('health.console.fault')}>
            <p role="alert" className="px-4 py-3">
              {t(`health.console.fault.${fault}`)}
            </p>
          </PaneSection>
        ))}
        {data !== undefined && <ClockSection clock={data.clock} />}
        <dl className="grid grid-cols-4">
          {charts.map(([label, value, of]) => (
            <div key={label} className="border-r border-b border-grey-3 px-4 py-3">
              <dt className="text-1 text-grey-1">{label}</dt>
              <dd className="text-3 font-strong">
                {value}
                <Sparkline values={samples.flatMap((sample) => of(sample) ?? [])} width={200} height={32} />
              </dd>
            </div>
          ))}
        </dl>
        <PaneSection title={t('health.console.jobs')} note={t('health.console.jobsNote')}>
          <Facts rows={(data?.jobs ?? []).map(({ name, ranFor }) => [name, f.moment(ranFor)] as const)} />
        </PaneSection>
        {Object.entries(data?.measures ?? {}).map(([module, figures]) => (
          <PaneSection key={module} title={module}>
            <Facts
              rows={Object.entries(figures).map(
                ([name, value]) => [name, value === null ? '—' : f.quantity(value)] as const,
              )}
            />
          </PaneSection>
        ))}
      </div>
    </section>
  )
}
