import { useT, useFormat } from '#client/texts.ts'
import { wallNow } from '#client/clock.ts'
import { Tag } from '#ui/Tag.tsx'
import type { WrittenKind } from '../model/kinds.ts'

type Props = {
  kind: WrittenKind
  lang: string
  words: { title: string; text: string }
  issues: readonly string[]
  corrects: string | null
}

/** The page of one piece of news, as wide as the narrowest phone: what members read, mark included. */
export function PhonePreview({ kind, lang, words: { title, text }, issues, corrects }: Props) {
  const t = useT()
  const f = useFormat()
  return (
    <div className="w-80 max-w-full rounded-2 border border-grey-3 bg-page py-2">
      {corrects !== null && (
        <p className="mb-2 bg-brand-wash px-4 py-3 text-2 font-strong">
          {t('news.corrects')}
          <span className="block text-1 font-regular text-grey-1">{corrects}</span>
        </p>
      )}
      <article className="flex flex-col gap-3 bg-surface px-4 py-3" lang={lang}>
        <span className="flex flex-wrap items-center gap-2 text-1 text-grey-1">
          <Tag tone={kind === 'notice' ? 'brand' : 'grey'}>{t(`news.kind.${kind}`)}</Tag>
          <span>
            {f.clock(wallNow())}・{t('news.signed')}
          </span>
        </span>
        <p className="text-3 font-strong text-pretty">{title}</p>
        <p className="text-2 break-words whitespace-pre-line">{text}</p>
        {issues.length > 0 && (
          <p className="flex flex-wrap gap-2">
            {issues.map((code) => (
              <span key={code} className="rounded-1 bg-page px-3 py-2 text-2">
                {code}
              </span>
            ))}
          </p>
        )}
        {kind === 'article' && <p className="text-1 text-grey-1">{t('news.articleNote')}</p>}
      </article>
    </div>
  )
}
