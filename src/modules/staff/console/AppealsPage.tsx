import { lastMinute } from '#client/last-minute.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { hrefOf, setQuery } from '#console/kit/address.ts'
import { useNow, useSpan } from '#console/kit/age.ts'
import { useMe } from '#console/kit/act.ts'
import { Assigned, AssignedTo } from '#console/kit/Assigned.tsx'
import { Mark } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import type { PageProps } from '#console/kit/pages.ts'
import { Facts, MemberLink, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { ActList } from '#console/kit/Stage.tsx'
import { usePeople } from '#console/kit/people.ts'
import { Table, type Column } from '#console/kit/Table.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import {
  APPEAL_KINDS,
  getAppeal,
  listAppeals,
  listQueues,
  type AppealItem,
  type Person,
} from '../operator-contract.ts'

/** The page of the module that an appeal comes from, which opens the case by its address. */
const PAGES = {
  identity: (id: string) => hrefOf('identity', [id]),
  'bank-account': (id: string) => hrefOf('bank-accounts', [id]),
  withdrawal: (id: string) => hrefOf('withdrawals', [], { at: id }),
  loan: (id: string) => hrefOf('loans', [], { at: id }),
} as const
const TONES = { open: 'warn', upheld: 'danger', overturned: 'ok', withdrawn: 'grey' } as const

/**
 * Appeals of members against decisions, of every kind, the first to be due first; somebody else than who
 * decided answers.
 */
export default function AppealsPage(_: PageProps) {
  const t = useT()
  const { wordsIfAny } = usePeople()
  const f = useFormat()
  const span = useSpan()
  const now = useNow()
  const read = useRead(listAppeals, {}, { poll: 'deskCase' })
  const queue = useRead(listQueues, {}, { quiet: true, poll: 'deskCase' }).data?.find(
    ({ name }) => name === 'appeals',
  )
  const assignedOf = (of: string) => queue?.items.find(({ subject }) => subject === of)?.assigned
  const left = ({ answerBy }: AppealItem): number => Date.parse(answerBy) - now
  const columns: Column<AppealItem>[] = [
    {
      id: 'kind',
      head: t('staff.console.appeals.kind'),
      cell: ({ kind }) => t(`staff.console.appeals.kind.${kind}`),
      value: ({ kind }) => kind,
    },
    {
      id: 'member',
      head: t('staff.console.appeals.member'),
      cell: ({ number }) => String(number),
      value: ({ number }) => number,
    },
    {
      id: 'about',
      head: t('staff.console.appeals.about'),
      cell: ({ about }) => about,
      value: ({ about }) => about,
      wraps: true,
    },
    {
      id: 'filed',
      head: t('staff.console.appeals.filed'),
      cell: ({ filedAt }) => f.moment(filedAt),
      value: ({ filedAt }) => filedAt,
    },
    {
      id: 'assigned',
      head: t('console.assigned.label'),
      cell: ({ subject }) => <AssignedTo person={assignedOf(subject)} />,
      value: ({ subject }) => wordsIfAny(assignedOf(subject)),
    },
    {
      id: 'left',
      head: t('staff.console.appeals.left'),
      align: 'end',
      cell: (row) =>
        left(row) < 0 ? (
          <span className="text-danger">
            {t('staff.console.appeals.over')} {span(left(row))}
          </span>
        ) : (
          span(left(row))
        ),
      value: left,
    },
  ]
  return (
    <Table
      name="appeals"
      title={t('staff.console.appeals.title')}
      read={read}
      rows={read.data}
      columns={columns}
      keyOf={({ subject }) => subject}
      sortedBy="left"
      empty={t('staff.console.appeals.empty')}
      filters={[
        {
          id: 'kind',
          label: t('staff.console.appeals.kind'),
          options: APPEAL_KINDS.map((id) => ({ id, label: t(`staff.console.appeals.kind.${id}`) })),
          of: ({ kind }) => kind,
        },
      ]}
      note={t('staff.console.appeals.note')}
      detail={({ subject }) => (
        <AppealPane key={subject} subject={subject} assigned={assignedOf(subject) ?? null} />
      )}
    />
  )
}

function AppealPane({ subject, assigned }: { subject: string; assigned: Person | null }) {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const read = useRead(getAppeal, { params: { subject } }, { staleTime: 10_000 })
  return (
    <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
      {(found) => (
        <Pane
          label={t('staff.console.appeals.title')}
          head={
            <>
              <div className="flex items-center justify-between gap-2">
                <span className="text-1 text-grey-1">{t(`staff.console.appeals.kind.${found.kind}`)}</span>
                <Mark tone={TONES[found.state]}>{t(`staff.console.appeals.state.${found.state}`)}</Mark>
              </div>
              <h2 className="text-3 font-strong">{found.name}</h2>
              <p className="text-1 text-grey-1">{found.about}</p>
            </>
          }
        >
          <PaneSection>
            <Facts
              rows={[
                [
                  t('staff.console.appeals.member'),
                  <MemberLink key="member" memberId={found.memberId}>
                    {String(found.number)}
                  </MemberLink>,
                ],
                [t('staff.console.appeals.filed'), f.moment(found.filedAt)],
                [t('staff.console.appeals.answerBy'), f.moment(lastMinute(found.answerBy)), true],
              ]}
            />
            <div className="pt-2">
              <Assigned queue="appeals" subject={subject} assigned={assigned} />
            </div>
          </PaneSection>
          <PaneSection title={t('staff.console.appeals.words')}>
            <p className="whitespace-pre-wrap">{found.text}</p>
          </PaneSection>
          <PaneSection title={t('staff.console.appeals.before')}>
            <ActList acts={found.acts} />
            <a className="desk-link mt-2 block" href={PAGES[found.kind](found.case)}>
              {t('staff.console.appeals.openCase')}
            </a>
          </PaneSection>
          {found.state === 'open' &&
            me?.roles.includes('reviewer') === true &&
            (found.excluded ? (
              <p className="px-4 py-3 text-1 text-grey-1">{t('staff.console.appeals.ownCase')}</p>
            ) : (
              <>
                {found.power === 'appeal.decide-flagged' && (
                  <p role="alert" className="px-4 pt-3 text-1 text-danger">
                    {t('staff.console.appeals.flagged')}
                  </p>
                )}
                <Decision
                  subject={subject}
                  choices={[
                    {
                      power: found.power,
                      reason: 'upheld',
                      label: t('staff.console.appeals.uphold'),
                      tone: 'danger',
                      hotkey: 'd',
                      confirm: t('staff.console.appeals.upholdConfirm', {
                        name: found.name,
                        about: found.about,
                      }),
                    },
                    {
                      power: found.power,
                      reason: 'overturned',
                      label: t('staff.console.appeals.overturn'),
                      hotkey: 'a',
                      confirm: t('staff.console.appeals.overturnConfirm', {
                        name: found.name,
                        about: found.about,
                      }),
                    },
                  ]}
                  onDone={() => {
                    void read.refetch()
                    setQuery({ at: null })
                  }}
                />
              </>
            ))}
        </Pane>
      )}
    </Loaded>
  )
}
