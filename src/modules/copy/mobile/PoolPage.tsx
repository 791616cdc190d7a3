import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useMember } from '#client/member.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useFormat, useT } from '#client/texts.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure, Stat, StatRow } from '#ui/Figure.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { isOffDay, useOffDays } from '#modules/venue/mobile/public.ts'
import { listPoolOrders, type PoolDetail, type PoolOrderView } from '../contract.ts'
import { LeadPart } from './LeadPart.tsx'
import { NavChart } from './NavChart.tsx'
import { Results } from './Results.tsx'
import { SubscribeSheet } from './SubscribeSheet.tsx'
import { readAgain, usePool } from './use-copy.ts'
import { POOL_TONES } from './labels.ts'

/**
 * A pool as it is: its curve, what it costs, what followers got, every order that it made; the risk in plain
 * words above the button.
 */
export function PoolPage({ id, subscribes }: { id: string; subscribes: boolean }) {
  const t = useT()
  const read = usePool(id)
  const [open, setOpen] = useState(subscribes)
  const { requireMember } = useMember()
  const pool = read.data
  const canSubscribe =
    pool !== undefined &&
    pool.status === 'open' &&
    !pool.isLead &&
    (pool.mine === null || pool.mine.pending === 0)
  return (
    <Page
      nav={<NavigationBar title={pool?.name ?? t('copy.page.pool')} />}
      onRefresh={readAgain}
      footer={
        canSubscribe && (
          <ActionBar>
            <Button onPress={() => requireMember(t('copy.subscribe'), () => setOpen(true))}>
              {t('copy.subscribe')}
            </Button>
          </ActionBar>
        )
      }
    >
      <Loaded
        read={read}
        skeleton={
          <Section flush>
            <Skeleton kind="figure" />
            <Skeleton kind="lines" rows={8} />
          </Section>
        }
        title={t('copy.cannotLoad')}
      >
        {(loaded) => <Body pool={loaded} />}
      </Loaded>
      {pool !== undefined && canSubscribe && (
        <SubscribeSheet pool={pool} open={open} onClose={() => setOpen(false)} />
      )}
    </Page>
  )
}

function Body({ pool }: { pool: PoolDetail }) {
  const t = useT()
  const f = useFormat()
  const off = useOffDays()
  return (
    <>
      <Section label={pool.name} first>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1">
          <span className="min-w-0 text-1 text-grey-1">
            {pool.id}　{t('copy.issuer')} {t('copy.member', { number: String(pool.issuer) })}
          </span>
          <span className="grow" />
          <Tag tone={POOL_TONES[pool.status]}>{t('copy.status', { status: pool.status })}</Tag>
        </div>
        <p className="text-1 text-grey-1">{t('copy.nav')}</p>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <Figure size={4}>{pool.nav === null ? '—' : f.number(pool.nav, 2)}</Figure>
          <Figure tone="auto" value={pool.changeBp} strong>
            {f.signedPercent(pool.changeBp)}
          </Figure>
        </div>
        <p className="pb-2 text-1 text-grey-1">
          {pool.navOn === null ? t('copy.navNone') : t('copy.navOn', { on: f.date(pool.navOn) })}
          {pool.navOn !== null && isOffDay(off, pool.navOn) && `　${t('venue.off.day')}`}
        </p>
        {pool.status === 'closing' && pool.navOn !== null && (
          <p className="pb-2 text-1 text-grey-1">
            {t('copy.navClosing', { ends: f.date(pool.endsOn), on: f.date(pool.navOn) })}
          </p>
        )}
        {pool.curve.length > 1 && <NavChart curve={pool.curve} />}
        <StatRow>
          <Stat label={t('copy.equity')}>{f.money(pool.equity)}</Stat>
          <Stat label={t('copy.drawdown')} align="center">
            {f.percent(pool.drawdownBp)}
          </Stat>
          <Stat label={t('copy.followers')} align="right">
            {t('copy.results.people', { n: pool.followers })}
          </Stat>
        </StatRow>
      </Section>
      <LeadPart pool={pool} />
      {pool.mine !== null && <Mine mine={pool.mine} />}
      <Section label={t('copy.section.strategy')}>
        <SectionHead title={t('copy.section.strategy')} />
        <p className="text-2">{pool.strategy}</p>
      </Section>
      <Terms pool={pool} />
      <Results pool={pool} />
      <Orders pool={pool} />
      {pool.missing > 0 && <Notice tone="info" title={t('copy.missing', { yen: f.money(pool.missing) })} />}
      <Notice
        tone="warn"
        icon={<IconAlertTriangle {...ICON_S} />}
        title={t('copy.risk')}
        note={t('copy.riskNote')}
      />
    </>
  )
}

