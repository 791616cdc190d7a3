import type { ScreenProps } from '#client/screens.ts'
import { replaceToken } from '#client/call.ts'
import { forgetDeviceKey } from '#client/device-key.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { session } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { logout } from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { toast } from '#ui/toast.tsx'

export default function LogoutPage(_: ScreenProps<'logout'>) {
  const t = useT()
  const write = useWrite(logout)

  /** The device forgets the session even when the server could not be told: the member asked to leave. */
  async function leave() {
    await replaceToken(async () => {
      await write.run({})
      await forgetDeviceKey()
      session.clear()
    })
    toast(t('identity.logout.done'), { kind: 'ok' })
    navigate.tab(paths.home())
  }

  return (
    <Page nav={<NavigationBar title={t('identity.logout.title')} />}>
      <Section>
        <div className="flex flex-col gap-4 py-3">
          <p className="text-3 font-strong">{t('identity.logout.lead')}</p>
          <p className="text-grey-1">{t('identity.logout.note')}</p>
          <div className="flex gap-2">
            <Button kind="neutral" onPress={() => navigate.back()}>
              {t('ui.cancel')}
            </Button>
            <Button kind="danger" state={write.state} onPress={() => void leave()}>
              {t('identity.logout.submit')}
            </Button>
          </div>
        </div>
      </Section>
    </Page>
  )
}
