import { IconNews } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'

/** The news tab, before there is a news room: nothing is published, and it says so. */
export default function NewsPage(_: ScreenProps<'news'>) {
  const t = useT()
  return (
    <Page nav={<NavigationBar title={t('mobile.page.news')} />}>
      <Empty
        icon={<IconNews stroke={1.75} className="size-8" aria-hidden />} title={t('mobile.news.title')} note={t('mobile.news.note')}
        action={{ label: t('mobile.news.toMarket'), href: paths.market() }}
      />
    </Page>
  )
}