function Mine({ mine }: { mine: NonNullable<PoolDetail['mine']> }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section label={t('copy.section.mine')}>
      <SectionHead
        title={t('copy.section.mine')}
        more={{ label: t('copy.tab.records'), href: paths.copy({ view: 'records' }) }}
      />
      <StatRow>
        <Stat label={t('copy.buy')}>{f.money(mine.buy)}</Stat>
        <Stat label={t('copy.worth')} align="center">
          {f.money(mine.worth)}
        </Stat>
        <Stat label={t('copy.profit')} align="right">
          <Figure tone="auto" value={mine.profit} strong>
            {f.signedMoney(mine.profit)}
          </Figure>
        </Stat>
      </StatRow>
      {mine.pending > 0 && (
        <DefinitionList>
          <DefinitionRow label={t('copy.pending')}>{f.money(mine.pending)}</DefinitionRow>
        </DefinitionList>
      )}
    </Section>
  )
}

function Terms({ pool }: { pool: PoolDetail }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section label={t('copy.section.terms')}>
      <SectionHead title={t('copy.section.terms')} />
      <DefinitionList>
        <DefinitionRow label={t('copy.minimum')}>{f.money(pool.minimum)}</DefinitionRow>
        <DefinitionRow label={t('copy.fundSize')}>{f.money(pool.fundSize)}</DefinitionRow>
        <DefinitionRow label={t('copy.taken')}>{f.money(pool.taken)}</DefinitionRow>
        {pool.status === 'announced' && (
          <DefinitionRow label={t('copy.opens')}>{f.dateTime(pool.opensAt)}</DefinitionRow>
        )}
        <DefinitionRow label={t('copy.deadline')}>{f.dateTime(pool.deadline)}</DefinitionRow>
        <DefinitionRow label={t('copy.endsOn')}>{f.date(pool.endsOn)}</DefinitionRow>
        <DefinitionRow label={t('copy.stake')}>
          {pool.equity > 0
            ? t('copy.stakeOf', { yen: f.money(pool.lead), percent: pool.stakeBp / 100 })
            : f.money(pool.stake)}
        </DefinitionRow>
        <DefinitionRow label={t('copy.fee.management')}>{f.percent(pool.managementPpm / 100)}</DefinitionRow>
        <DefinitionRow label={t('copy.fee.performance')}>
          {f.percent(pool.performancePpm / 100)}
        </DefinitionRow>
        <DefinitionRow label={t('copy.fee.paid')}>{f.money(pool.feesPaid + pool.feesOwed)}</DefinitionRow>
      </DefinitionList>
    </Section>
  )
}

/** For its followers and its lead: that is what following means. */
function Orders({ pool }: { pool: PoolDetail }) {
  const t = useT()
  const { isLogin } = useSession()
  const mayLook =
    isLogin &&
    (pool.isLead ||
      (pool.mine !== null && (pool.mine.units > 0 || pool.mine.buy > 0 || pool.mine.profit !== 0)))
  const read = useRead(
    listPoolOrders,
    { query: { pool: pool.id } },
    { enabled: mayLook, poll: 'pools', quiet: true },
  )
  return (
    <Section flush label={t('copy.section.orders')}>
      <SectionHead flush title={t('copy.section.orders')} />
      {!mayLook ? (
        <p className="px-gutter pb-3 text-2 text-grey-1">{t('copy.orders.locked')}</p>
      ) : (
        <Loaded
          read={read}
          skeleton={<Skeleton kind="lines" rows={3} />}
          title={t('copy.cannotLoad')}
          empty={<p className="px-gutter pb-3 text-2 text-grey-1">{t('copy.orders.none')}</p>}
        >
          {(rows) => rows.map((row) => <OrderRow key={row.order.id} row={row} />)}
        </Loaded>
      )}
    </Section>
  )
}

export function OrderRow({ row: { order, share } }: { row: PoolOrderView }) {
  const t = useT()
  const f = useFormat()
  const price = order.averagePrice ?? order.price
  return (
    <Row className="gap-3 px-gutter py-2">
      <span className="min-w-0 grow">
        <span className="block text-2">
          {order.name} <span className="text-1 text-grey-1">{order.code}</span>
        </span>
        <span className="block text-1 text-grey-1">{f.dateTime(order.placedAt)}</span>
      </span>
      <span className="shrink-0 text-right">
        <span className="block text-2 whitespace-nowrap">
          {t('copy.orders.does', { purpose: order.purpose, quantity: order.quantity })}
          {price !== null && ` × ${f.price(price)}`}
        </span>
        <span className="block text-1 text-grey-1">
          {t('copy.orders.status', { status: order.status })}
          {share !== null && `　${t('copy.orders.share', { n: share })}`}
        </span>
      </span>
    </Row>
  )
}
