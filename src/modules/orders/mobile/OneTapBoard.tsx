import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useIsLive, useTopic } from '#client/topics.ts'
import { useWrite } from '#client/use-write.ts'
import { consideration, tenthsOf, type PriceYen } from '#kernel/price.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { QuoteView } from '#modules/market/contract.ts'
import {
  cancelOrder,
  getOneTap,
  getOrder,
  LEVERAGES,
  listOrders,
  lockOneTap,
  type OneTapFields,
  type OrderView,
} from '#modules/orders/contract.ts'
import { isStop } from '#modules/orders/model/terms.ts'
import { getAccount, memberTopic } from '#modules/portfolio/contract.ts'
import { ICON_S } from '#ui/icon.ts'
import { useStillTap } from '#ui/still-tap.ts'
import { toast } from '#ui/toast.tsx'
import { openingWord, statusWord } from './labels.ts'
import { useOpenOrderNotice } from './open-notice.ts'
import { sayRefusal } from './price-error.ts'
import { TicketBoard } from './TicketBoard.tsx'
import type { TicketFields } from './TicketTerms.tsx'
import { useOneTap, useTaps, type Tapped } from './use-one-tap.ts'

/** A tap sends what the ticket says, for today: nothing that it says is left out without a word. */
const isPlain = (form: TicketFields): boolean =>
  !isStop(form) &&
  form.takeProfit === undefined &&
  form.stopLoss === undefined &&
  form.condition === undefined &&
  form.timeInForce === undefined &&
  form.validity === undefined

type OverLimits = Refusal<'ONE_TAP_SHARES' | 'ONE_TAP_VALUE'> | null

/** The limit of this device that the order is above, as the server would say it. */
function overLimits(limits: OneTapFields | null, quantity: number, quote: QuoteView): OverLimits {
  if (limits === null) return null
  if (quantity > limits.mostShares) return no('ONE_TAP_SHARES', { max: limits.mostShares })
  const valueYen = consideration(tenthsOf(quote.last ?? quote.previousClose), quantity)
  return valueYen > limits.mostYen ? no('ONE_TAP_VALUE', { maxYen: limits.mostYen, valueYen }) : null
}

/**
 * The board of a ticket. While one-tap orders are armed (decision 0136) it looks otherwise, says what a tap
 * sends, and carries the lock; a line for each order sent stands under it.
 */
export function OneTapBoard({
  code,
  form,
  quote,
  isShown,
  confirmPath,
  onPick,
}: {
  code: string
  form: TicketFields
  quote: QuoteView
  /** Shown in any case; beside the issue's own board only while a tap sends. */
  isShown: boolean
  /** Address that asks first, of an order at market that would go far through the board. */
  confirmPath: string | null
  onPick: (price: PriceYen) => void
}) {
  const t = useT()
  const f = useFormat()
  const isLive = useIsLive()
  const { state, view, limits } = useOneTap()
  const { lines, isChecking, send, ask } = useTaps()
  useOpenOrderNotice(state === 'armed')
  const leverage = LEVERAGES.find((one) => one === form.leverage)
  const { side, quantity } = form
  const over = quantity === null ? null : overLimits(limits, quantity, quote)
  const canSend =
    quantity !== null && quantity > 0 && leverage !== undefined && isLive && isPlain(form) && over === null
  const isArmed = state === 'armed' && view !== null
  const what = {
    way: openingWord(t, { side, leverageTenths: Math.round(form.leverage * 10) }),
    quantity: f.quantity(quantity),
  }
  const tap = (type: 'limit' | 'market', price?: PriceYen) => {
    if (!canSend || view === null) return
    const at = price === undefined ? {} : { price }
    send({ code, side, type, quantity, leverage, limitsVersion: view.version, ...at })
  }
  return (
    <>
      {state === 'locked' && (
        <a
          className="pressable bg-sunk rounded-1 flex min-h-touch items-center gap-2 px-3 text-2"
          href={paths.oneTap()}
        >
          <IconLock {...ICON_S} aria-hidden className="text-grey-1 shrink-0" />
          <span className="min-w-0 grow">{t('orders.oneTap.stripLocked')}</span>
          <span className="text-brand font-strong shrink-0">{t('orders.oneTap.openLock')}</span>
        </a>
      )}
      {isArmed ? (
        <section
          aria-label={t('orders.oneTap.title')}
          className={`rounded-1 border-2 p-2 ${
            canSend ? (side === 'up' ? 'border-up' : 'border-down') : 'border-grey-2'
          }`}
        >
          <Strip
            what={what}
            side={side}
            canSend={canSend}
            locksAt={view.locksAt}
            isPlain={isPlain(form)}
            over={over}
          />
          <TicketBoard
            quote={quote}
            onPick={onPick}
            send={
              canSend && limits?.takesLimit === true
                ? { words: what, act: (price) => tap('limit', price) }
                : undefined
            }
          />
          {limits?.takesMarket === true && (
            <MarketTap
              side={side}
              label={
                confirmPath === null
                  ? t('orders.oneTap.atMarket', what)
                  : t('orders.ticket.next', {
                      side: `${t('orders.type.market')} ${what.way}`,
                      quantity: what.quantity,
                    })
              }
              disabled={!canSend || quote.stale}
              onTap={() => (confirmPath === null ? tap('market') : navigate.to(confirmPath))}
            />
          )}
        </section>
      ) : (
        isShown && <TicketBoard quote={quote} onPick={onPick} />
      )}
      {lines.length > 0 && (
        <ul aria-label={t('orders.oneTap.lines')} className="flex flex-col gap-1">
          {lines.map((line) => (
            <Line key={line.n} line={line} isChecking={isChecking} onAsk={() => ask(line)} />
          ))}
        </ul>
      )}
    </>
  )
}

