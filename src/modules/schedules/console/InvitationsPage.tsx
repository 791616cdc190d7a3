import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { saveCsv } from '#console/kit/csv.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { PaneSection } from '#console/kit/Pane.tsx'
import { addDays } from '#kernel/time.ts'
import { ErrorState } from '#ui/Empty.tsx'
import { batchId, invitationsProblem } from '../model/invitations.ts'
import { listInvitations } from '../operator-contract.ts'
import { NewSchedule } from './NewSchedule.tsx'
import { ScheduleTable } from './ScheduleTable.tsx'

type Batch = { until: string; codes: number; usesEach: number }
const USUAL = { days: 30, codes: '20', usesEach: '1' } as const

/** Batches of invitation codes; the codes of one, with their uses, stand in its pane. */
export default function InvitationsPage() {
  const t = useT()
  const f = useFormat()
  return (
    <ScheduleTable<Batch>
      name="invitations"
      title={t('schedules.console.invitations.title')}
      power="invitations.issue"
      note={t('schedules.console.invitations.note')}
      empty={t('schedules.console.invitations.empty')}
      published={({ invitations }) =>
        invitations.map(({ until, codes, usesEach, ...row }) => ({ ...row, own: { until, codes, usesEach } }))
      }
      figures={[
        {
          id: 'until',
          head: t('schedules.console.invitations.until'),
          cell: ({ until }) => f.date(until),
          value: ({ until }) => until,
        },
        {
          id: 'codes',
          head: t('schedules.console.invitations.codes'),
          cell: ({ codes }) => f.quantity(codes),
          value: ({ codes }) => codes,
        },
        {
          id: 'usesEach',
          head: t('schedules.console.invitations.usesEach'),
          cell: ({ usesEach }) => f.quantity(usesEach),
          value: ({ usesEach }) => usesEach,
        },
      ]}
      more={(id) => <Codes key={id} id={id} />}
      form={({ today, next, invitations }) => (
        <NewSchedule
          title={t('schedules.console.invitations.new')}
          power="invitations.issue"
          fields={[
            { name: 'from', label: t('schedules.console.from'), type: 'date', first: next },
            {
              name: 'until',
              label: t('schedules.console.invitations.until'),
              type: 'date',
              first: addDays(next, USUAL.days),
            },
            {
              name: 'codes',
              label: t('schedules.console.invitations.codes'),
              type: 'number',
              first: USUAL.codes,
            },
            {
              name: 'usesEach',
              label: t('schedules.console.invitations.usesEach'),
              type: 'number',
              first: USUAL.usesEach,
            },
          ]}
          idOf={({ from }) =>
            batchId(String(from), invitations.filter((one) => one.from === from).length + 1)
          }
          problem={(id, body) =>
            invitationsProblem(
              id,
              body,
              { today, isOpen: true },
              invitations.some((one) => one.id === id),
            )
          }
          question={(body) =>
            t('schedules.console.invitations.confirm', {
              from: f.date(String(body.from)),
              until: f.date(String(body.until)),
              codes: Number(body.codes),
              uses: Number(body.usesEach),
            })
          }
        />
      )}
    />
  )
}

/** The codes of one batch. They are read out or written to people, so they can be taken along as a file. */
function Codes({ id }: { id: string }) {
  const t = useT()
  const f = useFormat()
  const read = useRead(listInvitations, { params: { id } }, { poll: 'deskQueue' })
  const codes = read.data ?? []
  const used = codes.reduce((sum, each) => sum + each.used, 0)
  const save = () =>
    saveCsv(id, [
      [t('schedules.console.invitations.code'), t('schedules.console.invitations.used')],
      ...codes.map((each) => [each.code, each.used]),
    ])
  if (read.data === undefined && read.error) return <ErrorState onRetry={() => void read.refetch()} />
  return (
    <PaneSection title={t('schedules.console.invitations.used.sum', { n: used })}>
      {read.data === undefined ? (
        <div className="bone late h-24" />
      ) : (
        <>
          <table className="desk-table" aria-label={t('schedules.console.invitations.codes')}>
            <thead>
              <tr>
                <th scope="col">{t('schedules.console.invitations.code')}</th>
                <th scope="col" className="at-end">
                  {t('schedules.console.invitations.used')}
                </th>
              </tr>
            </thead>
            <tbody>
              {codes.map((each) => (
                <tr key={each.code}>
                  <td className="tabular-nums tracking-wide">{`${each.code.slice(0, 5)}-${each.code.slice(5)}`}</td>
                  <td className="at-end">{f.quantity(each.used)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="pt-3">
            <DeskButton onPress={save} disabled={codes.length === 0}>
              CSV
            </DeskButton>
          </div>
        </>
      )}
    </PaneSection>
  )
}
