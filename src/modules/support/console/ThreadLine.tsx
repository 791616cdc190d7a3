import type { MemberId } from '#kernel/id.ts'
import { useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import type { ChatLine } from '../contract.ts'
import { getChatPicture } from '../operator-contract.ts'

/** A line of one side. The member stands at the left, as on the other side of the counter. */
export function ThreadLine({
  line,
  memberId,
  isRead,
}: {
  line: ChatLine
  memberId: MemberId
  isRead: boolean
}) {
  const t = useT()
  const f = useFormat()
  const { by, kind, text, about, operator, desk, at } = line
  if (kind === 'closed')
    return (
      <p className="text-center text-1 text-grey-1">
        {t('support.closed.line', { number: String(operator ?? '') })}{' '}
        <time dateTime={at}>{f.moment(at)}</time>
      </p>
    )
  if (kind === 'about') {
    return (
      <p className="text-center text-1 text-grey-1">
        {about === null ? (
          t('support.aboutGone')
        ) : (
          <>
            {about.title} {about.reference} <Mark tone={about.tone}>{about.status}</Mark>
          </>
        )}
      </p>
    )
  }
  const isMember = by === 'member'
  const who = isMember
    ? t('support.console.by.member')
    : by === 'house'
      ? t('support.console.by.house')
      : t('support.withOperator', { number: String(operator ?? '') })
  return (
    <div className={`flex max-w-4/5 flex-col gap-1 ${isMember ? 'self-start' : 'items-end self-end'}`}>
      <p className="text-1 text-grey-1">
        {who}
        {desk && ` (${t('support.console.by.desk')})`} <time dateTime={at}>{f.moment(at)}</time>
        {!isMember && isRead && ` · ${t('support.console.read')}`}
      </p>
      {kind === 'image' ? (
        <Picture memberId={memberId} imageId={line.imageId!} />
      ) : (
        <p
          className={`rounded-2 px-3 py-2 text-2 break-words whitespace-pre-wrap ${isMember ? 'bg-surface' : 'bg-brand-wash'}`}
        >
          {text}
        </p>
      )}
    </div>
  )
}

/** Fetched when it is asked for: the look is written down. */
function Picture({ memberId, imageId }: { memberId: MemberId; imageId: string }) {
  const t = useT()
  const [wanted, setWanted] = useState(false)
  const read = useRead(
    getChatPicture,
    { params: { id: memberId, imageId } },
    { enabled: wanted, staleTime: Infinity },
  )
  if (read.data !== undefined)
    return (
      <img
        className="max-h-64 max-w-full rounded-2"
        src={`data:image/jpeg;base64,${read.data.jpeg}`}
        alt={t('support.console.picture')}
      />
    )
  return (
    <DeskButton busy={wanted && read.isFetching} onPress={() => setWanted(true)}>
      {t('support.console.showPicture')}
    </DeskButton>
  )
}
