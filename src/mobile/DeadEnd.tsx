import { IconMapQuestion } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'

/** The page of an unknown address. */
export default function DeadEnd() {
  const t = useT()
  return (
    <Page nav={<NavigationBar title={t('mobile.notFound.title')} />}>
      <Empty
        icon={<IconMapQuestion stroke={1.75} className="size-8" aria-hidden />}
        title={t('mobile.notFound.title')}
        note={t('mobile.notFound.note')}
        action={{ label: t('mobile.toHome'), href: paths.home() }}
      />
    </Page>
  )
}
