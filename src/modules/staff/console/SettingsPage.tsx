import { useState } from 'react'
import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { announceFailure } from '#client/failures.ts'
import { refresh } from '#client/reads.ts'
import { session } from '#client/session.ts'
import { useFormat, useLang, useT } from '#client/texts.ts'
import { useAct, useMe, type Me } from '#console/kit/act.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { Facts, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { canUsePasskeys, createPasskey } from '#console/kit/passkey.ts'
import { setTheme, theme, THEMES } from '#console/kit/theme.ts'
import { LANG_NAMES, LANGS } from '#i18n/lang.ts'
import { askSparePasskey, consoleMe, readSparePasskey } from '#modules/staff/operator-contract.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'

/** The operator's own settings: language, light or dark, passkeys, the session. */
export default function SettingsPage() {
  const t = useT()
  const f = useFormat()
  const lang = useLang()
  const me = useMe()
  const chosen = theme.useValue()
  return (
    <div className="desk-page overflow-auto">
      <h1 className="border-b border-grey-3 px-4 py-3 text-3 font-strong">
        {t('staff.console.settings.title')}
      </h1>
      <PaneSection title={t('staff.console.settings.language')}>
        <div className="flex gap-2">
          {LANGS.map((each) => (
            <DeskButton key={each} pressed={each === lang} onPress={() => session.setLocale(each)}>
              {LANG_NAMES[each]}
            </DeskButton>
          ))}
        </div>
      </PaneSection>
      <PaneSection title={t('staff.console.settings.theme')}>
        <div className="flex gap-2">
          {THEMES.map((each) => (
            <DeskButton key={each} pressed={each === chosen} onPress={() => setTheme(each)}>
              {t(`staff.console.settings.${each}`)}
            </DeskButton>
          ))}
        </div>
      </PaneSection>
      {me !== undefined && (
        <>
          <PaneSection title={t('staff.console.settings.you')}>
            <div className="max-w-md">
              <Facts
                rows={[
                  [t('staff.console.operators.who'), <PersonName key="p" person={me} />],
                  [
                    t('staff.console.operators.id'),
                    <span key="i" className="font-code">
                      {me.operatorId}
                    </span>,
                  ],
                  [t('staff.console.settings.signsBy'), t(`staff.console.settings.by.${me.signsBy}`)],
                  [t('staff.console.settings.endsAt'), f.moment(me.endsAt)],
                ]}
              />
            </div>
          </PaneSection>
          <Passkeys me={me} />
        </>
      )}
    </div>
  )
}

/** The operator's own passkeys: one that is there signs for another device, and for the end of one. */
function Passkeys({ me }: { me: Me }) {
  const t = useT()
  const f = useFormat()
  const act = useAct()
  const [busy, setBusy] = useState(false)
  const { operatorId, passkeys, role, number } = me
  const add = async () => {
    setBusy(true)
    try {
      const asked = await call(askSparePasskey, { input: {} })
      const made = await createPasskey({ ...asked, name: `Akari ${role} ${number}` })
      if (made === null || made === 'there')
        return announceFailure(t(made === null ? 'console.passkey.putAway' : 'console.passkey.there'))
      const body = await call(readSparePasskey, { input: { id: asked.id, passkey: made } })
      const added = await act.ask({ power: 'passkey.add', subject: operatorId, body })
      if (added !== null) toast(t('staff.console.settings.passkeyAdded'), { kind: 'ok' })
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
    } finally {
      setBusy(false)
      refresh(consoleMe)
    }
  }
  const end = async (id: string) => {
    if (!(await confirm({ title: t('staff.power.passkey.end'), body: t('staff.console.settings.endNote') })))
      return
    await act.ask({ power: 'passkey.end', subject: operatorId, body: { id } })
    refresh(consoleMe)
  }
  return (
    <PaneSection title={t('staff.console.settings.passkeys')}>
      {passkeys.length === 0 ? (
        <p className="text-grey-1">{t('staff.console.settings.noPasskeys')}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {passkeys.map(({ id, since }) => (
            <li key={id} className="flex items-center gap-3">
              <span className="font-code text-1">{id.slice(0, 16)}…</span>
              <span className="text-grey-1">{f.moment(since)}</span>
              {passkeys.length > 1 && (
                <DeskButton look="plain" busy={act.busy} onPress={() => void end(id)}>
                  {t('staff.power.passkey.end')}
                </DeskButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {passkeys.length > 0 && canUsePasskeys() && (
        <div className="flex pt-2">
          <DeskButton look="primary" busy={busy} onPress={() => void add()}>
            {t('staff.power.passkey.add')}
          </DeskButton>
        </div>
      )}
      <p className="pt-2 text-1 text-grey-1">{t('staff.console.settings.passkeysNote')}</p>
    </PaneSection>
  )
}
