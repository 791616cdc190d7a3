import { IconChevronDown, IconChevronUp, IconHeadphones, IconScale } from '@tabler/icons-react'
import { useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { ICON, ICON_S } from '#ui/icon.ts'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { SimulatedBadge } from '#ui/SimulatedBadge.tsx'
import { ARTICLE_IDS, GROUPS, type Group } from '../model/articles.ts'
import { searchArticles } from '../model/search.ts'
import { useArticles, type HelpArticle } from './articles.ts'

/** Articles that newcomers and members look for most, in this order. */
const FIRST = ['simulated', 'ticket', 'commission', 'identity', 'deposits', 'withdrawals'] as const

/** The help centre: articles by subject, and a search that starts when a word is settled. */
export default function HelpPage(_: ScreenProps<'help'>) {
  const t = useT()
  const articles = useArticles()
  const [typed, setTyped] = useDraft('query', () => '')
  const [asked, setAsked] = useState(typed)
  const nav = (
    <NavigationBar title={t('help.title')}>
      <SearchField label={t('help.field')} value={typed} onChange={setTyped} onSettled={setAsked} />
      <SimulatedBadge />
    </NavigationBar>
  )
  return (
    <Page nav={nav}>
      {asked.trim() === '' ? (
        <Subjects articles={articles} />
      ) : (
        <Found articles={searchArticles(articles, asked)} query={asked.trim()} />
      )}
      <NextStep />
    </Page>
  )
}

function Found({ articles, query }: { articles: readonly HelpArticle[]; query: string }) {
  const t = useT()
  if (articles.length === 0)
    return (
      <Empty
        title={t('help.none', { query })}
        note={t('help.noneNote')}
        action={{ label: t('help.ask'), href: paths.customerService() }}
      />
    )
  return (
    <Section flush label={t('help.found', { count: articles.length })}>
      <p className="px-gutter py-2 text-1 text-grey-1" role="status">
        {t('help.found', { count: articles.length })}
      </p>
      <Rows articles={articles} />
    </Section>
  )
}

function Rows({ articles }: { articles: readonly HelpArticle[] }) {
  return articles.map(({ id, title }) => <MenuRow key={id} label={title} href={paths.helpArticle({ id })} />)
}

function Subjects({ articles }: { articles: readonly HelpArticle[] }) {
  const t = useT()
  const byId = new Map(articles.map((article) => [article.id, article]))
  return (
    <>
      <Section flush>
        <SectionHead flush title={t('help.first')} />
        <Rows articles={FIRST.map((id) => byId.get(id)!)} />
      </Section>
      <Section flush>
        <SectionHead flush title={t('help.subjects')} />
        {GROUPS.map((group) => (
          <Subject key={group} group={group} articles={ARTICLE_IDS[group].map((id) => byId.get(id)!)} />
        ))}
      </Section>
    </>
  )
}

/** A subject; its articles show when it is pressed. */
function Subject({ group, articles }: { group: Group; articles: readonly HelpArticle[] }) {
  const t = useT()
  const [open, setOpen] = useDraft(`open.${group}`, () => false)
  const Chevron = open ? IconChevronUp : IconChevronDown
  return (
    <>
      <Row onPress={() => setOpen(!open)} expanded={open} className="min-h-row-1! gap-3 py-2">
        <span className="min-w-0 grow text-2 font-strong">{t(`help.group.${group}`)}</span>
        <span className="text-1 text-grey-1">{t('help.count', { count: articles.length })}</span>
        <Chevron {...ICON_S} className="size-5 shrink-0 text-grey-1" />
      </Row>
      {open && (
        <div className="bg-sunk">
          <Rows articles={articles} />
        </div>
      )}
    </>
  )
}

/** The way on for whoever has not found an answer. */
export function NextStep() {
  const t = useT()
  return (
    <Section flush>
      <SectionHead flush title={t('help.next')} />
      <MenuRow icon={<IconHeadphones {...ICON} />} label={t('help.ask')} href={paths.customerService()} />
      <MenuRow
        icon={<IconScale {...ICON} />}
        label={t('help.complain')}
        href={paths.webview({ document: 'complaints' })}
      />
    </Section>
  )
}
