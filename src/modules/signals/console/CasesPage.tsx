import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useAddress } from '#console/kit/address.ts'
import { Mark } from '#console/kit/Control.tsx'
import { PersonName } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { usePeople } from '#console/kit/people.ts'
import { Table } from '#console/kit/Table.tsx'
import { CASE_STATES } from '../model/case.ts'
import { RULE_NAMES } from '../model/rules.ts'
import { listCases, type CaseHead } from '../operator-contract.ts'
import { CasePane } from './CasePane.tsx'
import { NewCase } from './NewCase.tsx'

const STATE_TONE = { open: 'warn', closed: 'grey' } as const

/** Cases that risk signals have opened, the last one first; one opens with its history. */
export default function CasesPage() {
  const t = useT()
  const { wordsIfAny } = usePeople()
  const f = useFormat()
  const address = useAddress().query
  const state = CASE_STATES.find((each) => each === address.state)
  const rule = RULE_NAMES.find((each) => each === address.rule)
  const whyOf = ({ rules, ground }: CaseHead): string =>
    [
      ...(ground === null ? [] : [t(`staff.reason.${ground}`)]),
      ...rules.map((each) => t(`signals.rule.${each}`)),
    ].join(' / ')
  const query = {
    ...usePlace(),
    ...(state === undefined ? {} : { state }),
    ...(rule === undefined ? {} : { rule }),
  }
  const read = useRead(listCases, { query }, { poll: 'deskCase', keepPrevious: true })
  if (address.about !== undefined) return <NewCase memberId={address.about} evidence={address.evidence} />
  return (
    <Table<CaseHead>
      name="cases"
      title={t('signals.console.title')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listCases, { query: from(query, place) }))}
      keyOf={({ id }) => id}
      sortedBy="-opened"
      empty={t('signals.console.none')}
      note={t('signals.console.note')}
      wide={address.at !== undefined}
      detail={({ id }) => <CasePane key={id} id={id} />}
      opened={(id) => <CasePane key={id} id={id} />}
      filters={[
        {
          id: 'state',
          label: t('signals.console.state'),
          of: (row) => row.state,
          options: CASE_STATES.map((id) => ({ id, label: t(`signals.console.state.${id}`) })),
        },
        {
          id: 'rule',
          label: t('signals.console.rule'),
          of: ({ rules }) => (rule !== undefined && rules.includes(rule) ? rule : (rules[0] ?? '')),
          options: RULE_NAMES.map((id) => ({ id, label: t(`signals.rule.${id}`) })),
        },
      ]}
      columns={[
        {
          id: 'member',
          head: t('signals.console.member'),
          align: 'end',
          cell: ({ memberNumber }) => `#${memberNumber}`,
          value: ({ memberNumber }) => memberNumber,
        },
        { id: 'rules', head: t('signals.console.rules'), cell: whyOf, value: whyOf, wraps: true },
        {
          id: 'signals',
          head: t('signals.console.signals'),
          align: 'end',
          cell: ({ signals }) => f.quantity(signals),
          value: ({ signals }) => signals,
        },
        {
          id: 'last',
          head: t('signals.console.last'),
          cell: ({ lastAt }) => f.moment(lastAt),
          value: ({ lastAt }) => lastAt,
        },
        {
          id: 'opened',
          head: t('signals.console.opened'),
          cell: ({ openedAt }) => f.moment(openedAt),
          value: ({ openedAt }) => openedAt,
        },
        {
          id: 'assigned',
          head: t('signals.console.assigned'),
          cell: ({ assigned }) =>
            assigned === null ? (
              <span className="text-grey-1">{t('signals.console.nobody')}</span>
            ) : (
              <PersonName person={assigned} />
            ),
          value: ({ assigned }) => wordsIfAny(assigned),
        },
        {
          id: 'state',
          head: t('signals.console.state'),
          cell: (row) => <Mark tone={STATE_TONE[row.state]}>{t(`signals.console.state.${row.state}`)}</Mark>,
          value: (row) => row.state,
        },
      ]}
    />
  )
}
