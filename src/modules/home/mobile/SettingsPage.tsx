import {
  IconBell,
  IconChartCandle,
  IconCompass,
  IconDeviceMobile,
  IconDeviceMobileDown,
  IconDoorExit,
  IconEraser,
  IconFileDownload,
  IconFileText,
  IconEyeOff,
  IconFingerprint,
  IconHandClick,
  IconHelpCircle,
  IconKeyboard,
  IconInfoCircle,
  IconKey,
  IconLanguage,
  IconLock,
  IconLogout,
  IconPalette,
  IconRefresh,
  IconRosetteDiscountCheck,
  IconScale,
  IconShieldCheck,
} from '@tabler/icons-react'
import { useState } from 'react'
import { checkForUpdate, loadUpdate, useUpdate } from '#client/app-update.ts'
import { setDirection, useDirection } from '#client/direction.ts'
import { useColumns } from '#client/columns.ts'
import { useInstall } from '#client/install.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { isSearchKeyOff } from '#client/search-key.ts'
import { useSession } from '#client/session.ts'
import { useFormat, useT } from '#client/texts.ts'
import { getSecurity } from '#modules/identity/contract.ts'
import { useUserInfo } from '#modules/identity/mobile/public.ts'
import { CHART_VIEWS, firstChartView, searchHistory } from '#modules/market/mobile/public.ts'
import { getOneTap } from '#modules/orders/contract.ts'
import { oneTapState } from '#modules/orders/model/one-tap.ts'
import { LANG_NAMES, langOf } from '#i18n/lang.ts'
import { Group } from '#ui/Group.tsx'
import { ICON } from '#ui/icon.ts'
import { ChoiceRow, MenuRow } from '#ui/MenuRow.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast.tsx'
import { health } from '#wire/system.ts'
import { hiddenAssets } from './hidden-assets.ts'

/**
 * Display, safety, trust, this app (specification, chapter 2: seting). What belongs to another module is a
 * row that leads there.
 */
export default function SettingsPage(_: ScreenProps<'settings'>) {
  const t = useT()
  const { isLogin, locale } = useSession()
  return (
    <Page nav={<NavigationBar title={t('home.settings.title')} />}>
      <Group title={t('home.settings.display')}>
        <MenuRow
          icon={<IconLanguage {...ICON} />}
          label={t('home.settings.language')}
          value={LANG_NAMES[langOf(locale)]}
          href={paths.switchLanguage()}
        />
        <ColourRow />
        <ChartRow />
        <SearchKeyRow />
        {isLogin && (
          <MenuRow
            icon={<IconBell {...ICON} />}
            label={t('home.settings.notifications')}
            href={paths.notifications()}
          />
        )}
      </Group>
      {isLogin && <Safety />}
      <Group title={t('home.settings.privacy')}>
        <Privacy />
      </Group>
      <Group title={t('home.settings.trust')}>
        <Trust />
      </Group>
      <Group title={t('home.settings.about')}>
        {isLogin && (
          <MenuRow icon={<IconCompass {...ICON} />} label={t('home.invite.title')} href={paths.tour()} />
        )}
        <About />
      </Group>
      {isLogin && (
        <Section flush>
          <MenuRow
            icon={<IconDoorExit {...ICON} />}
            label={t('funding.closing.title')}
            href={paths.closeAccount()}
          />
          <MenuRow
            icon={<IconLogout {...ICON} className="text-danger" />}
            label={<span className="text-danger">{t('home.settings.logout')}</span>}
            href={paths.logout()}
          />
        </Section>
      )}
    </Page>
  )
}

/** The choice shows its own effect. */
function ColourRow() {
  const t = useT()
  const f = useFormat()
  const direction = useDirection()
  const colours = [
    { value: 'red-up', label: t('home.settings.red') },
    { value: 'green-up', label: t('home.settings.green') },
  ] as const
  return (
    <div className="row">
      <div className="hairline after-icon flex min-h-row-1 items-center gap-3 py-2">
        <span className="shrink-0 text-brand">
          <IconPalette {...ICON} />
        </span>
        <span className="min-w-0 grow">
          <span className="block text-2">{t('home.settings.direction')}</span>
          <span className="flex flex-wrap gap-x-3 text-1" aria-hidden>
            <span className="whitespace-nowrap text-up">
              {f.arrow(1)} {f.signedPercent(211)}
            </span>
            <span className="whitespace-nowrap text-down">
              {f.arrow(-1)} {f.signedPercent(-72)}
            </span>
          </span>
        </span>
        <span className="w-36 shrink-0">
          <Segment
            label={t('home.settings.direction')}
            options={colours}
            value={direction}
            onChange={setDirection}
          />
        </span>
      </div>
    </div>
  )
}

/** The key that opens the search at a desk: who speaks to the computer, or slips, turns it off. */
function SearchKeyRow() {
  const t = useT()
  const isOff = isSearchKeyOff.useValue()
  if (useColumns() < 3) return null
  return (
    <div className="row">
      <div className="hairline after-icon flex min-h-row-1 items-center gap-3">
        <span className="shrink-0 text-brand">
          <IconKeyboard {...ICON} />
        </span>
        <Switch
          plain
          checked={!isOff}
          onChange={(on) => isSearchKeyOff.set(!on)}
          label={t('home.settings.searchKey')}
        />
      </div>
    </div>
  )
}

