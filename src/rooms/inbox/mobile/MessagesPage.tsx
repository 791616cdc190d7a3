import { useEffect, useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { listMessages, readMessages, type MessageView } from '#rooms/inbox/contract.ts'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Section } from '#ui/Section.tsx'

const PAGE = 50

function placeOf(message: MessageView): string | undefined {
  if (message.lotId !== null) return paths.tradeDetail({ lot: message.lotId })
  return message.orderId === null ? undefined : paths.tradeDetail({ order: message.orderId })
}

function Message({ message }: { message: MessageView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Row href={placeOf(message)}>
      <span className="flex w-full flex-col gap-1 py-2">
        <span className="flex items-center justify-between gap-2">
          <span className={message.status === 'unread' ? 'text-2 font-strong' : 'text-2'}>{message.title}</span>
          {message.status === 'unread' && <span className="bg-brand size-2 shrink-0 rounded-full" role="img" aria-label={t('inbox.unread')} />}
        </span>
        <span className="text-2">{message.text}</span>
        <span className="text-grey-1 text-1">{f.dateTime(message.at)}</span>
      </span>
    </Row>
  )
}

export default function MessagesPage(_: ScreenProps<'messages'>) {
  const t = useT()
  const [limit, setLimit] = useState(PAGE)
  const inbox = useRead(listMessages, { query: { limit: String(limit) } }, { keepPrevious: true })
  const { run } = useWrite(readMessages, { quiet: true })
  const newest = inbox.data?.messages[0]
  const unread = newest?.status === 'unread' ? newest.id : null

  // Opening the page is reading it: the marks stay on screen until it is opened again.
  useEffect(() => {
    if (unread !== null) void run({ input: { upTo: unread } })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `run` is new at each render; the message is what counts
  }, [unread])

  return (
    <Page nav={<NavigationBar title={t('inbox.title')} />} onRefresh={async () => void (await inbox.refetch())}>
      <Section flush>
        <Loaded read={inbox} skeleton={<Skeleton kind="lines" rows={6} />}>
          {({ messages }) => messages.length === 0
            ? <Empty title={t('inbox.empty')} note={t('inbox.emptyNote')} />
            : (
              <>
                {messages.map((message) => <Message key={message.id} message={message} />)}
                <InfiniteScroll hasMore={messages.length === limit} loading={inbox.isFetching} onMore={() => setLimit(limit + PAGE)} />
              </>
            )}
        </Loaded>
      </Section>
    </Page>
  )
}
