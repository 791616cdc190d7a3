import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useMe } from '#console/kit/act.ts'
import { useAddress } from '#console/kit/address.ts'
import { useNow, useSpan } from '#console/kit/age.ts'
import { Mark } from '#console/kit/Control.tsx'
import { PersonName } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { Table, type Column, type Filter } from '#console/kit/Table.tsx'
import { LANG_NAMES } from '#i18n/lang.ts'
import { CONVERSATION_STATES, listConversations, type ConversationRow } from '../operator-contract.ts'
import { ThreadPane } from './ThreadPane.tsx'

const TONES = { waiting: 'warn', open: 'brand', closed: 'grey' } as const

/** Conversations, who waits longest first; one opened beside them. The list has no word of any. */
export default function ConversationsPage() {
  const t = useT()
  const me = useMe()
  const now = useNow()
  const span = useSpan()
  const { query } = useAddress()
  const place = usePlace()
  const read = useRead(listConversations, { query: place }, { poll: 'deskQueue', keepPrevious: true })
  const waits = ({ waitingSince }: ConversationRow) =>
    waitingSince === null ? null : now - Date.parse(waitingSince)
  const assigned = ({ assigned: who }: ConversationRow) =>
    who === null ? 'nobody' : who.operatorId === me?.operatorId ? 'mine' : 'others'
  const columns: Column<ConversationRow>[] = [
    {
      id: 'member',
      head: t('support.console.member', { number: '' }),
      cell: ({ number }) => t('support.console.member', { number: String(number) }),
      value: ({ number }) => number,
    },
    {
      id: 'topic',
      head: t('support.console.topic'),
      cell: ({ topic }) => t(`support.console.topic.${topic}`),
      value: ({ topic }) => t(`support.console.topic.${topic}`),
    },
    {
      id: 'lang',
      head: t('support.console.lang'),
      cell: ({ lang }) => LANG_NAMES[lang],
      value: ({ lang }) => LANG_NAMES[lang],
    },
    {
      id: 'unread',
      head: t('support.console.unread'),
      align: 'end',
      cell: ({ unread }) => (unread === 0 ? '' : <Mark tone="brand">{unread}</Mark>),
      value: ({ unread }) => unread,
    },
    {
      id: 'assigned',
      head: t('support.console.assigned'),
      cell: ({ assigned: who }) => (who === null ? '' : <PersonName person={who} />),
      value: assigned,
    },
    {
      id: 'state',
      head: t('support.console.state'),
      cell: ({ state }) => <Mark tone={TONES[state]}>{t(`support.console.state.${state}`)}</Mark>,
      value: ({ state }) => state,
    },
    {
      id: 'waits',
      head: t('support.console.waits'),
      align: 'end',
      cell: (row) => {
        const ms = waits(row)
        return ms === null ? '' : span(ms)
      },
      value: waits,
    },
  ]
  const filters: Filter<ConversationRow>[] = [
    {
      id: 'state',
      label: t('support.console.state'),
      options: CONVERSATION_STATES.map((id) => ({ id, label: t(`support.console.state.${id}`) })),
      of: ({ state }) => state,
    },
    {
      id: 'who',
      label: t('support.console.assigned'),
      options: (['mine', 'nobody', 'others'] as const).map((id) => ({
        id,
        label: t(`support.console.assigned.${id}`),
      })),
      of: assigned,
    },
  ]
  return (
    <Table
      name="support"
      title={t('support.console.title')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (next) => call(listConversations, { query: from(place, next) }))}
      columns={columns}
      filters={filters}
      keyOf={({ memberId }) => memberId}
      sortedBy="-waits"
      wide={query.at !== undefined}
      empty={t('support.console.empty')}
      note={t('support.console.note')}
      hints={[
        { key: 'T', label: t('support.console.key.take') },
        { key: 'R', label: t('support.console.key.reply') },
      ]}
      detail={({ memberId }) => <ThreadPane key={memberId} memberId={memberId} />}
    />
  )
}
