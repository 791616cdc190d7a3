import { useState } from 'react'
import { useFormat, useT, useText } from '#client/texts.ts'
import { tenthsOf, type PriceYen } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import type { AmendedExits, OrderView } from '#modules/orders/contract.ts'
import { refusedByExits } from '#modules/orders/model/exits.ts'
import { refusedByTrail } from '#modules/portfolio/model/trail.ts'
import { sayRefusal } from './price-error.ts'
import { firstTrigger, hasTrail, trailTyped, trailWire, type TrailFields } from './TrailDistance.tsx'
import { trailWords } from './trail-words.ts'

export type ExitKind = 'takeProfit' | 'stopLoss'
/** Exits as they are, in yen and in parts of the price; null: none. */
export type ExitsBefore = Pick<OrderView, 'takeProfit' | 'stopLoss' | 'trailYen' | 'trailBp'>
type Basis = {
  side: 'up' | 'down'
  /** Price (yen) on whose two sides they have to stand. */
  from: PriceYen
  tickTable: TickTable
  before: ExitsBefore
  /** Prices (yen) that the form begins with, where somebody has named them. */
  proposed: Partial<Record<ExitKind, PriceYen>> | undefined
  /** A stop-loss that trails begins anew from `from`, also with its old distance. */
  beginsAnew: boolean
}

/** Take-profit and stop-loss of a form: as typed, what is wrong with them, and as the server takes them. */
export function useExits({ side, from, tickTable, before, proposed, beginsAnew }: Basis) {
  const t = useT()
  const f = useFormat()
  const text = useText()
  // undefined: none; null: emptied, or no figure is typed.
  const [prices, setPrices] = useState<Record<ExitKind, number | null | undefined>>({
    takeProfit: proposed?.takeProfit ?? before.takeProfit ?? undefined,
    stopLoss: proposed?.stopLoss ?? before.stopLoss ?? undefined,
  })
  const [trail, setTrail] = useState<TrailFields>({
    trailYen: before.trailYen ?? undefined,
    trailBp: before.trailBp ?? undefined,
  })
  const trails = prices.stopLoss !== undefined && hasTrail(trail)
  const isTrailChanged =
    (trails ? trail.trailYen : undefined) !== (before.trailYen ?? undefined) ||
    (trails ? trail.trailBp : undefined) !== (before.trailBp ?? undefined)
  const stopSide = side === 'up' ? 'down' : 'up'
  // Another distance begins from the price of now; a stop-loss that follows by itself stays where it is.
  const stopLoss = !trails
    ? prices.stopLoss
    : isTrailChanged || beginsAnew
      ? firstTrigger(stopSide, trail, from, tickTable)
      : before.stopLoss
  const { takeProfit } = prices
  const priceOf = (kind: ExitKind) => (kind === 'stopLoss' ? stopLoss : takeProfit)
  const isChanged = (kind: ExitKind) => priceOf(kind) !== (before[kind] ?? undefined)
  const errorOf = (kind: ExitKind) => {
    const price = priceOf(kind)
    if (price === undefined || price === null) return undefined
    const none = { takeProfitTenths: null, stopLossTenths: null }
    return sayRefusal(
      text,
      refusedByExits(side, { ...none, [`${kind}Tenths`]: tenthsOf(price) }, tenthsOf(from), tickTable),
    )
  }
  const isTrailWrong =
    trails &&
    typeof stopLoss === 'number' &&
    refusedByTrail(trailTyped(trail), tenthsOf(stopLoss), tickTable) !== null
  const isWrong = (kind: ExitKind) => priceOf(kind) === null || errorOf(kind) !== undefined
  const words = (price: PriceYen | null | undefined) =>
    price === undefined || price === null ? t('orders.confirm.none') : f.price(price)
  const distance = trailWords(t, f, { trailYen: trail.trailYen ?? null, trailBp: trail.trailBp ?? null })
  const input: AmendedExits = {
    ...(typeof takeProfit === 'number' ? { takeProfit } : {}),
    ...(typeof stopLoss === 'number' ? { stopLoss } : {}),
    ...(trails ? trailWire(trail) : {}),
  }
  return {
    side,
    stopSide,
    from,
    tickTable,
    prices,
    setPrice: (kind: ExitKind, price: number | null | undefined) => setPrices({ ...prices, [kind]: price }),
    trail,
    setTrail,
    trails,
    priceOf,
    errorOf,
    isChanged: isChanged('takeProfit') || isTrailChanged || isChanged('stopLoss'),
    isWrong: isTrailWrong || isWrong('takeProfit') || isWrong('stopLoss'),
    /** As the server takes them, once nothing is wrong. */
    input,
    said: {
      takeProfit: words(takeProfit),
      stopLoss: [
        words(stopLoss),
        ...(trails ? [t('orders.trail.with', { distance: distance ?? '' })] : []),
      ].join(f.dot),
    },
  } as const
}
export type ExitsForm = ReturnType<typeof useExits>
