import { IconChecks, IconSettings } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ICON } from '#ui/icon.ts'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { getMessage, listMessages, readMessages, type MessageView } from '../contract.ts'
import { MESSAGE_GROUPS } from '../model/groups.ts'
import { Message } from './Message.tsx'

const ROWS = 30
const FILTERS = ['all', 'unread', ...MESSAGE_GROUPS] as const
type Filter = (typeof FILTERS)[number]

/** The messages to the member: the list, or the one that the address names. */
export default function MessagesPage({ params: { id } }: ScreenProps<'messages'>) {
  return id === undefined ? <MessageList /> : <Message id={id} />
}

function MessageList() {
  const t = useT()
  const [filter, setFilter] = useState<Filter>('all')
  const newest = useRead(listMessages, { query: { limit: '1' } }, { quiet: true })
  const { run, state } = useWrite(readMessages, { refreshes: [listMessages, getMessage] })
  const last = newest.data?.last ?? null
  const unread = newest.data?.unread ?? 0
  const label = (one: Filter) =>
    one === 'all' || one === 'unread' ? t(`inbox.filter.${one}`) : t(`inbox.group.${one}`)
  return (
    <Page
      nav={
        <NavigationBar
          title={t('inbox.title')}
          actions={
            <>
              {unread > 0 && last !== null && (
                <NavAction
                  icon={<IconChecks {...ICON} />}
                  label={t('inbox.readAll')}
                  onPress={() => {
                    if (state === 'idle') void run({ input: { upTo: last } })
                  }}
                />
              )}
              <NavAction
                icon={<IconSettings {...ICON} />}
                label={t('inbox.settings')}
                href={paths.notifications()}
              />
            </>
          }
        />
      }
      head={
        <section aria-label={t('inbox.filter')} className="bg-surface px-gutter">
          <Chips label={t('inbox.filter')}>
            {FILTERS.map((one) => (
              <Chip key={one} selected={one === filter} onPress={() => setFilter(one)}>
                {label(one)}
                {one === 'unread' && unread > 0 ? ` ${unread}` : ''}
              </Chip>
            ))}
          </Chips>
        </section>
      }
      onRefresh={async () => void (await newest.refetch())}
    >
      <Section flush first label={label(filter)}>
        <Part
          key={filter}
          filter={filter}
          before={undefined}
          empty={
            filter === 'all' ? (
              <Empty
                title={t('inbox.empty')}
                note={t('inbox.emptyNote')}
                action={{ label: t('inbox.emptyAction'), href: paths.market() }}
              />
            ) : (
              <Empty
                title={t('inbox.filtered.empty')}
                action={{ label: t('inbox.filtered.all'), onPress: () => setFilter('all') }}
              />
            )
          }
        />
      </Section>
    </Page>
  )
}

/** Thirty messages, and the part after them when the end of the list comes near. */
function Part({ filter, before, empty }: { filter: Filter; before: string | undefined; empty: ReactNode }) {
  const t = useT()
  const [hasNext, setHasNext] = useState(false)
  const query = {
    limit: String(ROWS),
    ...(before === undefined ? {} : { before }),
    ...(filter === 'all' ? {} : filter === 'unread' ? { status: filter } : { group: filter }),
  }
  const read = useRead(listMessages, { query }, { quiet: true })
  return (
    <Loaded
      read={read}
      skeleton={<Skeleton kind="figure" rows={before === undefined ? 6 : 1} />}
      title={t('inbox.cannotLoad')}
    >
      {({ messages }) =>
        messages.length === 0 && before === undefined ? (
          empty
        ) : (
          <>
            {messages.map((message) => (
              <Line key={message.id} message={message} />
            ))}
            {hasNext && messages.length > 0 ? (
              <Part filter={filter} before={messages.at(-1)!.id} empty={empty} />
            ) : (
              <InfiniteScroll
                hasMore={messages.length === ROWS}
                loading={false}
                onMore={() => setHasNext(true)}
              />
            )}
          </>
        )
      }
    </Loaded>
  )
}

function Line({ message }: { message: MessageView }) {
  const t = useT()
  const f = useFormat()
  const isUnread = message.status === 'unread'
  return (
    <Row href={paths.messages({ id: message.id })}>
      <span className="flex w-full min-w-0 flex-col gap-1 py-2">
        <span className="flex items-center justify-between gap-2">
          <span className={`min-w-0 text-2 ${isUnread ? 'font-strong' : ''}`}>{message.title}</span>
          {isUnread && (
            <span
              className="size-2 shrink-0 rounded-round bg-brand"
              role="img"
              aria-label={t('inbox.unread')}
            />
          )}
        </span>
        <span className="line-clamp-2 text-2 text-grey-1">{message.text}</span>
        <span className="text-1 text-grey-1">
          {t(`inbox.group.${message.group}`)}
          {f.dot}
          {f.dateTime(message.at)}
        </span>
      </span>
    </Row>
  )
}
