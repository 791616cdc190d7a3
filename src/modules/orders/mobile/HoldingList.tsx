import { useState } from 'react'
import { call } from '#client/call.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { refresh } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useIsLive } from '#client/topics.ts'
import { closeLot, listOrders } from '#modules/orders/contract.ts'
import { getAccount, listLots, type LotView } from '#modules/portfolio/contract.ts'
import type { Held } from '#modules/portfolio/mobile/public.ts'
import { confirm } from '#ui/confirm.tsx'
import { Empty, ErrorState } from '#ui/Empty.tsx'
import { HoldingRow } from '#ui/HoldingRow.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.tsx'
import { closingWord } from './labels.ts'
import { profitBp } from './lot-figures.ts'

function Holding({ lot, onLongPress }: { lot: LotView; onLongPress: () => void }) {
  const t = useT()
  const f = useFormat()
  return (
    <HoldingRow
      name={lot.name}
      tag={
        <>
          <Tag tone={lot.side}>{t(`orders.side.${lot.side}`)}</Tag>
          {lot.oddQuantity > 0 && <Tag tone="grey">{t('orders.odd.tag')}</Tag>}
          {lot.closesAt !== null && (
            <Tag tone="warn">{`${t('orders.day.tag')} ${f.clock(lot.closesAt)}`}</Tag>
          )}
        </>
      }
      meta={`${lot.code}　${f.shares(lot.openQuantity)}${f.dot}${f.number(lot.leverage, Number.isInteger(lot.leverage) ? 0 : 1)}×`}
      price={lot.marketPrice}
      openPrice={lot.openPrice}
      profit={lot.floatingProfit}
      profitBp={profitBp(lot)}
      href={paths.tradeDetail({ lot: lot.id })}
      onLongPress={onLongPress}
    />
  )
}

/**
 * `held`: what the page has read. A reader of its own would ask again as it comes, and the page would wait
 * for that answer in its place.
 */
export function HoldingList({ held: { account, lots, isKnown, error, refetch } }: { held: Held }) {
  const t = useT()
  const f = useFormat()
  const isLive = useIsLive()
  const [pressed, setPressed] = useState<LotView | null>(null)
  if (account === null || !isKnown)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton kind="stock" rows={3} />
    )
  if (lots.length === 0) {
    return (
      <Empty
        title={t('orders.trade.noHoldings')}
        note={t('orders.trade.noHoldingsNote')}
        action={{ label: t('orders.trade.findStock'), href: paths.search() }}
      />
    )
  }
  const closable = lots.filter((lot) => lot.openQuantity > lot.closingQuantity)

  async function closeAll() {
    const profit = lots.reduce((sum, lot) => sum + (lot.floatingProfit ?? 0), 0)
    const yes = await confirm({
      title: t('orders.trade.closeAllTitle'),
      danger: true,
      body: t('orders.trade.closeAllBody', { count: closable.length, profit: f.signedMoney(profit) }),
    })
    if (!yes) return
    // One order a lot, each with its own key; a refused one has been toasted and the rest go on.
    const sent = await Promise.allSettled(
      closable.map((lot) => call(closeLot, { params: { id: lot.id }, input: { type: 'market' } })),
    )
    const done = sent.filter((one) => one.status === 'fulfilled').length
    if (done > 0) toast(t('orders.trade.closeAllDone', { count: done }), { kind: 'ok' })
    for (const route of [listOrders, listLots, getAccount]) refresh(route)
  }

  return (
    <>
      {closable.length > 1 && (
        <div className="flex justify-end px-gutter">
          <button
            type="button"
            className="text-brand min-h-touch disabled:text-grey-1"
            disabled={!isLive}
            onClick={() => void closeAll()}
          >
            {t('orders.trade.closeAll')}
          </button>
        </div>
      )}
      <div className="text-grey-1 text-1 flex gap-2 px-gutter pt-2 pb-1" aria-hidden>
        <span className="grow">{t('orders.trade.columnStock')}</span>
        <span className="w-20 text-right">{t('orders.trade.columnPrice')}</span>
        <span className="min-w-26 text-right">{t('orders.trade.columnProfit')}</span>
      </div>
      {lots.map((lot) => (
        <Holding key={lot.id} lot={lot} onLongPress={() => setPressed(lot)} />
      ))}
      <Sheet
        open={pressed !== null}
        onClose={() => setPressed(null)}
        title={pressed?.name ?? t('orders.trade.actions')}
      >
        {pressed !== null && (
          <>
            <MenuRow label={t('orders.trade.detail')} href={paths.tradeDetail({ lot: pressed.id })} />
            <MenuRow
              label={closingWord(t, pressed)}
              onPress={() => {
                setPressed(null)
                navigate.to(paths.tradeDetail({ lot: pressed.id, act: 'close' }))
              }}
            />
          </>
        )}
      </Sheet>
    </>
  )
}
