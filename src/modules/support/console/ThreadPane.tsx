import type { MemberId } from '#kernel/id.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { useMe } from '#console/kit/act.ts'
import { pageOfQueue } from '#console/kit/registry.ts'
import { hrefOf } from '#console/kit/address.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { useIsNarrow } from '#console/kit/narrow.ts'
import { Facts, MemberLink, Pane, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { RaiseCase } from '#console/kit/RaiseCase.tsx'
import { listOperators } from '#modules/staff/operator-contract.ts'
import { confirm } from '#ui/confirm.tsx'
import { ErrorState } from '#ui/Empty.tsx'
import type { ChatLine } from '../contract.ts'
import {
  assignConversation,
  closeConversation,
  getConversation,
  listConversations,
  readByOperator,
  type ConversationView,
} from '../operator-contract.ts'
import { Composer } from './Composer.tsx'
import { WaitMark } from './WaitMark.tsx'
import { ThreadLine } from './ThreadLine.tsx'

const PAGE = { limit: '40' }

/**
 * One conversation: what was said, what can be said, and who it is. What the member writes stands here within
 * two seconds.
 */
export function ThreadPane({ memberId }: { memberId: MemberId }) {
  const t = useT()
  const isNarrow = useIsNarrow()
  const read = useRead(
    getConversation,
    { params: { id: memberId }, query: PAGE },
    { poll: 'deskConversation', quiet: true },
  )
  const { data } = read
  if (data === undefined) {
    return (
      <Pane label={t('support.console.log')}>
        {read.error ? (
          <ErrorState onRetry={() => void read.refetch()} />
        ) : (
          <p className="p-4 text-grey-1" role="status">
            {t('ui.loading')}
          </p>
        )}
      </Pane>
    )
  }
  return (
    <div className="desk-thread">
      <div className="flex min-h-0 flex-col">
        <Head thread={data} onDone={() => void read.refetch()} />
        {isNarrow && (
          <details className="border-b border-grey-3 bg-surface">
            <summary className="flex min-h-touch items-center px-4">{t('support.console.context')}</summary>
            <Context thread={data} />
          </details>
        )}
        <Log thread={data} memberId={memberId} />
        <Composer thread={data} onSent={() => void read.refetch()} />
      </div>
      {!isNarrow && <Context thread={data} />}
    </div>
  )
}

function Head({ thread, onDone }: { thread: ConversationView; onDone: () => void }) {
  const t = useT()
  const me = useMe()
  const { memberId, number, assigned, state } = thread
  const assign = useWrite(assignConversation, { refreshes: [listConversations] })
  const close = useWrite(closeConversation, { refreshes: [listConversations] })
  const others = (useRead(listOperators, {}, { quiet: true, staleTime: 60_000 }).data ?? []).filter(
    ({ role, endedAt, operatorId }) =>
      role === 'support' && endedAt === null && operatorId !== assigned?.operatorId,
  )
  const isMine = assigned !== null && assigned.operatorId === me?.operatorId
  const give = async (operatorId: string | null) => {
    if ((await assign.run({ params: { id: memberId }, input: { operatorId } })).ok) onDone()
  }
  const take = () => {
    if (me !== undefined) void give(isMine ? null : me.operatorId)
  }
  const end = async () => {
    if (!(await confirm({ title: t('support.console.close'), body: t('support.console.closeAsk') }))) return
    if ((await close.run({ params: { id: memberId }, input: {} })).ok) onDone()
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-grey-3 bg-surface px-4 py-2">
      <h2 className="text-3 font-strong">
        <MemberLink memberId={memberId}>{t('support.console.member', { number: String(number) })}</MemberLink>
      </h2>
      <Mark tone={state === 'waiting' ? 'warn' : state === 'closed' ? 'grey' : 'brand'}>
        {t(`support.console.state.${state}`)}
      </Mark>
      <span className="text-1">
        <WaitMark {...thread} />
      </span>
      <RaiseCase memberId={memberId} evidence="chat" />
      <span className="flex-1 text-end text-1 whitespace-nowrap text-grey-1">
        {assigned === null ? t('support.console.assigned.nobody') : <PersonName person={assigned} />}
      </span>
      <DeskButton hotkey="t" busy={assign.state !== 'idle'} onPress={take}>
        {t(isMine ? 'support.console.letGo' : 'support.console.take')}
      </DeskButton>
      {others.length > 0 && (
        <select
          className="desk-input"
          aria-label={t('support.console.handTo')}
          value=""
          onChange={(event) => void give(event.target.value)}
        >
          <option value="" disabled>
            {t('support.console.handTo')}
          </option>
          {others.map((each) => (
            <option key={each.operatorId} value={each.operatorId}>
              {t('staff.signer', { role: t(`staff.role.${each.role}`), number: String(each.number) })}
            </option>
          ))}
        </select>
      )}
      {state !== 'closed' && (
        <DeskButton busy={close.state !== 'idle'} onPress={() => void end()}>
          {t('support.console.close')}
        </DeskButton>
      )}
    </div>
  )
}

/** The lines of the conversation, the newest at the end and in sight; a line on screen counts as read. */
function Log({ thread, memberId }: { thread: ConversationView; memberId: MemberId }) {
  const t = useT()
  const [older, setOlder] = useState<readonly ChatLine[]>([])
  const [hasMore, setHasMore] = useState<boolean | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const { run } = useWrite(readByOperator, { quiet: true, refreshes: [listConversations] })
  const lines = [...older.filter(({ id }) => id < (thread.lines[0]?.id ?? '')), ...thread.lines]
  const last = lines.at(-1)?.id
  const isUnread = thread.unread > 0

  useLayoutEffect(() => {
    list.current?.scrollTo(0, list.current.scrollHeight)
  }, [last])
  useEffect(() => {
    if (isUnread && last !== undefined) void run({ params: { id: memberId }, input: { upTo: last } })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `run` is new at each render; what came is what counts
  }, [isUnread, last, memberId])

  const loadOlder = async (): Promise<void> => {
    const page = await call(getConversation, {
      params: { id: memberId },
      query: { ...PAGE, before: lines[0]!.id },
    }).catch(() => null)
    if (page === null) return
    setOlder([...page.lines, ...older])
    setHasMore(page.hasMore)
  }
  return (
    /* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */
    <div
      ref={list}
      className="desk-scroll bg-page px-4 py-3"
      tabIndex={0}
      role="log"
      aria-label={t('support.console.log')}
    >
      {(hasMore ?? thread.hasMore) && (
        <div className="flex justify-center pb-3">
          <DeskButton onPress={() => void loadOlder()}>{t('support.console.older')}</DeskButton>
        </div>
      )}
      <div className="flex flex-col gap-2">
        {lines.map((line) => (
          <ThreadLine
            key={line.id}
            line={line}
            memberId={memberId}
            isRead={thread.readUpTo !== null && line.id <= thread.readUpTo}
          />
        ))}
      </div>
    </div>
  )
}

function Context({ thread: { member, memberId } }: { thread: ConversationView }) {
  const t = useT()
  const f = useFormat()
  return (
    <aside
      className="min-h-0 overflow-auto border-l border-grey-3 bg-surface"
      aria-label={t('support.console.context')}
    >
      <PaneSection title={t('support.console.context')}>
        <Facts
          rows={[
            [t('support.console.level'), t(`identity.level.${member.level}`)],
            [t('support.console.since'), f.day(member.since)],
            [
              t('support.console.frozen'),
              t(member.frozen ? 'support.console.frozen.yes' : 'support.console.frozen.no'),
            ],
          ]}
        />
      </PaneSection>
      <PaneSection title={t('support.console.cases')}>
        {member.cases.length === 0 ? (
          <p className="text-1 text-grey-1">{t('support.console.noCases')}</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {member.cases.map(({ queue, subject, since }) => {
              const page = pageOfQueue(queue)
              return (
                <li key={subject} className="flex justify-between gap-2">
                  {page === undefined ? (
                    <span>{queue}</span>
                  ) : (
                    <a className="desk-link" href={hrefOf(page.name, [], { at: memberId })}>
                      {t(page.title as 'support.console.title')}
                    </a>
                  )}
                  <time className="text-1 text-grey-1" dateTime={since}>
                    {f.moment(since)}
                  </time>
                </li>
              )
            })}
          </ul>
        )}
      </PaneSection>
    </aside>
  )
}
