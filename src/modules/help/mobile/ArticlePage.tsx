import { wallNow } from '#client/clock.ts'
import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useLang, useT } from '#client/texts.ts'
import { dateJst } from '#kernel/time.ts'
import { blocksOf, fill } from '#modules/legal/model/text.ts'
import { useFee, useLimits } from '#modules/schedules/mobile/public.ts'
import { titleKey, type PageName } from '#registry/pages.ts'
import { BlockView } from '#ui/BlockView.tsx'
import { Empty } from '#ui/Empty.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ARTICLES } from '../model/articles.ts'
import { helpFigures } from '../model/figures.ts'
import { useArticles, type HelpArticle } from './articles.ts'
import { NextStep } from './HelpPage.tsx'

/** One article: the answer first, then what belongs to it, and where to go on. */
export default function ArticlePage({ params }: ScreenProps<'helpArticle'>) {
  const t = useT()
  const articles = useArticles()
  const article = articles.find(({ id }) => id === params.id)
  return (
    <Page nav={<NavigationBar title={t('help.title')} />}>
      {article === undefined ? (
        <Empty
          title={t('help.unknown')}
          note={t('help.unknownNote')}
          action={{ label: t('help.all'), href: paths.help() }}
        />
      ) : (
        <>
          <Words article={article} />
          <Section flush>
            <SectionHead flush title={t('help.screens')} />
            {ARTICLES[article.id].screens.map((name) => (
              <ScreenRow key={name} name={name} />
            ))}
          </Section>
          <Section flush>
            <SectionHead flush title={t('help.related')} />
            {ARTICLES[article.id].related.map((id) => (
              <MenuRow
                key={id}
                label={articles.find((each) => each.id === id)!.title}
                href={paths.helpArticle({ id })}
              />
            ))}
            <MenuRow label={t('help.all')} href={paths.help()} />
          </Section>
          <NextStep />
        </>
      )}
    </Page>
  )
}

const ScreenRow = ({ name }: { name: PageName }) => (
  <MenuRow label={useT()(titleKey(name))} href={paths[name]()} />
)

/** The words with today's figures in their places; until these are known, only the title stands. */
function Words({ article }: { article: HelpArticle }) {
  const lang = useLang()
  const [fee, limits] = [useFee(), useLimits()]
  const figures = fee !== null && limits !== null ? helpFigures(dateJst(wallNow()), fee, limits) : null
  return (
    <Section>
      <h2 className="pt-1 text-3 font-strong">{article.title}</h2>
      {figures === null ? (
        <Skeleton kind="lines" rows={6} />
      ) : (
        <>
          <p className="my-2 rounded-2 bg-brand-wash px-3 py-2 text-2 leading-relaxed font-strong">
            {fill(article.answer, figures, lang)}
          </p>
          {blocksOf(`\n${fill(article.body, figures, lang)}`).map((block) => (
            <BlockView key={JSON.stringify(block)} block={block} />
          ))}
        </>
      )}
    </Section>
  )
}
