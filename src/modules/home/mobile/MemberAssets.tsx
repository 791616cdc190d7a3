import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { wallNow } from '#client/clock.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { rateOf } from '#kernel/money.ts'
import { openingAt } from '#modules/instruments/model/schedule.ts'
import { listStocks } from '#modules/market/contract.ts'
import { useSchedule } from '#modules/market/mobile/public.ts'
import type { AccountView, LotView } from '#modules/portfolio/contract.ts'
import { useAccount } from '#modules/portfolio/mobile/public.ts'
import { ErrorState } from '#ui/Empty.tsx'
import { Figure, Stat, StatRow, toneClass } from '#ui/Figure.tsx'
import { useFlash } from '#ui/flash.ts'
import { ICON_S } from '#ui/icon.ts'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Sparkline } from '#ui/Sparkline.tsx'
import { hiddenAssets as hidden } from './hidden-assets.ts'
import { assetsPath } from './assets-path.ts'

const HIDDEN = '＊＊＊＊＊'

/** The total, its change and its safety: they move with every quote. */
export function MemberAssets() {
  const t = useT()
  const { account, lots, error, refetch } = useAccount()
  if (account !== null) return <Assets account={account} lots={lots} />
  return (
    <Section flush>
      {error ? (
        <ErrorState error={error} title={t('home.assets.cannotLoad')} onRetry={() => void refetch()} />
      ) : (
        <div className="py-3">
          <div className="h-35">
            <Skeleton kind="figure" rows={2} />
          </div>
        </div>
      )}
    </Section>
  )
}

function Assets({ account, lots }: { account: AccountView; lots: readonly LotView[] }) {
  const t = useT()
  const f = useFormat()
  const isHidden = hidden.useValue()
  const flash = useFlash(isHidden ? null : account.totalAssets)
  const before = account.totalAssets - account.todayChange
  const changeBp = before > 0 ? rateOf(account.todayChange, before) : null
  const shown = (text: string) => (isHidden ? HIDDEN : text)
  return (
    <Section label={t('home.assets.total')}>
      <div className="flex items-center justify-between">
        <span className="flex items-center text-1 text-grey-1">
          {t('home.assets.total')}
          <button
            type="button"
            className="relative -my-2 grid size-touch place-items-center rounded-1"
            aria-pressed={isHidden}
            aria-label={t(isHidden ? 'home.assets.show' : 'home.assets.hide')}
            onClick={() => hidden.set(!isHidden)}
          >
            {isHidden ? <IconEyeOff {...ICON_S} /> : <IconEye {...ICON_S} />}
          </button>
        </span>
        <span className="text-1 text-grey-1">{t('home.assets.asOf', { time: f.clock(account.at) })}</span>
      </div>
      <div className="flex items-end justify-between gap-3 pb-3">
        <div className="min-w-0">
          <p className="inline-block rounded-0" {...flash}>
            <Figure size={4} unit={t('ui.yen')}>
              {shown(f.yen(account.totalAssets))}
            </Figure>
          </p>
          <p className={`flex flex-wrap gap-x-2 text-2 ${toneClass('auto', account.todayChange)}`}>
            {!isHidden && (
              <span className="font-strong whitespace-nowrap">
                {f.arrow(account.todayChange)} {f.signedYen(account.todayChange)}
              </span>
            )}
            <span className="font-strong whitespace-nowrap">{f.signedPercent(changeBp)}</span>
            <span className="text-grey-1">{t('home.assets.today')}</span>
          </p>
        </div>
        <div className="w-26 shrink-0">
          <TodayLine account={account} lots={lots} base={before} />
        </div>
      </div>
      <div className="border-t border-grey-3 pt-2">
        <StatRow>
          <Stat label={t('home.assets.buyingPower')}>{shown(f.yen(account.buyingPower))}</Stat>
          <Stat label={t('home.assets.profit')} align="center">
            <Figure value={account.floatingProfit} tone={isHidden ? 'ink' : 'auto'} strong>
              {shown(f.signedYen(account.floatingProfit))}
            </Figure>
          </Stat>
          <Stat label={t('home.assets.ratio')} align="right">
            {f.percent(account.marginRatioBp)}
          </Stat>
        </StatRow>
      </div>
    </Section>
  )
}

/** Today's line of the assets, from today's prices of what is held. */
function TodayLine({
  account,
  lots,
  base,
}: {
  account: AccountView
  lots: readonly LotView[]
  base: number
}) {
  const codes = [...new Set(lots.map((lot) => lot.code))].toSorted().join(',')
  const held = useRead(
    listStocks,
    { query: { codes } },
    { enabled: codes !== '', quiet: true, staleTime: 60_000 },
  )
  const schedule = useSchedule()
  const first = held.data?.[0]
  if (held.data === undefined || first === undefined || schedule === null) return null
  const opened = openingAt(schedule, first.quote.tradeDate)
  const prices = new Map(held.data.map((row) => [row.code, row.spark]))
  return (
    <Sparkline
      values={assetsPath(account, lots, prices, opened, wallNow())}
      base={base}
      width={104}
      height={48}
      area
    />
  )
}
