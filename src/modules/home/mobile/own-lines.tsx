import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { consideration, tenthsOf, type PriceYen } from '#kernel/price.ts'
import { lazily } from '#client/lazily.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { Fill, Level, OwnLines } from '#modules/market/mobile/public.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { waitingExits, waitingPrices } from './waiting-prices.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { useFee } from '#modules/schedules/mobile/public.ts'

/** Loaded where there is a line that can be moved: the page stands before its forms are there. */
const loadForms = () => import('#modules/orders/mobile/public.ts')
const AmendSheet = lazily(async () => ({ default: (await loadForms()).AmendSheet }))
const ExitsSheet = lazily(async () => ({ default: (await loadForms()).ExitsSheet }))

type Exit = 'takeProfit' | 'stopLoss'
/** Line that was let go, and where: its form is open, and nothing of it is sent yet. */
type Asked = { readonly line: string; readonly price: PriceYen } & (
  | { readonly order: OrderView; readonly of: 'price' | 'trigger' | Exit }
  | { readonly lot: LotView; readonly exit: Exit }
)

/**
 * The member's orders and holdings of an issue as lines of its chart, and the form that opens where one is
 * moved: the same as on the page of the order or the holding. `retry`: the orders could not be had.
 */
export function useOwnLines(
  lots: readonly LotView[],
  orders: readonly OrderView[],
  retry: (() => void) | null,
): { lines: OwnLines; form: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)
  const wordsOf = useResults(lots, lots.length + orders.length > 0)
  const t = useT()
  const f = useFormat()

  const fills: Fill[] = lots.map((lot) => {
    const { id, openedAt, side, openQuantity, floatingProfit, marketPrice } = lot
    const stands = lot.averageCost ?? lot.openPrice
    const held = t(side === 'up' ? 'market.chart.fillBuy' : 'market.chart.fillSell', {
      quantity: f.quantity(openQuantity),
    })
    /** An exit drawn out of a holding: by the price of now it takes a profit or ends a loss. */
    const exitAt = (price: PriceYen): Exit =>
      price > (marketPrice ?? stands) === (side === 'up') ? 'takeProfit' : 'stopLoss'
    return {
      at: openedAt,
      price: stands,
      side,
      label: floatingProfit === null ? held : `${held} ${f.signedYen(floatingProfit)}`,
      move: {
        id: `lot ${id}`,
        kind: 'exit',
        // The holding, where it stands; an exit has a name once it is moved.
        at: (price) => ({
          label: price === stands ? held : t(`orders.ticket.${exitAt(price)}`),
          ...wordsOf.lot(lot, price),
        }),
        ask: (price) => setAsked({ line: `lot ${id}`, price, lot, exit: exitAt(price) }),
      },
    }
  })
  const ordered = orders.flatMap((order) =>
    waitingPrices(order).map(({ of, price, isFree }): Level => {
      const { id, side, quantity, filledQuantity } = order
      const left = { quantity: f.quantity(quantity - filledQuantity) }
      const label =
        of === 'trigger'
          ? t(side === 'up' ? 'market.study.triggerBuy' : 'market.study.triggerSell', left)
          : t(side === 'up' ? 'market.study.orderBuy' : 'market.study.orderSell', left)
      const line = `${of} ${id}`
      return {
        price,
        side,
        label,
        ...(isFree && {
          move: {
            id: line,
            kind: 'order',
            at: (to) => ({ label, ...wordsOf.order(order, to) }),
            ask: (to) => setAsked({ line, price: to, order, of }),
          },
        }),
      }
    }),
  )
  // An exit is traded the other way.
  const toBe = orders.flatMap((order) =>
    waitingExits(order).map(({ exit, price, isFree }): Level => {
      const { id, side, quantity, filledQuantity } = order
      const left = f.quantity(quantity - filledQuantity)
      const label = t('market.study.exitOfOrder', { exit: t(`orders.ticket.${exit}`), quantity: left })
      const line = `${exit} ${id}`
      return {
        price,
        side: side === 'up' ? 'down' : 'up',
        label,
        ...(isFree && {
          move: {
            id: line,
            kind: 'exit',
            at: (to) => ({ label, ...wordsOf.exit(order, to) }),
            ask: (to) => setAsked({ line, price: to, order, of: exit }),
          },
        }),
      }
    }),
  )
  const exits = lots.flatMap((lot) =>
    (['takeProfit', 'stopLoss'] as const).flatMap((exit): Level[] => {
      const price = lot[exit]
      if (price === null) return []
      const [label, line] = [t(`orders.ticket.${exit}`), `${exit} ${lot.id}`]
      return [
        {
          price,
          side: lot.side === 'up' ? 'down' : 'up',
          label,
          // A stop-loss that follows the price is moved by its distance alone.
          ...(!(exit === 'stopLoss' && (lot.trailYen !== null || lot.trailBp !== null)) && {
            move: {
              id: line,
              kind: 'exit',
              at: (to) => ({ label, ...wordsOf.lot(lot, to) }),
              ask: (to) => setAsked({ line, price: to, lot, exit }),
            },
          }),
        },
      ]
    }),
  )
  const close = () => setAsked(null)
  return {
    lines: {
      fills,
      levels: [...ordered, ...toBe, ...exits],
      asked: asked && { id: asked.line, price: asked.price },
      missing: retry && { words: `${t('orders.trade.pending')} ${t('ui.cannotLoad')}`, retry },
    },
    form: asked && (
      <Suspense fallback={null}>
        {'order' in asked ? (
          <AmendSheet order={asked.order} proposed={{ [asked.of]: asked.price }} open onClose={close} />
        ) : (
          <ExitsSheet
            lot={asked.lot}
            quote={undefined}
            proposed={{ [asked.exit]: asked.price }}
            open
            onClose={close}
          />
        )}
      </Suspense>
    ),
  }
}

