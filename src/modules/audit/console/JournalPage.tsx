import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { go, hrefOf } from '#console/kit/address.ts'
import { useRecordCheck } from '#console/kit/check-record.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Checks, Facts, type Fact, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import type { PageProps } from '#console/kit/pages.ts'
import { usePlace } from '#console/kit/paging.ts'
import { numberIn } from '#console/kit/typed-number.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { listChecks, showRecord, type CheckView } from '../operator-contract.ts'
import { EntryTable } from './EntryTable.tsx'
import { Heading } from './Heading.tsx'
import { Pager } from './Pager.tsx'

const TONE = { running: 'brand', intact: 'ok', broken: 'danger', failed: 'warn' } as const

/** Checks of the whole journal, and one record of it with its proof. */
export default function JournalPage({ rest }: PageProps) {
  return rest[0] === undefined ? <ChecksPage /> : <RecordPage key={rest[0]} seq={rest[0]} />
}

function ChecksPage() {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const act = useAct()
  const query = usePlace()
  const read = useRead(listChecks, { query }, { poll: 'journalCheck', keepPrevious: true })
  const isRunning = read.data?.rows.some(({ status }) => status === 'running') ?? false
  const ask = async () => {
    if ((await act.ask({ power: 'journal.verify', subject: 'journal' })) !== null) refresh(listChecks)
  }
  return (
    <section className="desk-page" aria-label={t('audit.console.journal.title')}>
      <div className="flex flex-wrap items-center gap-3 border-b border-grey-3 px-4 py-2">
        <h1 className="text-3 font-strong">{t('audit.console.journal.title')}</h1>
        <form
          role="search"
          className="ml-auto"
          onSubmit={(event) => {
            event.preventDefault()
            const seq = numberIn(event.currentTarget, 'seq')
            if (seq !== '') go(hrefOf('journal', [seq]))
          }}
        >
          <input
            name="seq"
            className="desk-input"
            inputMode="numeric"
            aria-label={t('audit.console.journal.find')}
            placeholder={t('audit.console.journal.find')}
          />
        </form>
        {me?.powers.includes('journal.verify') && (
          <DeskButton look="primary" busy={act.busy || isRunning} onPress={() => void ask()}>
            {t('audit.console.journal.verify')}
          </DeskButton>
        )}
      </div>
      <div className="desk-scroll" tabIndex={0} role="group" aria-label={t('audit.console.journal.checks')}>
        <Loaded read={read} skeleton="lines">
          {({ head, rows, next }) => (
            <>
              <PaneSection title={t('audit.console.journal.head')} note={t('audit.console.journal.what')}>
                <Facts
                  rows={[
                    [t('audit.console.journal.records'), f.quantity(head.seq + 1)],
                    [
                      'h(' + String(head.seq) + ')',
                      <span key="h" className="font-code text-1 break-all">
                        {head.hash}
                      </span>,
                    ],
                  ]}
                />
              </PaneSection>
              {rows.length === 0 ? (
                <p className="px-4 py-8 text-center text-grey-1">{t('audit.console.journal.never')}</p>
              ) : (
                <table className="desk-table" aria-label={t('audit.console.journal.checks')}>
                  <thead>
                    <tr>
                      <th scope="col">{t('audit.console.col.at')}</th>
                      <th scope="col">{t('audit.console.col.by')}</th>
                      <th scope="col">{t('audit.console.col.state')}</th>
                      <th scope="col" className="at-end">
                        {t('audit.console.journal.records')}
                      </th>
                      <th scope="col" className="at-end">
                        {t('audit.console.journal.entries')}
                      </th>
                      <th scope="col" className="at-end">
                        {t('audit.console.journal.took')}
                      </th>
                      <th scope="col">{t('audit.console.journal.found')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((check) => (
                      <CheckRow key={check.id} check={check} />
                    ))}
                  </tbody>
                </table>
              )}
              <div className="px-4 py-2">
                <Pager by="place" next={next} />
              </div>
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}

function CheckRow({ check }: { check: CheckView }) {
  const t = useT()
  const f = useFormat()
  const { status, by, begunAt, endedAt, toSeq, entries, badSeq, what, read, of } = check
  return (
    <tr>
      <td>
        <time dateTime={begunAt}>{f.moment(begunAt)}</time>
      </td>
      <td>
        <PersonName person={by as never} at={begunAt} />
      </td>
      <td>
        <Mark tone={TONE[status]}>{t(`audit.console.check.${status}`)}</Mark>
      </td>
      <td className="at-end">
        {status === 'running' ? (
          <progress aria-label={t('audit.console.check.running')} value={read} max={Math.max(of, 1)} />
        ) : toSeq === null ? (
          '—'
        ) : (
          f.quantity(toSeq + 1)
        )}
      </td>
      <td className="at-end">{entries === null ? '—' : f.quantity(entries)}</td>
      <td className="at-end">
        {endedAt === null
          ? '—'
          : t('audit.console.check.seconds', {
              n: Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(begunAt)) / 1_000)),
            })}
      </td>
      <td className="wraps">
        {status !== 'broken' ? (
          '—'
        ) : (
          <span className="text-danger">
            {badSeq === null ? (
              t('audit.console.check.balance')
            ) : (
              <a className="desk-link" href={hrefOf('journal', [String(badSeq)])}>
                {t('audit.console.check.first', { seq: String(badSeq) })}
              </a>
            )}{' '}
            <span lang="en">{what}</span>
          </span>
        )}
      </td>
    </tr>
  )
}

