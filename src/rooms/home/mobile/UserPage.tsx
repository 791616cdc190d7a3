import {
  IconBell, IconClipboardList, IconCoins, IconLanguage, IconLock, IconLogout, IconReceipt, IconReceiptTax, IconSettings,
} from '@tabler/icons-react'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useUserInfo } from '#rooms/identity/mobile/public.ts'
import { useAccount } from '#rooms/portfolio/mobile/public.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { ICON } from '#ui/icon.ts'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'

function Guest() {
  const t = useT()
  return (
    <Section>
      <div className="flex flex-col gap-3">
        <h2 className="text-3 font-strong">{t('home.user.guestTitle')}</h2>
        <p className="text-grey-1">{t('home.user.guestNote')}</p>
        <div className="grid grid-cols-2 gap-3">
          <Button kind="primary" href={paths.login()}>{t('home.user.login')}</Button>
          <Button kind="secondary" href={paths.register()}>{t('home.user.register')}</Button>
        </div>
      </div>
    </Section>
  )
}

function Member() {
  const t = useT()
  const f = useFormat()
  const info = useUserInfo()
  const { account } = useAccount()
  if (info === null || account === null) return <Section><Skeleton kind="figure" /></Section>
  return (
    <>
      <Section>
        <div className="flex flex-col gap-2">
          <div className="flex items-center gap-2">
            <p className="text-3 font-strong">{info.mobile}</p>
            <Tag tone="brand">{t(`identity.level.${info.level}`)}</Tag>
          </div>
          <p className="text-grey-1 text-1">
            {t(info.verified ? 'home.user.verified' : 'home.user.unverified')}・{t('home.user.upTo', { leverage: info.maxLeverage })}
          </p>
        </div>
      </Section>
      <Section>
        <SectionHead title={t('home.user.money')} />
        <div className="pb-2">
          <p className="text-grey-1 text-1">{t('home.user.total')}</p>
          <Figure size={4} unit={t('ui.yen')}>{f.yen(account.totalAssets)}</Figure>
        </div>
        <DefinitionList>
          <DefinitionRow label={t('home.user.cash')}>{f.money(account.available + account.unsettled)}</DefinitionRow>
          {account.taxDue > 0 && <DefinitionRow label={t('home.user.taxDue')} note={t('home.user.taxDueNote')}>{f.money(account.taxDue)}</DefinitionRow>}
          <DefinitionRow label={t('home.user.held')}>{f.money(account.orderHold)}</DefinitionRow>
          <DefinitionRow label={t('home.user.lots')} note={t('home.user.lotsNote')}>
            {f.money(account.totalAssets - account.available - account.unsettled - account.orderHold)}
          </DefinitionRow>
        </DefinitionList>
      </Section>
    </>
  )
}

export default function UserPage(_: ScreenProps<'user'>) {
  const t = useT()
  const info = useUserInfo()
  return (
    <Page
      nav={
        <NavigationBar
          title={t('home.user.title')}
          actions={<NavAction icon={<IconSettings {...ICON} />} label={t('home.user.settings')} href={paths.settings()} />}
        />
      }
    >
      {info === null ? <Guest /> : <Member />}
      {info !== null && (
        <Section flush>
          <SectionHead flush title={t('home.user.log')} />
          <MenuRow icon={<IconReceipt {...ICON} />} label={t('home.user.accountLog')} href={paths.accountLog()} />
          <MenuRow icon={<IconReceiptTax {...ICON} />} label={t('home.user.tax')} href={paths.tax()} />
          <MenuRow icon={<IconClipboardList {...ICON} />} label={t('home.user.orders')} href={paths.orders()} />
          <MenuRow icon={<IconCoins {...ICON} />} label={t('home.user.dividends')} href={paths.dividends()} />
          <MenuRow icon={<IconBell {...ICON} />} label={t('home.user.messages')} href={paths.messages()} />
        </Section>
      )}
      <Section flush>
        <SectionHead flush title={t('home.user.safety')} />
        {info !== null && (
          <MenuRow icon={<IconLock {...ICON} />} label={t('home.user.transactionPassword')} href={paths.transactionPassword()} />
        )}
        <MenuRow icon={<IconLanguage {...ICON} />} label={t('home.user.language')} href={paths.switchLanguage()} />
        <MenuRow icon={<IconSettings {...ICON} />} label={t('home.user.settings')} href={paths.settings()} />
        {info !== null && <MenuRow icon={<IconLogout {...ICON} />} label={t('home.user.logout')} href={paths.logout()} />}
      </Section>
    </Page>
  )
}