/** The words over an armed board: what a tap sends, until when, and the lock. */
function Strip({
  what,
  side,
  canSend,
  isPlain,
  over,
  locksAt,
}: {
  what: { way: string; quantity: string }
  side: 'up' | 'down'
  canSend: boolean
  isPlain: boolean
  over: OverLimits
  locksAt: string | null
}) {
  const t = useT()
  const f = useFormat()
  const text = useText()
  const lock = useWrite(lockOneTap, { refreshes: [getOneTap] })
  const look = !canSend ? 'bg-sunk text-ink' : side === 'up' ? 'bg-up text-on-up' : 'bg-down text-on-down'
  return (
    <div className="pb-2">
      <div className={`rounded-1 flex items-center gap-2 px-3 ${look}`} role="status">
        <IconLockOpen {...ICON_S} aria-hidden className="shrink-0" />
        <span className="text-2 font-strong min-w-0 grow py-1">{t('orders.oneTap.armed', what)}</span>
        <button
          type="button"
          className="pressable font-strong flex min-h-touch shrink-0 items-center gap-1 text-2 underline"
          onClick={() => void lock.run()}
        >
          <IconLock {...ICON_S} aria-hidden />
          {t('orders.oneTap.lock')}
        </button>
      </div>
      <p className="text-1 text-grey-1 pt-1">
        {over !== null
          ? sayRefusal(text, over)
          : isPlain
            ? t('orders.oneTap.armedNote', { until: locksAt === null ? '' : f.clock(locksAt) })
            : t('orders.oneTap.plainOnly')}
      </p>
    </div>
  )
}

function MarketTap({
  side,
  label,
  disabled,
  onTap,
}: {
  side: 'up' | 'down'
  label: string
  disabled: boolean
  onTap: () => void
}) {
  const tap = useStillTap(label, onTap, () => {})
  const look = disabled ? 'bg-sunk text-grey-1' : side === 'up' ? 'bg-up text-on-up' : 'bg-down text-on-down'
  return (
    <button
      type="button"
      disabled={disabled}
      className={`rounded-1 font-strong mt-1 min-h-control w-full px-3 text-2 ${look}`}
      {...tap}
    >
      {label}
    </button>
  )
}

/** One order that was sent: what, its outcome as it comes, and the way to take it back. */
function Line({ line, isChecking, onAsk }: { line: Tapped; isChecking: boolean; onAsk: () => void }) {
  const t = useT()
  const f = useFormat()
  const { input, outcome } = line
  const words = t('orders.oneTap.what', {
    way: openingWord(t, { side: input.side, leverageTenths: Math.round(input.leverage * 10) }),
    quantity: f.quantity(input.quantity),
    price: input.price === undefined ? t('orders.type.market') : f.price(input.price),
  })
  return (
    <li className="bg-sunk rounded-1 flex min-h-touch items-center gap-2 px-3 text-1">
      <span className="min-w-0 grow py-1" role="status">
        <span className="font-strong block">{words}</span>
        {outcome.kind === 'order' ? null : (
          <span className={`block ${outcome.kind === 'refused' ? 'text-danger' : 'text-grey-1'}`}>
            {outcome.kind === 'refused'
              ? outcome.msg
              : outcome.kind === 'unknown'
                ? t('orders.oneTap.unknown')
                : t(isChecking ? 'orders.oneTap.checking' : 'orders.oneTap.sending')}
          </span>
        )}
        {outcome.kind === 'order' && <Outcome order={outcome.order} />}
      </span>
      {outcome.kind === 'unknown' && (
        <button
          type="button"
          className="pressable text-brand font-strong min-h-touch shrink-0"
          onClick={onAsk}
        >
          {t('orders.oneTap.ask')}
        </button>
      )}
      {outcome.kind === 'order' && <Cancel order={outcome.order} />}
    </li>
  )
}

/** The order as it stands: the stream says when it changes. */
function useLiveOrder(first: OrderView): OrderView {
  const { id } = first
  const read = useRead(getOrder, { params: { id } }, { placeholder: first, quiet: true })
  const again = () => refresh(getOrder, { params: { id } })
  useTopic(
    memberTopic,
    {},
    (event) => {
      if (event.type === 'order' && event.orderId === id) again()
    },
    { onReset: again },
  )
  return read.data ?? first
}

function Outcome({ order: first }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  const order = useLiveOrder(first)
  return (
    <a className="text-grey-1 block" href={paths.tradeDetail({ order: order.id })}>
      {statusWord(t, order.status)}
      {order.filledQuantity > 0 &&
        `${f.dot}${t('orders.trade.filled', {
          filled: f.quantity(order.filledQuantity),
          quantity: f.quantity(order.quantity),
        })} ${f.price(order.averagePrice)}`}
      {order.reason !== null && `${f.dot}${order.reason}`}
    </a>
  )
}

function Cancel({ order: first }: { order: OrderView }) {
  const t = useT()
  const order = useLiveOrder(first)
  const write = useWrite(cancelOrder, { refreshes: [getOrder, listOrders, getAccount] })
  if (order.status !== 'pending') return null
  const cancel = async () => {
    const answer = await write.run({ params: { id: order.id } })
    if (answer.ok) toast(t('orders.cancel.done'), { kind: 'ok' })
  }
  return (
    <button
      type="button"
      className="pressable text-brand font-strong min-h-touch shrink-0 px-2"
      aria-busy={write.state !== 'idle' || undefined}
      onClick={() => void cancel()}
    >
      {t('orders.oneTap.cancel')}
    </button>
  )
}
