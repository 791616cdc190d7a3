import { IconLock } from '@tabler/icons-react'
import { paths, type PageName } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'

/** A guest on a page of the member's own things: what needs a login, and the two ways on. */
export default function LoginFirst({ name }: { name: PageName }) {
  const t = useT()
  return (
    <Page nav={<NavigationBar title={t(`mobile.page.${name}`)} />}>
      <Section flush>
        <Empty
          icon={<IconLock stroke={1.75} className="size-8" aria-hidden />}
          title={t('mobile.guest.act', { act: t(`mobile.page.${name}`) })}
          note={t('mobile.guest.free')}
          action={{ label: t('mobile.guest.login'), href: paths.login() }}
        />
        <p className="flex flex-wrap items-center justify-center gap-x-1 pb-6 text-2 text-grey-1">
          {t('mobile.guest.noAccount')}
          <a
            className="grid min-h-touch place-items-center rounded-1 px-1 font-strong text-brand"
            href={paths.register()}
          >
            {t('mobile.guest.register')}
          </a>
        </p>
      </Section>
    </Page>
  )
}
