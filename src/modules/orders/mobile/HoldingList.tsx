import { useState } from 'react'
import { call, newKey } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { pause } from '#client/clock.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { refresh } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useIsLive } from '#client/topics.ts'
import type { Quantity } from '#kernel/price.ts'
import { SECOND } from '#kernel/time.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { closeLots, listOrders, type OrderView } from '#modules/orders/contract.ts'
import { getAccount, listLots, type LotView } from '#modules/portfolio/contract.ts'
import type { Held } from '#modules/portfolio/mobile/public.ts'
import { closableWith, freeOf } from '#modules/portfolio/model/closing.ts'
import { holdingsOf } from '#modules/portfolio/model/holdings.ts'
import { useFee } from '#modules/schedules/mobile/public.ts'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty, ErrorState } from '#ui/Empty.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { askAtMarket, type AtMarket } from './at-market.ts'
import { closeEach, refusals, type CloseAnswer } from './close-each.ts'
import { estimateClose } from './close-form.ts'
import type { ClosePart } from './close-parts.ts'
import { worthsOf } from './close-worths.ts'
import { HoldingGroups } from './HoldingGroups.tsx'
import { inTheWay } from './in-the-way.ts'
import { closingWord, orderWords } from './labels.ts'
import { useCancel } from './use-cancel.ts'

/**
 * `held`: what the page has read. A reader of its own would ask again as it comes, and the page would wait
 * for that answer in its place.
 */
export function HoldingList({ held: { account, lots, isKnown, error, refetch } }: { held: Held }) {
  const t = useT()
  const isLive = useIsLive()
  const fee = useFee()
  const [pressed, setPressed] = useState<LotView | null>(null)
  const [isClosing, setClosing] = useState(false)
  const cancel = useCancel()
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
  const closable = lots.filter((lot) => freeOf(lot) > 0)
  const closings = closingsOf(closable)

  async function closeAll() {
    const [priced, pending] = await Promise.all([
      pricedNow(closings),
      call(listOrders, { query: { status: 'pending' } }, { quiet: true }).catch(() => []),
    ])
    const own = inTheWay(
      priced.map(({ lot, quantity, now }) => ({
        code: lot.code,
        side: lot.side === 'up' ? 'down' : 'up',
        quantity,
        board: now?.board,
      })),
      pending,
    )
    const act = t('orders.trade.closeAll')
    const yes = await confirm({
      title: t('orders.trade.closeAllTitle'),
      ...closingColour(closable),
      act: own.length === 0 ? act : t('orders.cancel.thenClose', { side: act }),
      body: <ClosingAll closings={priced} own={own} fee={fee} />,
    })
    if (!yes) return
    setClosing(true)
    // An order that could not be taken back keeps its own holding from being closed, and no other.
    for (const order of own) await cancel.takeBack(order)
    const outcomes = await closeEach(closings, newKey, closeHolding, (seconds) => pause(seconds * SECOND))
    setClosing(false)
    for (const route of [listOrders, listLots, getAccount]) refresh(route)
    const sent: string[] = []
    const refused: string[] = []
    for (const [n, outcome] of outcomes.entries()) {
      if (outcome.kind === 'sent') sent.push(...outcome.orders.slice(0, 1).map(({ id }) => id))
      else {
        const { id } = closings[n]!.lot
        refusals.set(id, outcome.msg)
        refused.push(id)
      }
    }
    navigate.to(
      paths.closedAll({ orders: sent.join(',') || undefined, refused: refused.join(',') || undefined }),
    )
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
            disabled={!isLive || isClosing}
            onClick={() => void closeAll()}
          >
            {t(isClosing ? 'ui.pending' : 'orders.trade.closeAll')}
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

/** Free shares of one issue held in one way, oldest lot first. */
type Closing = { name: string; lot: LotView; parts: readonly ClosePart[]; quantity: Quantity }

const closingsOf = (closable: readonly LotView[]): Closing[] =>
  holdingsOf(closable).map(({ name, lots }) => {
    const parts = closableWith(lots[0]!, lots).map((lot) => ({ lot, quantity: freeOf(lot) }))
    return { name, lot: lots[0]!, parts, quantity: parts.reduce((sum, part) => sum + part.quantity, 0) }
  })

type Priced = Closing & { now: AtMarket | null }

/** Each with its price through the board of now: those of one issue and side stand one behind the other. */
const pricedNow = (closings: readonly Closing[]): Promise<Priced[]> =>
  Promise.all(
    closings.map(async (closing, n) => {
      const { code, side } = closing.lot
      const before = closings
        .slice(0, n)
        .reduce(
          (sum, { lot, quantity }) => (lot.code === code && lot.side === side ? sum + quantity : sum),
          0,
        )
      const now = await askAtMarket(code, side === 'up' ? 'down' : 'up', closing.quantity, before)
      return { ...closing, now }
    }),
  )

/** All lots of a holding, or none, for one commission. */
async function closeHolding(
  { lot: { code, side }, parts, quantity }: Closing,
  key: string,
): Promise<CloseAnswer> {
  const lots = parts.map(({ lot }) => lot.id)
  const input = { type: 'market', code, side, quantity, lots } as const
  try {
    return { ok: true, orders: await call(closeLots, { input }, { key, quiet: true }) }
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure
    return { ok: false, error: failure }
  }
}

/** The orders to be sent, by holding, with what each comes to at the price of now, and all of them. */
function ClosingAll({
  closings,
  own,
  fee,
}: {
  closings: readonly Priced[]
  /** Own orders in the way, which are taken back first. */
  own: readonly OrderView[]
  fee: FeeRule | null
}) {
  const t = useT()
  const f = useFormat()
  const each = closings.map((closing) => {
    const price = closing.now?.price ?? closing.lot.marketPrice ?? closing.lot.openPrice
    const worths = worthsOf(closing.parts, price, closing.now?.through)
    return {
      ...closing,
      notional: worths.reduce((all, worth) => all + worth, 0),
      ends: fee && estimateClose(closing.parts, worths, fee),
    }
  })
  const sum = (of: (one: (typeof each)[number]) => number) => each.reduce((all, one) => all + of(one), 0)
  const floating = sum(({ parts }) => parts.reduce((all, { lot }) => all + (lot.floatingProfit ?? 0), 0))
  const count = sum(({ parts }) => parts.length)
  const yen = sum(({ now }) => now?.far?.yen ?? 0)
  const beyond = sum(({ now }) => now?.far?.beyond ?? 0)
  return (
    <div className="flex flex-col gap-2">
      <p>{t('orders.trade.closeAllBody', { count, profit: f.signedMoney(floating) })}</p>
      {own.map((order) => (
        <p key={order.id} className="text-warn">
          {t('orders.cancel.first', { order: `${order.name}${f.dot}${orderWords(t, f, order)}` })}
        </p>
      ))}
      {yen > 0 && <p className="text-warn">{t('orders.far.title', { beyond: 0, yen: f.money(yen) })}</p>}
      {beyond > 0 && <p className="text-warn">{t('orders.far.title', { beyond, yen: f.money(yen) })}</p>}
      <DefinitionList>
        {each.map(({ name, lot, quantity, notional }) => (
          <DefinitionRow key={lot.id} label={`${name} ${closingWord(t, lot)} ${f.shares(quantity)}`}>
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
