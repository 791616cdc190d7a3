import type { ScreenProps } from '#client/screens.ts'
import { session, useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { LANG_NAMES, LANGS, langOf } from '#i18n/lang.ts'
import { ChoiceRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'

export default function LanguagePage(_: ScreenProps<'switchLanguage'>) {
  const t = useT()
  const current = langOf(useSession().locale)
  return (
    <Page nav={<NavigationBar title={t('identity.language.title')} />}>
      <Section flush label={t('identity.language.title')}>
        {/* Japanese is stored and sent as `jp` (specification, chapter 1). */}
        {LANGS.map((lang) => (
          <ChoiceRow
            key={lang}
            lang={lang}
            label={LANG_NAMES[lang]}
            chosen={lang === current}
            onPress={() => session.setLocale(lang === 'ja' ? 'jp' : lang)}
          />
        ))}
      </Section>
      <p className="text-grey-1 text-1 px-4 py-3">{t('identity.language.note')}</p>
    </Page>
  )
}
