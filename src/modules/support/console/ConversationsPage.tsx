import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { useMe } from '#console/kit/act.ts'
import { setQuery, useAddress } from '#console/kit/address.ts'
import { useNow } from '#console/kit/age.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { PersonName } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { Table, type Column, type Filter } from '#console/kit/Table.tsx'
import { LANG_NAMES } from '#i18n/lang.ts'
import { MINUTE } from '#kernel/time.ts'
import { listQueues } from '#modules/staff/operator-contract.ts'
import { ANSWER_TARGET } from '../model/answer-time.ts'
import { OFFICE } from '../model/office.ts'
import {
  CONVERSATION_OF,
  CONVERSATION_STATES,
  listConversations,
  takeNextConversation,
  type ConversationRow,
} from '../operator-contract.ts'
import { ThreadPane } from './ThreadPane.tsx'
import { WaitMark } from './WaitMark.tsx'

const TONES = { waiting: 'warn', open: 'brand', closed: 'grey' } as const

/** Conversations, who waits longest first; one opened beside them. The list has no word of any. */
export default function ConversationsPage() {
  const t = useT()
  const me = useMe()
  const now = useNow()
  const f = useFormat()
  const { query } = useAddress()
  const place = usePlace()
  const asked = {
    ...place,
    ...chosenIn('state', CONVERSATION_STATES, query),
    ...chosenIn('who', CONVERSATION_OF, query),
  }
  const read = useRead(listConversations, { query: asked }, { poll: 'deskQueue', keepPrevious: true })
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
      id: 'answerBy',
      spare: true,
      head: t('support.console.answerBy'),
      align: 'end',
      cell: ({ answerBy }) => (answerBy === null ? '' : f.time(answerBy)),
      value: ({ answerBy }) => answerBy,
    },
    {
      id: 'waits',
      head: t('support.console.waits'),
      align: 'end',
      cell: (row) => <WaitMark {...row} />,
      value: waits,
    },
  ]
  const filters: Filter<ConversationRow>[] = [
    {
      id: 'state',
      label: t('support.console.state'),
      options: CONVERSATION_STATES.map((id) => ({
        id,
        label: t(`support.console.state.${id}`),
        count: undefined,
      })),
      of: ({ state }) => state,
    },
    {
      id: 'who',
      label: t('support.console.assigned'),
      options: CONVERSATION_OF.map((id) => ({
        id,
        label: t(`support.console.assigned.${id}`),
        count: undefined,
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
      paging={pagingOf(read.data, (next) => call(listConversations, { query: from(asked, next) }))}
      columns={columns}
      filters={filters}
      keyOf={({ memberId }) => memberId}
      sortedBy="-waits"
      wide={query.at !== undefined}
      empty={t('support.console.empty')}
      note={`${t('support.console.target.note', { minutes: ANSWER_TARGET / MINUTE, ...OFFICE })} ${t('support.console.note')}`}
      actions={<TakeNext />}
      hints={[
        { key: 'N', label: t('support.console.takeNext') },
        { key: 'T', label: t('support.console.key.take') },
        { key: 'R', label: t('support.console.key.reply') },
      ]}
      opened={(memberId) => <ThreadPane key={memberId} memberId={memberId} />}
      detail={({ memberId }) => <ThreadPane key={memberId} memberId={memberId} />}
    />
  )
}

/** The filter of the address, where it is one that there is. */
function chosenIn<const Name extends string, Option extends string>(
  name: Name,
  options: readonly Option[],
  query: Readonly<Record<string, string>>,
): { [key in Name]?: Option } {
  const found = options.find((option) => option === query[name])
  return found === undefined ? {} : ({ [name]: found } as { [key in Name]?: Option })
}

/** Takes and opens the conversation that waits longest and that nobody works on. */
function TakeNext() {
  const t = useT()
  const take = useWrite(takeNextConversation, { refreshes: [listConversations, listQueues] })
  const next = async () => {
    const taken = await take.run({ input: {} })
    if (taken.ok) setQuery({ at: taken.data.memberId })
  }
  return (
    <DeskButton look="primary" hotkey="n" busy={take.state !== 'idle'} onPress={() => void next()}>
      {t('support.console.takeNext')}
    </DeskButton>
  )
}
