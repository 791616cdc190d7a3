import {
  IconBell,
  IconBellPlus,
  IconBuildingBank,
  IconChartDonut,
  IconChartLine,
  IconChartPie,
  IconClipboardList,
  IconFileDownload,
  IconCoins,
  IconHeadphones,
  IconHelpCircle,
  IconId,
  IconLanguage,
  IconLogout,
  IconReceipt,
  IconReceipt2,
  IconReceiptTax,
  IconSettings,
  IconShieldCheck,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react'
import { useCompanion } from '#client/companions.ts'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { refresh } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { UserInfo } from '#modules/identity/contract.ts'
import { useComingUserInfo } from '#modules/identity/mobile/public.ts'
import { getAccount } from '#modules/portfolio/contract.ts'
import { useAccount } from '#modules/portfolio/mobile/public.ts'
import { useUnreadChat } from '#modules/support/mobile/public.ts'
import { Button } from '#ui/Button.tsx'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { ICON, ICON_XS } from '#ui/icon.ts'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { MemberLevel } from './MemberLevel.tsx'
import { MoneyParts } from './MoneyParts.tsx'

/** The member's identity, the places of the money, the rights of the level, and links to one's own pages. */
export default function UserPage(_: ScreenProps<'user'>) {
  const t = useT()
  const { isLogin } = useSession()
  const unreadChat = useUnreadChat()
  useCompanion(isLogin ? paths.performance() : paths.help())
  return (
    <Page
      nav={
        <NavigationBar
          title={t('home.user.title')}
          actions={
            <>
              <NavAction
                icon={<IconHeadphones {...ICON} />}
                label={t('home.user.support')}
                badge={unreadChat > 0}
                href={paths.customerService()}
              />
              <NavAction
                icon={<IconSettings {...ICON} />}
                label={t('home.user.settings')}
                href={paths.settings()}
              />
            </>
          }
        />
      }
      {...(isLogin ? { onRefresh: async () => refresh(getAccount) } : {})}
    >
      {isLogin ? (
        <Member />
      ) : (
        <>
          <Guest />
          <Safety />
        </>
      )}
    </Page>
  )
}

function Safety() {
  const t = useT()
  const { isLogin } = useSession()
  return (
    <Section flush>
      <SectionHead flush title={t('home.user.safety')} />
      {isLogin && (
        <MenuRow
          icon={<IconShieldLock {...ICON} />}
          label={t('home.user.security')}
          href={paths.security()}
        />
      )}
      <MenuRow
        icon={<IconLanguage {...ICON} />}
        label={t('home.user.language')}
        href={paths.switchLanguage()}
      />
      <MenuRow icon={<IconSettings {...ICON} />} label={t('home.user.settings')} href={paths.settings()} />
      <MenuRow icon={<IconHelpCircle {...ICON} />} label={t('ui.help')} href={paths.help()} />
      {isLogin && (
        <MenuRow icon={<IconLogout {...ICON} />} label={t('home.user.logout')} href={paths.logout()} />
      )}
    </Section>
  )
}

function Guest() {
  const t = useT()
  return (
    <Section flush>
      <LoginInvitation why={t('home.user.guestNote')} />
    </Section>
  )
}

function Member() {
  const t = useT()
  const { info, isComing } = useComingUserInfo()
  return (
    <>
      <Section>
        {info !== null ? (
          <Person info={info} />
        ) : (
          isComing && (
            <div className="mb-3 h-11">
              <span className="bone block size-11 rounded-round" />
            </div>
          )
        )}
        <MoneyParts />
        <div className="grid grid-cols-2 gap-2 pt-4">
          <Button href={paths.recharge()}>{t('home.user.deposit')}</Button>
          <Button kind="secondary" href={paths.withdrawal()}>
            {t('home.user.withdraw')}
          </Button>
        </div>
      </Section>
      <MemberLevel>
        <Ways />
        <Safety />
      </MemberLevel>
    </>
  )
}

/** The ways to everything of one's own. */
function Ways() {
  const t = useT()
  const f = useFormat()
  const score = useAccount().account?.creditScore ?? null
  return (
    <Section flush label={t('home.user.log')}>
      <MenuRow icon={<IconId {...ICON} />} label={t('members.account.title')} href={paths.accountOpening()} />
      <MenuRow
        icon={<IconBuildingBank {...ICON} />}
        label={t('home.user.bankAccount')}
        href={paths.bankAccount()}
      />
      {score !== null && (
        <MenuRow
          icon={<IconChartDonut {...ICON} />}
          label={t('home.user.creditScore')}
          value={t('home.user.creditScoreOf', { score: f.quantity(score), most: f.quantity(1_000) })}
          href={paths.financing({ view: 'score' })}
        />
      )}
      <MenuRow
        icon={<IconReceipt {...ICON} />}
        label={t('home.user.transactionLog')}
        href={paths.transactionLog()}
      />
      <MenuRow
        icon={<IconReceipt2 {...ICON} />}
        label={t('home.user.accountLog')}
        href={paths.accountLog()}
      />
      <MenuRow icon={<IconChartLine {...ICON} />} label={t('home.user.incomeLog')} href={paths.incomeLog()} />
      <MenuRow
        icon={<IconChartPie {...ICON} />}
        label={t('orders.trade.performance')}
        href={paths.performance()}
      />
      <MenuRow icon={<IconClipboardList {...ICON} />} label={t('home.user.orders')} href={paths.orders()} />
      <MenuRow icon={<IconReceiptTax {...ICON} />} label={t('home.user.tax')} href={paths.tax()} />
      <MenuRow icon={<IconFileDownload {...ICON} />} label={t('home.user.reports')} href={paths.reports()} />
      <MenuRow icon={<IconCoins {...ICON} />} label={t('home.user.dividends')} href={paths.dividends()} />
      <MenuRow icon={<IconShieldCheck {...ICON} />} label={t('staff.title')} href={paths.operatorActs()} />
      <MenuRow icon={<IconBell {...ICON} />} label={t('home.user.messages')} href={paths.messages()} />
      <MenuRow icon={<IconBellPlus {...ICON} />} label={t('alerts.title')} href={paths.alerts()} />
    </Section>
  )
}

/** The member, as the server knows them; what is not verified leads to where it is done. */
function Person({ info }: { info: UserInfo }) {
  const t = useT()
  const badge = 'flex min-h-chip shrink-0 items-center gap-1 rounded-1 px-2 text-1 font-strong'
  return (
    <div className="flex items-center gap-3 pb-3">
      <span className="grid size-11 shrink-0 place-items-center rounded-round bg-brand-wash text-brand">
        <IconUser {...ICON} />
      </span>
      <div className="min-w-0 grow">
        <p className="text-3 font-strong">{info.mobile}</p>
        {info.invitationCode !== null && (
          <p className="text-1 text-grey-1">{t('home.user.invitation', { code: info.invitationCode })}</p>
        )}
      </div>
      {info.verified ? (
        <span className={`${badge} bg-ok-wash text-ok`}>
          <IconShieldCheck {...ICON_XS} />
          {t('home.user.verified')}
        </span>
      ) : (
        <a className={`${badge} pressable bg-warn-wash text-warn`} href={paths.realName()}>
          {t('home.user.unverified')}
        </a>
      )}
    </div>
  )
}
