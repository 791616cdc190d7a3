import { IconFingerprint, IconShieldLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { getSecurity } from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { toast } from '#ui/toast.tsx'
import { passkeyLater, toWhereOneWas } from './enter.ts'
import { FactorChangeFields, useAddPasskey, useFactorChange } from './factor-change.tsx'
import { SessionStepUp } from './SessionStepUp.tsx'

const LARGE = { stroke: 1.75, className: 'size-8', 'aria-hidden': true } as const

/** Between the password and where one was: the second factor, or the offer of one. */
export default function AfterLoginPage(_: ScreenProps<'afterLogin'>) {
  const t = useT()
  const security = useRead(getSecurity, {})
  return (
    <Page nav={<NavigationBar title={t('identity.afterLogin.title')} />}>
      <Loaded read={security} skeleton="lines">
        {(data) =>
          data.passkeys.length > 0 || data.totp ? (
            <Section>
              <Head
                icon={<IconShieldLock {...LARGE} />}
                title={t('identity.afterLogin.confirm')}
                note={t(
                  data.demo ? 'identity.afterLogin.confirmNoteDemo' : 'identity.afterLogin.confirmNote',
                )}
              />
              <SessionStepUp security={data} onDone={toWhereOneWas} />
              <div className="flex pt-2">
                <Button kind="neutral" onPress={toWhereOneWas}>
                  {t('identity.afterLogin.later')}
                </Button>
              </div>
            </Section>
          ) : (
            <Offer />
          )
        }
      </Loaded>
    </Page>
  )
}

function Head({ icon, title, note }: { icon: ReactNode; title: string; note: string }) {
  return (
    <div className="flex flex-col items-center gap-2 py-6 text-center text-balance">
      <span className="bg-brand-wash text-brand grid size-18 place-items-center rounded-round">{icon}</span>
      <h2 className="text-3 font-strong pt-2">{title}</h2>
      <p className="text-grey-1 text-2">{note}</p>
    </div>
  )
}

/** A passkey on this device, offered at the first login. */
function Offer() {
  const t = useT()
  const change = useFactorChange()
  const passkey = useAddPasskey(change)
  async function add() {
    if (!(await passkey.add(''))) return
    toast(t('identity.passkey.added'), { kind: 'ok' })
    toWhereOneWas()
  }
  return (
    <Section>
      <Head
        icon={<IconFingerprint {...LARGE} />}
        title={t('identity.afterLogin.offer')}
        note={t('identity.afterLogin.offerNote')}
      />
      <FactorChangeFields change={change} />
      <div className="flex flex-col gap-2">
        <div className="flex">
          <Button state={passkey.state} onPress={() => void add()}>
            <IconFingerprint {...ICON_S} />
            {t('identity.passkey.add')}
          </Button>
        </div>
        <div className="flex">
          <Button
            kind="neutral"
            onPress={() => {
              passkeyLater.set(true)
              toWhereOneWas()
            }}
          >
            {t('identity.afterLogin.notNow')}
          </Button>
        </div>
      </div>
    </Section>
  )
}
