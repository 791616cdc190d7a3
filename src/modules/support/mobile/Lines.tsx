import { IconHeadphones, IconShieldCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { usePicture } from '#client/upload.ts'
import type { AboutCard, ChatLine } from '#modules/support/contract.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { ICON, ICON_S } from '#ui/icon.ts'
import { Tag } from '#ui/Tag.tsx'
import { byDay } from './lines.ts'

const BUBBLE = 'rounded-2 px-3 py-2 text-2 break-words whitespace-pre-wrap'

/** `readUpTo`: the operators have read the member's lines up to this one. */
export function Lines({ lines, readUpTo }: { lines: readonly ChatLine[]; readUpTo: string | null }) {
  const f = useFormat()
  return byDay(lines).map(({ date, at, lines: ofDay }) => (
    <div key={date} className="flex flex-col gap-3">
      <p className="pt-1 text-center text-1 text-grey-1">{f.date(at)}</p>
      {ofDay.map((line) => (
        <Line key={line.id} line={line} isRead={readUpTo !== null && line.id <= readUpTo} />
      ))}
    </div>
  ))
}

function Line({ line, isRead }: { line: ChatLine; isRead: boolean }) {
  const t = useT()
  const f = useFormat()
  if (line.kind === 'about') return <Card about={line.about} />
  if (line.kind === 'closed')
    return (
      <p className="text-center text-1 text-grey-1">
        {t('support.closed.line', { number: String(line.operator ?? '') })}
      </p>
    )
  const said = line.kind === 'image' ? <Picture id={line.imageId!} /> : line.text
  if (line.by === 'member') {
    return (
      <Mine
        foot={
          <>
            {isRead && <span>{t('support.read')}</span>}
            <time dateTime={line.at}>{f.clock(line.at)}</time>
          </>
        }
        bare={line.kind === 'image'}
      >
        {said}
      </Mine>
    )
  }
  return (
    <div className="flex items-start gap-2">
      <span className="grid size-8 shrink-0 place-items-center rounded-round bg-brand-wash text-brand">
        <IconHeadphones {...ICON_S} />
      </span>
      <div className="flex min-w-0 grow items-end gap-2">
        <div className="max-w-4/5 min-w-0">
          <p className={`bg-surface ${BUBBLE}`}>
            <span className="sr-only">
              {t('support.withOperator', { number: String(line.operator ?? '') })}:{' '}
            </span>
            {said}
          </p>
          {line.desk && <p className="pt-1 text-1 text-grey-1">{t('support.desk')}</p>}
        </div>
        <time className={`shrink-0 text-1 text-grey-1 ${line.desk ? 'pb-5' : ''}`} dateTime={line.at}>
          {f.clock(line.at)}
        </time>
      </div>
    </div>
  )
}

/** A line that the member said; `bare` without a bubble (a picture). */
export function Mine({ children, foot, bare }: { children: ReactNode; foot: ReactNode; bare?: boolean }) {
  const t = useT()
  return (
    <div className="flex items-end justify-end gap-2">
      <span className="flex shrink-0 flex-col items-end text-1 text-grey-1">{foot}</span>
      <div className={`max-w-3/4 min-w-0 ${bare ? '' : `bg-brand text-on-brand ${BUBBLE}`}`}>
        <span className="sr-only">{t('support.you')}: </span>
        {children}
      </div>
    </div>
  )
}

function Picture({ id }: { id: string }) {
  const t = useT()
  const { src, missing } = usePicture('chat', id)
  if (missing)
    return <span className={`block bg-surface text-grey-1 ${BUBBLE}`}>{t('support.imageMissing')}</span>
  return src === null ? (
    <span className="bone block h-32 w-44 rounded-2" />
  ) : (
    <img src={src} alt={t('support.imageOf')} className="max-h-64 min-h-12 max-w-full rounded-2" />
  )
}

/** The subject of the conversation, as things stand now, with the way to where it is dealt with. */
function Card({ about }: { about: AboutCard | null }) {
  const t = useT()
  if (about === null) return <p className="text-center text-1 text-grey-1">{t('support.aboutGone')}</p>
  return (
    <section aria-label={`${about.title} ${about.reference}`} className="rounded-2 bg-surface p-3">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-1">
        <h2 className="text-2 font-strong">
          {about.title} {about.reference}
        </h2>
        <Tag tone={about.tone}>{about.status}</Tag>
      </div>
      <DefinitionList>
        {about.rows.map(({ label, value }) => (
          <DefinitionRow key={label} label={label}>
            <span className="font-strong">{value}</span>
          </DefinitionRow>
        ))}
      </DefinitionList>
      <div className="flex pt-2">
        <Button kind="secondary" href={paths[about.page](about.page === 'realName' ? {} : { id: about.id })}>
          <IconShieldCheck {...ICON} />
          {about.action}
        </Button>
      </div>
    </section>
  )
}