/** With which view a stock's chart opens. */
function ChartRow() {
  const t = useT()
  const view = firstChartView.useValue()
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <MenuRow
        icon={<IconChartCandle {...ICON} />}
        label={t('home.settings.chart')}
        value={t(`market.chart.${view}`)}
        onPress={() => setChoosing(true)}
      />
      <Sheet open={choosing} onClose={() => setChoosing(false)} title={t('home.settings.chart')}>
        {CHART_VIEWS.map(
          (one) =>
            one !== 'minutes' && (
              <ChoiceRow
                key={one}
                label={t(`market.chart.${one}`)}
                chosen={one === view}
                onPress={() => {
                  firstChartView.set(one)
                  setChoosing(false)
                }}
              />
            ),
        )}
      </Sheet>
    </>
  )
}

function Safety() {
  const t = useT()
  const info = useUserInfo()
  const security = useRead(getSecurity, {}, { quiet: true }).data
  const oneTap = useRead(getOneTap, {}, { quiet: true }).data
  return (
    <Group title={t('home.settings.safety')}>
      <MenuRow
        icon={<IconFingerprint {...ICON} />}
        label={t('identity.settings.passkeys')}
        href={paths.security()}
        {...(security === undefined
          ? {}
          : { value: t('identity.settings.passkeyCount', { count: security.passkeys.length }) })}
      />
      <MenuRow
        icon={<IconKey {...ICON} />}
        label={t('home.settings.loginPassword')}
        href={paths.changePassword()}
      />
      <MenuRow
        icon={<IconLock {...ICON} />}
        label={t('home.settings.transactionPassword')}
        href={paths.transactionPassword()}
        {...(info === null
          ? {}
          : { value: t(info.hasTransactionPassword ? 'home.settings.set' : 'home.settings.unset') })}
      />
      <MenuRow
        icon={<IconHandClick {...ICON} />}
        label={t('orders.oneTap.title')}
        href={paths.oneTap()}
        {...(oneTap === undefined ? {} : { value: t('orders.oneTap.state', { state: oneTapState(oneTap) }) })}
      />
      <MenuRow
        icon={<IconDeviceMobile {...ICON} />}
        label={t('identity.devices.title')}
        href={paths.devices()}
        {...(security === undefined
          ? {}
          : { value: t('identity.devices.count', { count: security.sessions }) })}
      />
    </Group>
  )
}

function Privacy() {
  const t = useT()
  const f = useFormat()
  const isHidden = hiddenAssets.useValue()
  const searches = searchHistory.useEntries().length
  const forget = () => {
    searchHistory.clear()
    toast(t('home.settings.searchCleared'), { kind: 'ok' })
  }
  return (
    <>
      <div className="row">
        <div className="hairline after-icon flex min-h-row-1 items-center gap-3">
          <span className="shrink-0 text-brand">
            <IconEyeOff {...ICON} />
          </span>
          <Switch
            plain
            checked={isHidden}
            onChange={hiddenAssets.set}
            label={t('home.settings.hideAssets')}
            note={t('home.settings.hideAssetsNote')}
          />
        </div>
      </div>
      <MenuRow
        icon={<IconEraser {...ICON} />}
        label={t('home.settings.clearSearch')}
        value={t('home.settings.searches', { count: f.number(searches) })}
        onPress={searches > 0 ? forget : undefined}
      />
    </>
  )
}

/** Things that can be checked: acts by person, past withdrawals, documents, all that is known of oneself. */
function Trust() {
  const t = useT()
  const { isLogin } = useSession()
  return (
    <>
      <MenuRow icon={<IconRosetteDiscountCheck {...ICON} />} label={t('trust.title')} href={paths.trust()} />
      {isLogin && (
        <MenuRow icon={<IconShieldCheck {...ICON} />} label={t('staff.title')} href={paths.operatorActs()} />
      )}
      <MenuRow
        icon={<IconScale {...ICON} />}
        label={t('funding.clock.title')}
        href={paths.withdrawalClock()}
      />
      <MenuRow icon={<IconFileText {...ICON} />} label={t('legal.list.title')} href={paths.webview()} />
      {isLogin && (
        <MenuRow
          icon={<IconFileDownload {...ICON} />}
          label={t('records.reports.own')}
          href={paths.reports()}
        />
      )}
    </>
  )
}

function About() {
  const t = useT()
  const context = useRead(health, {}, { quiet: true })
  const install = useInstall()
  const version =
    context.data === undefined
      ? '—'
      : t('home.settings.versionOf', {
          version: context.data.version,
          build: String(context.data.versionCode),
        })
  return (
    <>
      <MenuRow icon={<IconHelpCircle {...ICON} />} label={t('ui.help')} href={paths.help()} />
      <MenuRow icon={<IconInfoCircle {...ICON} />} label={t('home.settings.version')} value={version} />
      <UpdateRow />
      {install !== null && (
        <MenuRow
          icon={<IconDeviceMobileDown {...ICON} />}
          label={t('home.settings.install')}
          onPress={install}
        />
      )}
    </>
  )
}

/** Asks the server whether it gives out a newer app; a newer one is loaded by the next press. */
function UpdateRow() {
  const t = useT()
  const isNewer = useUpdate()
  const [asked, setAsked] = useState<'no' | 'checking' | 'newest' | 'checkFailed'>('no')
  const ask = async () => {
    setAsked('checking')
    setAsked(
      await checkForUpdate().then(
        () => 'newest',
        () => 'checkFailed',
      ),
    )
  }
  return (
    <MenuRow
      icon={<IconRefresh {...ICON} />}
      label={t('home.settings.check')}
      value={
        <span role="status">
          {isNewer ? t('home.settings.newer') : asked === 'no' ? '' : t(`home.settings.${asked}`)}
        </span>
      }
      onPress={isNewer ? loadUpdate : () => asked !== 'checking' && void ask()}
    />
  )
}
