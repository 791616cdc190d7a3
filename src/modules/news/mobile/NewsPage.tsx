import { IconBell, IconBriefcase, IconNews, IconSearch, IconStar } from '@tabler/icons-react'
import { useState } from 'react'
import { useMember } from '#client/member.ts'
import { paths } from '#client/paths.ts'
import { refresh } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { useUnread } from '#modules/inbox/mobile/public.ts'
import { Empty } from '#ui/Empty.tsx'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { ICON } from '#ui/icon.ts'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { listFavouriteNews, listHeldNews, listNews } from '../contract.ts'
import { NewsList } from './NewsList.tsx'

const TABS = ['all', 'holdings', 'favourites', 'disclosure', 'market', 'notice', 'article', 'feed'] as const
type Tab = (typeof TABS)[number]
const LARGE = { stroke: 1.75, className: 'size-8', 'aria-hidden': true } as const

/**
 * The news tab: disclosures, the market, notices of the firm and news from outside, all with their time and
 * where they are from.
 */
export default function NewsPage(_: ScreenProps<'news'>) {
  const t = useT()
  const { isLogin } = useMember()
  const unread = useUnread()
  const [tab, setTab] = useState<Tab>('all')
  return (
    <Page
      nav={
        <NavigationBar
          title={t('news.title')}
          actions={
            <>
              <NavAction icon={<IconSearch {...ICON} />} label={t('home.search')} href={paths.search()} />
              <NavAction
                icon={<IconBell {...ICON} />}
                label={t('inbox.title')}
                badge={unread > 0}
                href={paths.messages()}
              />
            </>
          }
        />
      }
      head={
        <section aria-label={t('news.tabs')}>
          <Tabs
            label={t('news.tabs')}
            tabs={TABS.map((id) => ({ id, label: t(`news.tab.${id}`) }))}
            value={tab}
            onChange={setTab}
          />
        </section>
      }
      onRefresh={async () => {
        refresh(listNews)
        refresh(listFavouriteNews)
        refresh(listHeldNews)
      }}
    >
      <Section flush first label={t(`news.tab.${tab}`)}>
        {(tab === 'favourites' || tab === 'holdings') && !isLogin ? (
          <LoginInvitation why={t(`news.${tab}.login`)} />
        ) : (
          <NewsList
            key={tab}
            wanted={
              tab === 'all' ? {} : tab === 'favourites' || tab === 'holdings' ? { own: tab } : { kind: tab }
            }
            empty={
              tab === 'holdings' ? (
                <Empty
                  icon={<IconBriefcase {...LARGE} />}
                  title={t('news.holdings.empty')}
                  note={t('news.holdings.emptyNote')}
                  action={{ label: t('news.favourites.find'), href: paths.search() }}
                />
              ) : tab === 'favourites' ? (
                <Empty
                  icon={<IconStar {...LARGE} />}
                  title={t('news.favourites.empty')}
                  note={t('news.favourites.emptyNote')}
                  action={{ label: t('news.favourites.find'), href: paths.search() }}
                />
              ) : (
                <Empty
                  icon={<IconNews {...LARGE} />}
                  title={t('news.empty')}
                  note={t('news.emptyNote')}
                  action={{ label: t('news.toMarket'), href: paths.market() }}
                />
              )
            }
          />
        )}
      </Section>
    </Page>
  )
}
