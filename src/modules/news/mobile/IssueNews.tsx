import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { NewsList } from './NewsList.tsx'

/** The news of one issue, on its page. */
export function IssueNews({ code }: { code: string }) {
  const t = useT()
  return (
    <NewsList
      wanted={{ code }}
      empty={
        <Empty
          title={t('news.issue.empty')}
          note={t('news.issue.emptyNote')}
          action={{ label: t('news.toList'), href: paths.news() }}
        />
      }
    />
  )
}
