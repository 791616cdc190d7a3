import { wallNow } from '#client/clock.ts'
import { paths } from '#client/paths.ts'
import { direction } from '#i18n/format.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Tag } from '#ui/Tag.tsx'
import type { NewsRow } from '../contract.ts'
import { isWritten } from '../model/kinds.ts'

const COLOURS = { up: 'text-up', down: 'text-down', flat: 'text-flat' } as const
const isToday = (day: (at: string | number) => string, at: string) => day(at) === day(wallNow())

/** Kind, time and where it is from. */
export function NewsHead({ news }: { news: Pick<NewsRow, 'kind' | 'at' | 'source' | 'corrected'> }) {
  const t = useT()
  const f = useFormat()
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-1 text-grey-1">
      <Tag tone={news.kind === 'notice' ? 'brand' : 'grey'}>{t(`news.kind.${news.kind}`)}</Tag>
      {news.corrected && <Tag tone="warn">{t('news.corrected')}</Tag>}
      <span>
        {isToday(f.day, news.at) ? f.clock(news.at) : f.dateTime(news.at)}
        {news.source !== null && `${f.dot}${news.source}`}
        {isWritten(news.kind) && `${f.dot}${t('news.signed')}`}
      </span>
    </span>
  )
}

/** The issues that it is about; with the change of the day where it is of that day too. */
export function NewsIssues({ issues, at }: Pick<NewsRow, 'issues' | 'at'>) {
  const f = useFormat()
  if (issues.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 pb-3">
      {issues.map(({ code, name, changeBp }) => (
        <li key={code}>
          <a
            className="pressable flex min-h-touch items-center gap-2 rounded-1 bg-page px-3 text-2"
            href={paths.stock({ code })}
          >
            <span>{name}</span>
            {isToday(f.day, at) && (
              <span className={`font-strong ${COLOURS[direction(changeBp)]}`}>
                {f.signedPercent(changeBp)}
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** One piece of news in a list: its headline leads to the text, its issues to their pages. */
export function NewsLine({ news }: { news: NewsRow }) {
  return (
    <article className="row">
      <div className="hairline block w-full">
        <a
          className="pressable flex min-h-row flex-col gap-1 rounded-1 pt-3 pb-2"
          href={paths.newsItem({ id: news.id })}
        >
          <NewsHead news={news} />
          <h2 className="text-2 font-strong text-pretty">{news.title}</h2>
        </a>
        <NewsIssues issues={news.issues} at={news.at} />
      </div>
    </article>
  )
}
