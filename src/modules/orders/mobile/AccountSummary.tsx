import { useFormat, useT } from '#client/texts.ts'
import { paths } from '#client/paths.ts'
import type { AccountView } from '#modules/portfolio/contract.ts'
import { AccountParts } from '#modules/portfolio/mobile/public.ts'
import { newPositionPower } from '#modules/margin/model/ratio.ts'
import { Figure } from '#ui/Figure.tsx'
import { Gauge } from '#ui/Gauge.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Stat, StatRow, toneClass } from '#ui/Figure.tsx'

/** Chapter 3's account summary: floating profit leads, the rest explains it. */
export function AccountSummary({ account }: { account: AccountView | null }) {
  const t = useT()
  const f = useFormat()
  if (account === null)
    return (
      <Section flush>
        <div className="py-3">
          <div className="h-35">
            <Skeleton kind="figure" rows={2} />
          </div>
        </div>
      </Section>
    )
  return (
    <Section>
      <a className="block pb-2" href={paths.accountLog()}>
        <span className="text-grey-1 text-1 flex justify-between">
          <span>{t('orders.detail.floatingBefore')}</span>
          <span>{t('orders.trade.today')}</span>
        </span>
        <span className="flex items-baseline justify-between gap-3">
          <Figure size={4} tone="auto" value={account.floatingProfit} unit={t('ui.yen')}>
            {f.signedYen(account.floatingProfit)}
          </Figure>
          <Figure size={3} tone="auto" value={account.todayChange}>
            {f.signedYen(account.todayChange)}
          </Figure>
        </span>
      </a>
      <StatRow>
        <Stat label={t('orders.trade.total')} href={paths.accountLog()}>
          {f.yen(account.totalAssets)}
        </Stat>
        <Stat
          label={t('orders.trade.buyingPower')}
          align="center"
          href={paths.accountLog({ account: 'available' })}
        >
          {f.yen(account.buyingPower)}
        </Stat>
        <Stat label={t('orders.trade.used')} align="right" href={paths.accountLog({ account: 'lotMargin' })}>
          {f.yen(account.usedFunds)}
        </Stat>
      </StatRow>
      <div className="h-2" />
      <StatRow>
        <Stat label={t('orders.trade.marketValue')}>{f.yen(account.marketValue)}</Stat>
        <Stat
          label={t('orders.trade.realized')}
          align="center"
          href={paths.incomeLog({ from: `${account.at.slice(0, 4)}-01-01` })}
        >
          <span className={toneClass('auto', account.realizedProfit)}>
            {f.signedYen(account.realizedProfit)}
          </span>
        </Stat>
        <Stat label={t('orders.trade.accrued')} align="right" href={paths.margin()}>
          {f.yen(account.accruedCharges === 0 ? 0 : -account.accruedCharges)}
        </Stat>
      </StatRow>
      {isLow(account) && (
        <div className="pt-3">
          <Ratio account={account} />
        </div>
      )}
    </Section>
  )
}

const headroom = (account: AccountView) =>
  newPositionPower({ heldYen: account.marginHeld, notionalYen: account.openNotional }).spareYen
/** No new position may be opened: its ratio stands over the positions, else under them. */
const isLow = (account: AccountView) => account.marginRatioBp !== null && headroom(account) <= 0

function Ratio({ account }: { account: AccountView }) {
  const t = useT()
  const f = useFormat()
  if (account.marginRatioBp === null) return null
  const room = headroom(account)
  return (
    <a className="border-grey-3 block border-t pt-3" href={paths.margin()}>
      <Gauge
        ratioBp={account.marginRatioBp}
        label={t('orders.trade.ratio')}
        room={room > 0 ? t('orders.trade.room', { room: f.money(room) }) : t('orders.trade.belowRoom')}
      />
    </a>
  )
}

/** Under the positions, which a trader looks for first: what the total is made of, and the margin ratio. */
export function AccountRest({ account }: { account: AccountView }) {
  return (
    <Section>
      <div className="flex flex-col gap-3">
        <AccountParts account={account} />
        {!isLow(account) && <Ratio account={account} />}
      </div>
    </Section>
  )
}
