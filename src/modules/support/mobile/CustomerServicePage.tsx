import { IconDownload, IconExternalLink, IconHeadphones, IconShieldLock } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { refresh } from '#client/reads.ts'
import { saveFile } from '#client/save-file.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useUploads } from '#client/upload.ts'
import { useWrite } from '#client/use-write.ts'
import { exportChat, getChat, sendLine } from '#modules/support/contract.ts'
import { Empty } from '#ui/Empty.tsx'
import { ICON, ICON_XS } from '#ui/icon.ts'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { scrollerOf } from '#ui/scroller.ts'
import { SimulatedBadge } from '#ui/SimulatedBadge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { Composer } from './Composer.tsx'
import { Lines, Mine } from './Lines.tsx'
import { useChat } from './use-chat.ts'

type Office = { from: string; to: string; isOpen: boolean; desk: boolean }

export default function CustomerServicePage({ params }: ScreenProps<'customerService'>) {
  const t = useT()
  const { newest, lines, hasMore, isLoadingOlder, loadOlder, typing } = useChat(params.about)
  const [sending, setSending] = useState<string | null>(null)
  const { run } = useWrite(sendLine, { refreshes: [getChat] })
  const pictures = useUploads('chat', () => refresh(getChat))
  const list = useStayAtEnd(lines[0]?.id, `${lines.at(-1)?.id} ${sending} ${typing}`)

  const onSend = async (text: string): Promise<boolean> => {
    setSending(text)
    const { ok } = await run({ input: { text } })
    setSending(null)
    return ok
  }
  const save = async (): Promise<void> => {
    // A failure has been said by the call.
    const file = await call(exportChat).catch(() => null)
    if (file === null) return
    saveFile(file.name, new Blob([file.text], { type: 'text/plain;charset=utf-8' }))
    toast(t('support.exported'), { kind: 'ok' })
  }
  return (
    <Page
      nav={
        <NavigationBar
          title={t('support.title')}
          actions={
            <NavAction
              icon={<IconDownload {...ICON} />}
              label={t('support.export')}
              onPress={() => void save()}
            />
          }
        >
          <Who operator={newest.data?.operator ?? null} office={newest.data?.office} />
        </NavigationBar>
      }
      footer={<Composer onSend={onSend} sending={sending !== null} pictures={pictures} />}
    >
      <Loaded read={newest} skeleton={<Skeleton kind="lines" rows={6} />}>
        {({ readUpTo, chatUrl }) => (
          <div ref={list} className="flex min-h-full flex-col">
            {chatUrl !== null && (
              <MenuRow icon={<IconExternalLink {...ICON} />} label={t('support.outside')} href={chatUrl} />
            )}
            {hasMore && <InfiniteScroll hasMore loading={isLoadingOlder} onMore={() => void loadOlder()} />}
            <p className="flex gap-2 px-gutter pt-3 text-1 text-grey-1">
              <IconShieldLock {...ICON_XS} />
              {t('support.safety')}
            </p>
            {lines.length === 0 && sending === null && (
              <div className="m-4 overflow-hidden rounded-2">
                <Empty
                  icon={<IconHeadphones stroke={1.75} className="size-8" aria-hidden />}
                  title={t('support.emptyTitle')}
                  note={t(newest.data?.office.desk ? 'support.emptyNoteDesk' : 'support.emptyNote')}
                />
              </div>
            )}
            <div role="log" aria-label={t('support.log')} className="flex grow flex-col gap-3 px-gutter py-3">
              <Lines lines={lines} readUpTo={readUpTo} />
              {sending !== null && <Mine foot={t('support.sending')}>{sending}</Mine>}
              {typing !== null && (
                <p className="pl-10 text-1 text-grey-1">
                  {t('support.typing', { number: String(typing) })} <span aria-hidden>•••</span>
                </p>
              )}
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** The operator who answers, and the hours when somebody is there. */
function Who({ operator, office }: { operator: number | null; office: Office | undefined }) {
  const t = useT()
  const f = useFormat()
  return (
    <div className="min-w-0 grow">
      <p className="flex items-center gap-2">
        <span className="min-w-0 truncate text-3 font-strong" aria-hidden>
          {operator === null ? t('support.title') : t('support.withOperator', { number: String(operator) })}
        </span>
        <SimulatedBadge />
      </p>
      {office && (
        <p className="flex items-center gap-1 text-1 text-grey-1">
          <span
            className={`size-2 shrink-0 rounded-round ${office.isOpen ? 'bg-ok' : office.desk ? 'bg-warn-line' : 'bg-grey-2'}`}
            aria-hidden
          />
          <span className="leading-3.5">
            {t(office.isOpen ? 'support.open' : office.desk ? 'support.closedDesk' : 'support.closed')}
            {f.dot}
            {t('support.hours', { from: office.from, to: office.to })}
          </span>
        </p>
      )}
    </div>
  )
}

/**
 * Keeps the end in sight when something is said, and what is read in its place when older lines come before
 * it.
 */
function useStayAtEnd(first: string | undefined, end: string) {
  const list = useRef<HTMLDivElement>(null)
  const seen = useRef<{ first: string | undefined; height: number }>({ first: undefined, height: 0 })
  useLayoutEffect(() => {
    const scroller = list.current && scrollerOf(list.current)
    if (!scroller) return
    if (seen.current.first !== undefined && first !== seen.current.first)
      scroller.scrollBy(0, scroller.scrollHeight - seen.current.height)
    seen.current = { first, height: scroller.scrollHeight }
  }, [first])
  useLayoutEffect(() => {
    const scroller = list.current && scrollerOf(list.current)
    if (!scroller) return
    scroller.scrollTo(0, scroller.scrollHeight)
    seen.current.height = scroller.scrollHeight
  }, [end])
  return list
}
