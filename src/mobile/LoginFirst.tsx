import { titleKey, type PageName } from '#registry/pages.ts'
import { useT } from '#client/texts.ts'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'

/** A guest on a page of the member's own things. */
export default function LoginFirst({ name }: { name: PageName }) {
  const t = useT()
  const act = t(titleKey(name))
  return (
    <Page nav={<NavigationBar title={act} />}>
      <Section flush>
        <LoginInvitation why={t('mobile.guest.act', { act })} note={t('mobile.guest.free')} />
      </Section>
    </Page>
  )
}
