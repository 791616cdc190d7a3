import { IconCheck } from '@tabler/icons-react'
import type { ScreenProps } from '#client/screens.ts'
import { session, useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { LANG_NAMES, LANGS, langOf } from '#texts/lang.ts'
import { ICON_S } from '#ui/icon.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section } from '#ui/Section.tsx'

export default function LanguagePage(_: ScreenProps<'switchLanguage'>) {
  const t = useT()
  const current = langOf(useSession().locale)
  return (
    <Page nav={<NavigationBar title={t('identity.language.title')} />}>
      <Section flush label={t('identity.language.title')}>
        {LANGS.map((lang) => (
          <Row
            key={lang}
            // Japanese is stored and sent as `jp` (specification, chapter 1).
            onPress={() => session.setLocale(lang === 'ja' ? 'jp' : lang)}
          >
            <span className="flex w-full items-center justify-between" lang={lang} aria-current={lang === current ? 'true' : undefined}>
              <span className={lang === current ? 'text-brand font-strong' : ''}>{LANG_NAMES[lang]}</span>
              {lang === current && <IconCheck {...ICON_S} className="text-brand" aria-hidden />}
            </span>
          </Row>
        ))}
      </Section>
      <p className="text-grey-1 text-1 px-4 py-3">{t('identity.language.note')}</p>
    </Page>
  )
}
