import { IconClockPause, IconMapQuestion } from '@tabler/icons-react'
import { paths, type PageName } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'

/** Where a way ends: an address that no page has (`null`), or a page that is not built. */
export default function DeadEnd({ name }: { name: PageName | null }) {
  return name === null ? <NotFound /> : <NotOpen name={name} />
}

const LARGE = { stroke: 1.75, className: 'size-8', 'aria-hidden': true } as const

/** No page has this address. */
function NotFound() {
  const t = useT()
  return (
    <Page nav={<NavigationBar title={t('mobile.notFound.title')} />}>
      <Empty icon={<IconMapQuestion {...LARGE} />} title={t('mobile.notFound.title')} note={t('mobile.notFound.note')} action={{ label: t('mobile.toHome'), href: paths.home() }} />
    </Page>
  )
}

/** A page of the plan that nobody has built yet: it says so, and pretends nothing. */
function NotOpen({ name }: { name: PageName }) {
  const t = useT()
  return (
    <Page nav={<NavigationBar title={t(`mobile.page.${name}`)} />}>
      <Empty
        icon={<IconClockPause {...LARGE} />} title={t('mobile.notOpen.title')} note={t('mobile.notOpen.note')}
        {...(name === 'home' ? {} : { action: { label: t('mobile.toHome'), href: paths.home() } })}
      />
    </Page>
  )
}
