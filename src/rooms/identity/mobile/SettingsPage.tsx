import { IconLanguage, IconLock, IconLogout, IconPalette } from '@tabler/icons-react'
import type { ScreenProps } from '#client/screens.ts'
import { setDirection, useDirection } from '#client/direction.ts'
import { useRead } from '#client/reads.ts'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { useSession } from '#client/session.ts'
import { langOf } from '#texts/lang.ts'
import { health } from '#wire/system.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { ICON } from '#ui/icon.ts'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { LANG_NAMES } from './lang-names.ts'
import { useUserInfo } from './public.ts'

export default function SettingsPage(_: ScreenProps<'settings'>) {
  const t = useT()
  const { isLogin, locale } = useSession()
  const lang = langOf(locale)
  const direction = useDirection()
  const info = useUserInfo()
  const house = useRead(health, {})
  const greenUp = direction === 'green-up'
  return (
    <Page nav={<NavigationBar title={t('identity.settings.title')} />}>
      <Section flush>
        <MenuRow icon={<IconLanguage {...ICON} />} label={t('identity.settings.language')} value={LANG_NAMES[lang]} href={paths.switchLanguage()} />
        <MenuRow
          icon={<IconPalette {...ICON} />} label={t('identity.settings.direction')}
          value={t(greenUp ? 'identity.settings.directionGreen' : 'identity.settings.directionRed')}
          onPress={() => setDirection(greenUp ? 'red-up' : 'green-up')}
        />
        {isLogin && (
          <MenuRow
            icon={<IconLock {...ICON} />} label={t('identity.settings.transactionPassword')}
            value={t(info?.hasTransactionPassword ? 'identity.settings.set' : 'identity.settings.unset')} href={paths.transactionPassword()}
          />
        )}
      </Section>
      <Section>
        <DefinitionList>
          <DefinitionRow label={t('identity.settings.version')}>{house.data ? `${house.data.version} (${house.data.versionCode})` : '—'}</DefinitionRow>
        </DefinitionList>
      </Section>
      {isLogin && (
        <Section flush>
          <MenuRow icon={<IconLogout {...ICON} />} label={t('identity.settings.logout')} href={paths.logout()} />
        </Section>
      )}
    </Page>
  )
}
