import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Pairs, type Pair } from '#ui/Pairs.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { PoolView } from '../contract.ts'
import { LeadPage } from './LeadPage.tsx'
import { PoolPage } from './PoolPage.tsx'
import { RecordList } from './RecordList.tsx'
import { readAgain, useCopyNews, useFollows, usePools } from './use-copy.ts'
import { POOL_TONES } from './labels.ts'

/**
 * Pools and one's own records; with the id of a pool that pool, and for its lead the page on which it is
 * traded.
 */
export default function CopyPage({ params: { id, view } }: ScreenProps<'copy'>) {
  useCopyNews()
  if (id === undefined) return <Lists first={view === 'records' ? 'records' : 'pools'} />
  return view === 'lead' ? <LeadPage id={id} /> : <PoolPage id={id} subscribes={view === 'subscribe'} />
}

const VIEWS = ['pools', 'records'] as const

function Lists({ first }: { first: (typeof VIEWS)[number] }) {
  const t = useT()
  const [view, setView] = useState(first)
  const { data = [] } = useFollows()
  const counts = { pools: undefined, records: data.length || undefined }
  return (
    <Page nav={<NavigationBar title={t('copy.page.title')} />} onRefresh={readAgain}>
      <Tabs
        label={t('copy.page.title')}
        tabs={VIEWS.map((one) => ({ id: one, label: t(`copy.tab.${one}`), count: counts[one] }))}
        value={view}
        onChange={setView}
      >
        {view === 'pools' ? <Pools /> : <RecordList onPools={() => setView('pools')} />}
      </Tabs>
    </Page>
  )
}

const BONES = (
  <>
    <Section flush>
      <Skeleton kind="lines" rows={5} />
    </Section>
    <Section flush>
      <Skeleton kind="lines" rows={5} />
    </Section>
  </>
)

function Pools() {
  const t = useT()
  const read = usePools()
  return (
    <Loaded
      read={read}
      skeleton={BONES}
      title={t('copy.cannotLoad')}
      empty={
        <Empty
          icon={<IconCopy stroke={1.75} className="size-8" aria-hidden />}
          title={t('copy.none.pools')}
          note={t('copy.none.poolsNote')}
          action={{ label: t('copy.none.toMarket'), href: paths.market() }}
        />
      }
    >
      {(pools) => pools.map((pool) => <PoolCard key={pool.id} pool={pool} />)}
    </Loaded>
  )
}

/** The product's row of the specification: issuer, name, fund size, deadline, minimum, buy amount, profit. */
function PoolCard({ pool }: { pool: PoolView }) {
  const t = useT()
  const f = useFormat()
  const { mine } = pool
  const rows: Pair[] = [
    [t('copy.fundSize'), f.money(pool.fundSize)],
    [t('copy.minimum'), f.money(pool.minimum)],
    [
      t('copy.change'),
      <Figure key="change" tone="auto" value={pool.changeBp}>
        {f.signedPercent(pool.changeBp)}
      </Figure>,
    ],
    [t('copy.drawdown'), f.percent(pool.drawdownBp)],
    ...(mine === null
      ? []
      : ([
          [t('copy.buy'), f.money(mine.buy + mine.pending)],
          [
            t('copy.profit'),
            <Figure key="profit" tone="auto" value={mine.profit} strong>
              {f.signedMoney(mine.profit)}
            </Figure>,
          ],
        ] as Pair[])),
  ]
  return (
    <Section label={pool.name}>
      <a className="pressable -mx-2 block rounded-1 px-2" href={paths.copy({ id: pool.id })}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1">
          <h2 className="min-w-0 text-3 font-strong">{pool.name}</h2>
          <span className="grow" />
          <Tag tone={POOL_TONES[pool.status]}>{t('copy.status', { status: pool.status })}</Tag>
        </span>
        <span className="block pb-1 text-1 text-grey-1">
          {t('copy.issuer')} {t('copy.member', { number: String(pool.issuer) })}　{t('copy.deadline')}{' '}
          {f.dateTime(pool.deadline)}
        </span>
        <Pairs rows={rows} />
      </a>
    </Section>
  )
}
