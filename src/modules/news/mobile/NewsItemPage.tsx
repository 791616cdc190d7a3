import { IconExternalLink, IconNews } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useIssueBeside } from '#modules/market/mobile/public.ts'
import { Empty } from '#ui/Empty.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { getNews, type NewsView } from '../contract.ts'
import { NewsHead, NewsIssues } from './NewsLine.tsx'

/**
 * One piece of news. What a feed sends is text, and its link leads to the feed's own host, in a tab that
 * knows nothing of this one.
 */
export default function NewsItemPage({ params: { id } }: ScreenProps<'newsItem'>) {
  const t = useT()
  return (
    <Page nav={<NavigationBar title={t('news.detail')} />}>
      {id === undefined ? <NotFound /> : <Item id={id} />}
    </Page>
  )
}

function Item({ id }: { id: string }) {
  const t = useT()
  const read = useRead(getNews, { params: { id } }, { quiet: true })
  useIssueBeside(read.data && (read.data.issues[0]?.code ?? null))
  if (read.error?.code === 404) return <NotFound />
  return (
    <Loaded read={read} skeleton={<Skeleton kind="figure" rows={3} />} title={t('news.cannotLoad')}>
      {(news) => <Story news={news} />}
    </Loaded>
  )
}

function Story({ news }: { news: NewsView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section first>
      {news.correctedBy.map(({ id, at, title }) => (
        <Notice
          key={id}
          tone="warn"
          title={t('news.correctedBy', { at: Date.parse(at) })}
          note={title}
          href={paths.newsItem({ id })}
        />
      ))}
      {news.corrects !== null && (
        <Notice
          tone="info"
          title={t('news.corrects')}
          note={`${f.day(news.corrects.at)} ${news.corrects.title}`}
          href={paths.newsItem({ id: news.corrects.id })}
        />
      )}
      <article className="flex flex-col gap-3" lang={news.lang ?? undefined}>
        <NewsHead news={news} />
        <h2 className="text-3 font-strong text-pretty">{news.title}</h2>
        <p className="text-2 whitespace-pre-line">{news.text}</p>
        <NewsIssues issues={news.issues} at={news.at} />
      </article>
      {news.kind === 'article' && <p className="text-1 text-grey-1">{t('news.articleNote')}</p>}
      {news.simulated && (
        <p className="text-1 text-grey-1">
          {f.sentences(t('news.simulatedNote'), ...(news.issues.length > 0 ? [t('news.changeNow')] : []))}
        </p>
      )}
      {news.source !== null && (
        <p className="text-1 text-grey-1">{t('news.feedNote', { source: news.source })}</p>
      )}
      {news.link !== null && (
        <p className="pt-3">
          <a
            className="pressable inline-flex min-h-touch items-center gap-2 rounded-1 text-2 font-strong text-brand"
            href={news.link.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            referrerPolicy="no-referrer"
          >
            {t('news.open', { host: news.link.host })}
            <IconExternalLink {...ICON_S} />
          </a>
          <span className="block text-1 text-grey-1">{t('news.openNote')}</span>
        </p>
      )}
    </Section>
  )
}

function NotFound() {
  const t = useT()
  return (
    <Empty
      icon={<IconNews stroke={1.75} className="size-8" aria-hidden />}
      title={t('news.notFound')}
      note={t('news.notFoundNote')}
      action={{ label: t('news.toList'), href: paths.news() }}
    />
  )
}