type Words = { result: string; tone: 'up' | 'down' | null }

/** The result in yen of a line at a price: what closing brings there, or what an order to open comes to. */
function useResults(lots: readonly LotView[], isMovable: boolean) {
  const t = useT()
  const f = useFormat()
  const fee = useFee()
  const [forms, setForms] = useState<Awaited<ReturnType<typeof loadForms>> | null>(null)
  useEffect(() => {
    // Without them a line is moved without its result; that they failed is told where a form opens.
    if (isMovable) void loadForms().then(setForms, () => {})
  }, [isMovable])
  const profitWords = (profit: number | null): Words =>
    profit === null
      ? { result: '', tone: null }
      : {
          result: t('market.own.profit', { profit: f.signedMoney(profit) }),
          tone: profit < 0 ? 'down' : 'up',
        }
  const lotWords = (lot: LotView, price: PriceYen, quantity = lot.openQuantity): Words =>
    profitWords(
      fee &&
        forms &&
        forms.estimateClose([{ lot, quantity }], [consideration(tenthsOf(price), quantity)], fee).profit,
    )
  return {
    lot: lotWords,
    /** An exit of what an order has still to open. */
    exit(order: OrderView, price: PriceYen): Words {
      const { side, leverage, quantity, filledQuantity } = order
      const opened = { side, quantity: quantity - filledQuantity, leverageTenths: Math.round(leverage * 10) }
      const worth = forms?.restWorth(order, order.price ?? order.triggerPrice)
      return profitWords(
        fee && forms && worth ? forms.outcomeAt(opened, worth.yen, tenthsOf(price), fee) : null,
      )
    },
    order(order: OrderView, price: PriceYen): Words {
      const left = order.quantity - order.filledQuantity
      const closed = lots.find(({ id }) => id === order.lotId)
      return closed === undefined
        ? {
            result: t('market.own.value', { value: f.money(consideration(tenthsOf(price), left)) }),
            tone: null,
          }
        : lotWords(closed, price, left)
    },
  }
}
