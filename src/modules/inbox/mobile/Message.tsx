import { useEffect } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { getMessage, listMessages, readMessage, type MessageView } from '../contract.ts'
import { placeOf } from './place-of.ts'

/** One message in full, and the way to what it tells of. Opening it is reading it. */
export function Message({ id }: { id: string }) {
  const t = useT()
  const read = useRead(getMessage, { params: { id } }, { quiet: true })
  const { run } = useWrite(readMessage, { quiet: true, refreshes: [listMessages] })
  const isUnread = read.data?.status === 'unread'
  useEffect(() => {
    if (isUnread) void run({ params: { id } })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `run` is new at each render; the message is what counts
  }, [isUnread, id])
  return (
    <Page nav={<NavigationBar title={t('inbox.detail')} />}>
      {read.error?.code === 404 ? (
        <Empty title={t('inbox.notFound')} action={{ label: t('inbox.toList'), href: paths.messages() }} />
      ) : (
        <Loaded read={read} skeleton={<Skeleton kind="figure" rows={2} />} title={t('inbox.cannotLoad')}>
          {(message) => <Told message={message} />}
        </Loaded>
      )}
    </Page>
  )
}

function Told({ message }: { message: MessageView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section first>
      <article className="flex flex-col gap-3 pb-4">
        <span className="flex flex-wrap items-center gap-2 text-1 text-grey-1">
          <Tag>{t(`inbox.group.${message.group}`)}</Tag>
          {f.dateTime(message.at)}
        </span>
        <h2 className="text-3 font-strong text-pretty">{message.title}</h2>
        <p className="text-2 whitespace-pre-line">{message.text}</p>
      </article>
      <Button kind="secondary" href={placeOf(message)}>
        {t('inbox.open')}
      </Button>
    </Section>
  )
}
