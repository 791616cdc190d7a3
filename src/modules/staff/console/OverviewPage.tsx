import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useMe } from '#console/kit/act.ts'
import { hrefOf } from '#console/kit/address.ts'
import { useNow, useSpan } from '#console/kit/age.ts'
import { Mark } from '#console/kit/Control.tsx'
import { isFor } from '#console/kit/pages.ts'
import { pageOfQueue } from '#console/kit/registry.ts'
import { FigureStrip, PersonName } from '#console/kit/Pane.tsx'
import { StageMark } from '#console/kit/Stage.tsx'
import { countOf } from '#console/kit/waiting.ts'
import { SIGNABLE } from '#modules/staff/model/approval.ts'
import { listApprovals, listAudit, listQueues, type QueueItem } from '#modules/staff/operator-contract.ts'
import { Loaded } from '#ui/Loaded.tsx'

/** Beyond this, what waits is shown as old. */
const OLD_MS = 60 * 60_000

/** The work that waits: each queue with its age, requests that need a signature, the last acts. */
export default function OverviewPage() {
  const t = useT()
  const f = useFormat()
  const span = useSpan()
  const now = useNow()
  const me = useMe()
  const queues = useRead(listQueues, {}, { poll: 'deskQueue' })
  const approvals = useRead(listApprovals, { query: {} }, { poll: 'deskQueue' })
  const audit = useRead(listAudit, { query: { limit: '12' } }, { poll: 'deskLog' })
  const cases = queues.data?.filter(({ name }) => name !== SIGNABLE)
  const items = (cases ?? []).flatMap((queue) => queue.items)
  const oldest = items.reduce<number | null>(
    (found, { since }) => Math.min(found ?? Infinity, Date.parse(since)),
    null,
  )
  const countAll = (isSo: (item: QueueItem) => boolean): number =>
    (cases ?? []).reduce((sum, queue) => sum + countOf(queue, isSo), 0)
  const yours = (approvals.data ?? []).filter(({ hindrance }) => hindrance === null)
  return (
    <div className="desk-page overflow-auto">
      <h1 className="border-b border-grey-3 px-4 py-3 text-3 font-strong">
        {t('staff.console.overview.title')}
      </h1>
      <FigureStrip
        label={t('staff.console.overview.title')}
        figures={[
          [
            t('staff.console.overview.waiting'),
            cases === undefined ? '—' : f.quantity(cases.reduce((sum, { count }) => sum + count, 0)),
          ],
          [t('staff.console.overview.oldest'), oldest === null ? '—' : span(now - oldest)],
          [
            t('staff.console.overview.mine'),
            me === undefined || queues.data === undefined
              ? '—'
              : f.quantity(countAll(({ assigned }) => assigned?.operatorId === me.operatorId)),
          ],
          [
            t('staff.console.overview.unassigned'),
            queues.data === undefined ? '—' : f.quantity(countAll(({ assigned }) => assigned === null)),
          ],
          [t('staff.console.overview.toSign'), approvals.data === undefined ? '—' : f.quantity(yours.length)],
        ]}
      />
      <div className="desk-halves">
        <section className="border-r border-grey-3">
          <h2 className="px-4 pt-4 pb-2 text-2 font-strong">{t('staff.console.overview.queues')}</h2>
          <Loaded read={queues} skeleton="lines">
            {() => (
              <table className="desk-table" aria-label={t('staff.console.overview.queues')}>
                <thead>
                  <tr>
                    <th scope="col">{t('staff.console.overview.queue')}</th>
                    <th scope="col" className="at-end">
                      {t('staff.console.overview.waiting')}
                    </th>
                    <th scope="col" className="at-end">
                      {t('staff.console.overview.oldest')}
                    </th>
                    <th scope="col" className="at-end">
                      {t('staff.console.overview.unassigned')}
                    </th>
                    <th scope="col" className="at-end">
                      {t('staff.console.overview.stopped')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {(cases ?? []).map((queue) => {
                    const since = queue.items.map((item) => Date.parse(item.since))
                    const age = since.length === 0 ? null : now - Math.min(...since)
                    return (
                      <tr key={queue.name}>
                        <td>
                          <QueueName name={queue.name} />
                          {!queue.mine && (
                            <span className="pl-2 text-1 text-grey-1">
                              {t('staff.console.overview.readOnly')}
                            </span>
                          )}
                        </td>
                        <td className="at-end font-strong">{f.quantity(queue.count)}</td>
                        <td className="at-end">
                          {age === null ? (
                            '—'
                          ) : (
                            <span className={age > OLD_MS ? 'font-strong text-warn' : ''}>{span(age)}</span>
                          )}
                        </td>
                        <td className="at-end">
                          {f.quantity(countOf(queue, ({ assigned }) => assigned === null))}
                        </td>
                        <td className="at-end">
                          <Stopped items={queue.items} />
                        </td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            )}
          </Loaded>
        </section>
        <section>
          <h2 className="px-4 pt-4 pb-2 text-2 font-strong">{t('staff.console.overview.signatures')}</h2>
          <Loaded read={approvals} skeleton="lines">
            {(all) =>
              all.length === 0 ? (
                <p className="px-4 pb-4 text-grey-1">{t('staff.console.approvals.empty')}</p>
              ) : (
                <ul>
                  {all.slice(0, 12).map((each) => (
                    <li key={each.id} className="flex items-center gap-2 border-b border-grey-3 px-4 py-1">
                      <a className="desk-link min-w-0 flex-1" href={hrefOf('approvals', [], { at: each.id })}>
                        {each.what}
                      </a>
                      <span className="text-1 text-grey-1">
                        {each.missing
                          .map((roles) => roles.map((role) => t(`staff.role.${role}`)).join(' / '))
                          .join(' + ')}
                      </span>
                      {each.hindrance === null && <Mark tone="warn">{t('staff.console.overview.you')}</Mark>}
                    </li>
                  ))}
                </ul>
              )
            }
          </Loaded>
          <h2 className="px-4 pt-4 pb-2 text-2 font-strong">{t('staff.console.overview.latest')}</h2>
          <Loaded read={audit} skeleton="lines">
            {({ rows }) => (
              <ul>
                {rows.map((row) => (
                  <li key={row.seq} className="flex gap-2 border-b border-grey-3 px-4 py-1">
                    <time className="text-1 text-grey-1" dateTime={row.at}>
                      {f.moment(row.at)}
                    </time>
                    <span className="min-w-0 flex-1">
                      {row.what} <StageMark stage={row.stage} />
                      {row.refused !== null && <span className="text-danger"> {row.refused}</span>}
                    </span>
                    <span className="text-1 text-grey-1">
                      {row.actor === null ? (
                        t('console.audit.system')
                      ) : (
                        <PersonName person={row.actor} at={row.at} />
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </section>
      </div>
    </div>
  )
}

/** Cases whose time stands still, and how long the first of them has. */
function Stopped({ items }: { items: readonly QueueItem[] }) {
  const f = useFormat()
  const span = useSpan()
  const now = useNow()
  const since = items.flatMap(({ stopped }) => (stopped === null ? [] : [Date.parse(stopped)]))
  if (since.length === 0) return <>—</>
  return (
    <Mark tone="warn">
      {f.quantity(since.length)} ({span(now - Math.min(...since))})
    </Mark>
  )
}

/** Name of a queue: that of the page on which it is worked on. */
function QueueName({ name }: { name: string }) {
  const text = useText()
  const me = useMe()
  const page = pageOfQueue(name)
  return page === undefined ? (
    <>{name}</>
  ) : me === undefined || !isFor(page, me.roles) ? (
    <>{text(page.queueNames?.[name] ?? page.title)}</>
  ) : (
    <a className="desk-link" href={hrefOf(page.name)}>
      {text(page.queueNames?.[name] ?? page.title)}
    </a>
  )
}
