import { useState } from 'react'
import { call } from '#client/call.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { refresh } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useIsLive } from '#client/topics.ts'
import { consideration, tenthsOf } from '#kernel/price.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { closeLot, listOrders } from '#modules/orders/contract.ts'
import { getAccount, listLots, type LotView } from '#modules/portfolio/contract.ts'
import type { Held } from '#modules/portfolio/mobile/public.ts'
import { freeOf } from '#modules/portfolio/model/closing.ts'
import { useFee } from '#modules/schedules/mobile/public.ts'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty, ErrorState } from '#ui/Empty.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { estimateClose } from './close-form.ts'
import { HoldingGroups } from './HoldingGroups.tsx'
import { closingWord } from './labels.ts'

/**
 * `held`: what the page has read. A reader of its own would ask again as it comes, and the page would wait
 * for that answer in its place.
 */
export function HoldingList({ held: { account, lots, isKnown, error, refetch } }: { held: Held }) {
  const t = useT()
  const isLive = useIsLive()
  const fee = useFee()
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
    const yes = await confirm({
      title: t('orders.trade.closeAllTitle'),
      ...closingColour(closable),
      act: t('orders.trade.closeAll'),
      body: <ClosingAll lots={closable} fee={fee} />,
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
      <div className="flex items-center justify-between gap-3 px-gutter">
        <a className="pressable flex min-h-touch items-center text-brand" href={paths.performance()}>
          {t('orders.trade.performance')}
        </a>
        {closable.length > 1 && (
          <button
            type="button"
            className="text-brand min-h-touch disabled:text-grey-1"
            disabled={!isLive}
            onClick={() => void closeAll()}
          >
            {t('orders.trade.closeAll')}
          </button>
        )}
      </div>
      <HoldingGroups lots={lots} onLongPress={setPressed} />
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

/** The orders to be sent, one a lot, with what each comes to at the price of now, and all of them. */
function ClosingAll({ lots, fee }: { lots: readonly LotView[]; fee: FeeRule | null }) {
  const t = useT()
  const f = useFormat()
  const each = lots.map((lot) => {
    const quantity = freeOf(lot)
    const price = lot.marketPrice ?? lot.openPrice
    const part = { lot, quantity }
    return {
      ...part,
      notional: consideration(tenthsOf(price), quantity),
      ends: fee && estimateClose([part], price, fee),
    }
  })
  const sum = (of: (one: (typeof each)[number]) => number) => each.reduce((all, one) => all + of(one), 0)
  const floating = lots.reduce((all, lot) => all + (lot.floatingProfit ?? 0), 0)
  return (
    <div className="flex flex-col gap-2">
      <p>{t('orders.trade.closeAllBody', { count: lots.length, profit: f.signedMoney(floating) })}</p>
      <DefinitionList>
        {each.map(({ lot, quantity, notional }) => (
          <DefinitionRow key={lot.id} label={`${lot.name} ${closingWord(t, lot)} ${f.shares(quantity)}`}>
            {f.money(notional)}
          </DefinitionRow>
        ))}
        <DefinitionRow label={t('orders.ticket.notional')} strong>
          {f.money(sum(({ notional }) => notional))}
        </DefinitionRow>
        {fee !== null && (
          <>
            <DefinitionRow label={t('orders.close.fee')}>
              {f.money(sum(({ ends }) => ends?.fee ?? 0))}
            </DefinitionRow>
            <DefinitionRow label={t('orders.close.estimate')} note={t('orders.ticket.lossNote')} strong>
              {f.signedMoney(sum(({ ends }) => ends?.profit ?? 0))}
            </DefinitionRow>
          </>
        )}
      </DefinitionList>
    </div>
  )
}

/** Several at once have the colour of their side where it is one; both ways are marked as what is grave. */
const closingColour = (lots: readonly LotView[]) =>
  lots.every(({ side }) => side === 'up')
    ? ({ side: 'down' } as const)
    : lots.every(({ side }) => side === 'down')
      ? ({ side: 'up' } as const)
      : { danger: true }
