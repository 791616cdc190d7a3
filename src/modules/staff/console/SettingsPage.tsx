import { session } from '#client/session.ts'
import { useFormat, useLang, useT } from '#client/texts.ts'
import { useMe } from '#console/kit/act.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { Facts, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { setTheme, theme, THEMES } from '#console/kit/theme.ts'
import { LANG_NAMES, LANGS } from '#i18n/lang.ts'

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
                  [t('staff.console.settings.endsAt'), f.dateTime(me.endsAt)],
                ]}
              />
            </div>
          </PaneSection>
          <PaneSection title={t('staff.console.settings.passkeys')}>
            {me.passkeys.length === 0 ? (
              <p className="text-grey-1">{t('staff.console.settings.noPasskeys')}</p>
            ) : (
              <ul className="flex flex-col gap-1">
                {me.passkeys.map(({ id, since }) => (
                  <li key={id}>
                    <span className="font-code text-1">{id.slice(0, 16)}…</span>{' '}
                    <span className="text-grey-1">{f.dateTime(since)}</span>
                  </li>
                ))}
              </ul>
            )}
            <p className="pt-2 text-1 text-grey-1">{t('staff.console.settings.passkeysNote')}</p>
          </PaneSection>
        </>
      )}
    </div>
  )
}