function RecordPage({ seq }: { seq: string }) {
  const t = useT()
  const f = useFormat()
  const read = useRead(showRecord, { params: { seq } })
  const isRight = useRecordCheck(read.data)
  return (
    <section className="desk-page" aria-label={t('audit.console.journal.record', { seq })}>
      <Heading
        back={{ page: 'journal', label: t('audit.console.journal.title') }}
        title={t('audit.console.journal.record', { seq })}
      >
        {isRight !== null && (
          <Mark tone={isRight ? 'ok' : 'danger'}>
            {t(isRight ? 'audit.console.proof.right' : 'audit.console.proof.wrong')}
          </Mark>
        )}
        <span className="ml-auto flex gap-2">
          {seq !== '0' && (
            <a className="desk-link" href={hrefOf('journal', [String(Number(seq) - 1)])}>
              ‹ {Number(seq) - 1}
            </a>
          )}
          <a className="desk-link" href={hrefOf('journal', [String(Number(seq) + 1)])}>
            {Number(seq) + 1} ›
          </a>
        </span>
      </Heading>
      <div
        className="desk-scroll"
        tabIndex={0}
        role="group"
        aria-label={t('audit.console.journal.record', { seq })}
      >
        <Loaded read={read} skeleton="lines">
          {(record) => (
            <>
              <PaneSection>
                <Facts
                  rows={[
                    [t('audit.console.col.at'), `${f.day(record.at)} ${f.time(record.at)}`],
                    ...(record.by === null
                      ? []
                      : ([
                          [t('audit.console.journal.type'), <code key="t">{record.type}</code>],
                          [
                            t('audit.console.journal.actor'),
                            <span key="a">
                              {t(`audit.console.journal.by.${record.by}`)} <code>{record.actor}</code>
                            </span>,
                          ],
                        ] satisfies Fact[])),
                  ]}
                />
              </PaneSection>
              {record.entries.length > 0 && (
                <PaneSection title={t('audit.console.proof.moved')}>
                  <EntryTable rows={record.entries} label={t('audit.console.proof.moved')} />
                </PaneSection>
              )}
              <PaneSection title={t('audit.console.proof.title')} note={t('audit.console.proof.rule')}>
                <Checks
                  rows={[
                    ...(record.record === null
                      ? []
                      : [{ label: t('audit.console.proof.here'), ok: isRight }]),
                    {
                      label: t('audit.console.proof.follows', { seq: String(record.seq - 1) }),
                      ok: record.follows,
                    },
                    {
                      label:
                        record.next === null
                          ? t('audit.console.proof.last')
                          : t('audit.console.proof.next', { seq: String(record.next.seq) }),
                      ok: record.next === null ? null : record.next.follows,
                    },
                    {
                      label:
                        record.verified === null
                          ? t('audit.console.proof.unverified')
                          : t('audit.console.proof.verified', {
                              at: f.moment(record.verified.at),
                              seq: String(record.verified.toSeq),
                            }),
                      ok: record.verified === null ? null : true,
                    },
                  ]}
                />
                <dl className="flex flex-col gap-1 pt-3 font-code text-1 break-all">
                  <dt className="text-grey-1">h({record.seq - 1})</dt>
                  <dd>{record.before}</dd>
                  <dt className="text-grey-1">h({record.seq})</dt>
                  <dd>{record.hash}</dd>
                  {record.next !== null && (
                    <>
                      <dt className="text-grey-1">h({record.next.seq})</dt>
                      <dd>{record.next.hash}</dd>
                    </>
                  )}
                  {record.written !== null && (
                    <>
                      <dt className="text-grey-1">
                        {t('audit.console.proof.written', { seq: String(record.written.seq) })}
                      </dt>
                      <dd>{record.written.hash}</dd>
                    </>
                  )}
                  <dt className="text-grey-1">
                    {t('audit.console.proof.head', { seq: String(record.head.seq) })}
                  </dt>
                  <dd>{record.head.hash}</dd>
                </dl>
                <p className="pt-2 text-1 text-grey-1">{t('audit.console.proof.inclusion')}</p>
              </PaneSection>
              <PaneSection title={t('audit.console.proof.text')}>
                {record.record === null ? (
                  <p>{t('audit.console.proof.kept')}</p>
                ) : (
                  <pre className="font-code text-1 break-all whitespace-pre-wrap">
                    {JSON.stringify(JSON.parse(record.record), null, 1)}
                  </pre>
                )}
              </PaneSection>
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}
