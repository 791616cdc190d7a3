import { IconBell, IconCompass, IconId, IconRefresh, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazily } from '#client/lazily.ts'
import { useMember } from '#client/member.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useServerInfo } from '#client/server-info.ts'
import { textsUpTo, useFormat, useT } from '#client/texts.ts'
import { useComingUserInfo } from '#modules/identity/mobile/public.ts'
import { useUnread } from '#modules/inbox/mobile/public.ts'
import type { StockRow } from '#modules/market/contract.ts'
import { IndexStrip, LiveRow } from '#modules/market/mobile/public.ts'
import { getAccount } from '#modules/portfolio/contract.ts'
import { OwingNotice, useOwing } from '#modules/portfolio/mobile/public.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ICON, ICON_S, ICON_XS } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Logo } from '#ui/Logo.tsx'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchLink } from '#ui/SearchField.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { SimulatedBadge } from '#ui/SimulatedBadge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { getHome } from '../contract.ts'
import { ActionBones, HomeActions } from './HomeActions.tsx'
import { MemberAssets } from './MemberAssets.tsx'
import { useTourInvite } from './tour-invite.ts'

const ConsentNotice = lazily(async () => ({
  default: (await Promise.all([import('#modules/members/mobile/public.ts'), textsUpTo('trading')]))[0]
    .ConsentNotice,
}))
const HomeBelow = lazily(
  async () => (await Promise.all([import('./HomeBelow.tsx'), textsUpTo('trading')]))[0],
)

/** The total, its change, and today's movers. */
export default function HomePage(_: ScreenProps<'home'>) {
  const t = useT()
  const { isLogin } = useMember()
  const { info, isComing } = useComingUserInfo()
  const owing = useOwing()
  const { past } = useServerInfo()
  const home = useRead(getHome, {}, { quiet: true, poll: 'marketLists' })
  const [turn, setTurn] = useState(0)
  const again = async () => {
    refresh(getAccount)
    await home.refetch()
    setTurn(turn + 1)
  }
  return (
    <Page nav={<HomeBar />} onRefresh={again}>
      {isLogin ? <MemberAssets /> : <Guest />}
      {owing !== null && <OwingNotice account={owing} />}
      {info !== null && !info.verified && owing === null && (
        <Notice
          tone="warn"
          icon={<IconId {...ICON_S} />}
          title={t('home.identity.title')}
          note={t('home.identity.note')}
          href={paths.realName()}
        />
      )}
      {info?.verified && owing === null && (
        <Suspense>
          <ConsentNotice />
        </Suspense>
      )}
      {isLogin && info?.verified && owing === null && past === null && <TourInvite />}
      {/* The notice above is known first, there or not: what lies below is not pushed away. */}
      {isComing ? (
        <>
          <ActionBones />
          <MarketBones />
        </>
      ) : (
        <>
          <HomeActions />
          <Loaded read={home} skeleton={<MarketBones />} title={t('home.cannotLoad')}>
            {({ market, hot }) => (
              <>
                <IndexStrip market={market} />
                <Section flush>
                  <Hot key={turn} rows={hot} onAgain={() => void again()} />
                </Section>
                <Suspense>
                  <HomeBelow />
                </Suspense>
              </>
            )}
          </Loaded>
        </>
      )}
    </Page>
  )
}

/** Movers in the order of the time that it says, which stands until it is asked for anew. */
function Hot({ rows, onAgain }: { rows: readonly StockRow[]; onAgain: () => void }) {
  const t = useT()
  const f = useFormat()
  const [first, setFirst] = useState(rows)
  // Nothing stands under a finger yet.
  if (first.length === 0 && rows.length > 0) setFirst(rows)
  const at = first.reduce((newest, { quote }) => (quote.at > newest ? quote.at : newest), '')
  return (
    <>
      <SectionHead
        flush
        title={t('home.hot.title')}
        note={
          at !== '' && (
            <button
              type="button"
              className="pressable flex min-h-touch items-center gap-1 rounded-1 px-2"
              aria-label={`${t('market.market.orderedAt', { time: f.clock(at) })}${f.dot}${t('home.hot.update')}`}
              onClick={onAgain}
            >
              {t('market.market.orderedAt', { time: f.clock(at) })}
              <IconRefresh {...ICON_XS} className="size-4 shrink-0 text-brand" />
            </button>
          )
        }
        more={{ label: t('ui.more'), href: paths.market() }}
      />
      {first.length === 0 ? (
        <Empty title={t('home.hot.empty')} />
      ) : (
        first.map((row) => <LiveRow key={row.code} row={rows.find(({ code }) => code === row.code) ?? row} />)
      )}
    </>
  )
}

/** One line to the tour, gone for good by one tap. */
function TourInvite() {
  const t = useT()
  const { isSkipped, skip } = useTourInvite()
  if (isSkipped) return null
  return (
    <div className="mt-band flex items-center bg-surface">
      <a className="pressable flex min-h-touch items-center gap-3 min-w-0 grow pl-gutter" href={paths.tour()}>
        <IconCompass {...ICON_S} className="shrink-0 text-brand" />
        <span className="text-2 text-brand">{t('home.invite.title')}</span>
      </a>
      <button
        type="button"
        className="pressable grid size-touch place-items-center text-grey-1"
        aria-label={t('home.invite.skip')}
        onClick={skip}
      >
        <IconX {...ICON_S} />
      </button>
    </div>
  )
}

const MarketBones = () => (
  <>
    <Section flush>
      <div className="h-18">
        <Skeleton kind="figure" rows={1} />
      </div>
    </Section>
    <Section flush>
      <Skeleton kind="stock" />
    </Section>
  </>
)

function HomeBar() {
  const t = useT()
  const { isLogin, requireMember } = useMember()
  const bell = { icon: <IconBell {...ICON} />, label: t('home.messages'), badge: useUnread() > 0 }
  return (
    <NavigationBar
      title={t('home.title')}
      actions={
        isLogin ? (
          <NavAction {...bell} href={paths.messages()} />
        ) : (
          <NavAction
            {...bell}
            onPress={() => requireMember(t('home.messages'), () => navigate.to(paths.messages()))}
          />
        )
      }
    >
      <span className="rail-hides">
        <Logo />
      </span>
      <SimulatedBadge />
      <SearchLink href={paths.search()} label={t('home.search')} />
    </NavigationBar>
  )
}

function Guest() {
  const t = useT()
  return (
    <Section>
      <h2 className="pt-1 text-3 font-strong">{t('home.guest.title')}</h2>
      <p className="pt-1 text-2">{t('home.guest.what')}</p>
      <p className="text-1 text-grey-1 pt-1">{t('home.guest.note')}</p>
      <div className="flex gap-3 pt-3 pb-1">
        <Button size="s" href={paths.login()}>
          {t('home.guest.login')}
        </Button>
        <Button kind="secondary" size="s" href={paths.register()}>
          {t('home.guest.register')}
        </Button>
      </div>
    </Section>
  )
}
