import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazily } from '#client/lazily.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useIsLive } from '#client/topics.ts'
import { useWrite } from '#client/use-write.ts'
import { consideration, tenthsOf, type PriceYen } from '#kernel/price.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { QuoteView } from '#modules/market/contract.ts'
import { getOneTap, LEVERAGES, lockOneTap, type OneTapFields } from '#modules/orders/contract.ts'
import { isStop } from '#modules/orders/model/terms.ts'
import { ICON_S } from '#ui/icon.ts'
import { useStillTap } from '#ui/still-tap.ts'
import { openingWord } from './labels.ts'
import { useOpenOrderNotice } from './open-notice.ts'
import { sayRefusal } from './price-error.ts'
import { TicketBoard } from './TicketBoard.tsx'
import type { TicketFields } from './TicketTerms.tsx'
import { useOneTap, useTaps } from './use-one-tap.ts'

const OneTapLines = lazily(async () => ({ default: (await import('./OneTapLines.tsx')).OneTapLines }))

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
  /** Address that asks first, of an order that would go far through the board or far from it; null: none. */
  confirmPath: (type: 'limit' | 'market', price?: PriceYen) => string | null
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
    const asked = confirmPath(type, price)
    if (asked !== null) return navigate.to(asked)
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
                confirmPath('market') === null
                  ? t('orders.oneTap.atMarket', what)
                  : t('orders.ticket.next', {
                      side: `${t('orders.type.market')} ${what.way}`,
                      quantity: what.quantity,
                    })
              }
              disabled={!canSend || quote.stale}
              onTap={() => tap('market')}
            />
          )}
        </section>
      ) : (
        isShown && <TicketBoard quote={quote} onPick={onPick} />
      )}
      {lines.length > 0 && (
        <Suspense>
          <OneTapLines lines={lines} isChecking={isChecking} onAsk={ask} />
        </Suspense>
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
      className={`settles rounded-1 font-strong mt-1 min-h-control w-full px-3 text-2 ${look}`}
      {...tap}
    >
      {label}
    </button>
  )
}
