import { IconBellPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { PriceYen } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { ICON_XS } from '#ui/icon.ts'
import type { BarView } from '../contract.ts'
import type { Geometry } from './chart-geometry.ts'
import { knownHold, onHold, type Spot } from './chart-hold.ts'
import { onTick } from './chart-places.ts'
import type { PriceChart } from './price-chart.ts'

type Pin = { at: string; price: PriceYen }

/** The bar and price that a long press has chosen, until a tap takes it away. */
export function usePin({
  chart,
  bars,
  tickTable,
  onPoint,
  onTap,
}: {
  chart: PriceChart | null
  bars: readonly BarView[]
  tickTable: TickTable
  onPoint: (at: string | null) => void
  onTap: (spot: Spot) => void
}) {
  const [pin, setPin] = useState<Pin | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const held = useEffectEvent((spot: Spot) => {
    if (chart === null) return
    const bar = bars[chart.geometry.barAt(spot.x)]
    const price = chart.geometry.priceAt(spot.y)
    if (bar === undefined || price === null || price <= 0) return
    if (spot.y < 0 || spot.y > chart.geometry.plot().height) return
    setPin({ at: bar.at, price: onTick(price, tickTable) })
    onPoint(bar.at)
    knownHold.set(true)
  })
  const tapped = useEffectEvent((spot: Spot) => {
    if (pin !== null) {
      setPin(null)
      onPoint(null)
    } else onTap(spot)
  })
  useEffect(
    () =>
      box.current === null
        ? undefined
        : onHold(box.current, { held: (spot) => held(spot), tapped: (spot) => tapped(spot) }),
    [],
  )
  return { pin, ref: box, drop: () => setPin(null) }
}

const TOUCH = 44

/** At the pinned price: the way to the form of a price alert, filled in. */
export function AlertPin({
  chart,
  code,
  price,
  last,
  onLeave,
}: {
  chart: Geometry
  code: string
  price: PriceYen
  last: PriceYen
  onLeave: () => void
}) {
  const t = useT()
  const f = useFormat()
  useSyncExternalStore(chart.subscribe, chart.frame)
  const { width, height } = chart.plot()
  const y = Math.min(Math.max(chart.yOf(price) ?? 0, TOUCH / 2), height - TOUCH / 2)
  return (
    <a
      className="pressable absolute z-3 flex min-h-touch -translate-x-full items-center px-1"
      style={{ top: y - TOUCH / 2, left: width }}
      onClick={onLeave}
      href={paths.alerts({ code, watches: price > last ? 'above' : 'below', price })}
    >
      <span className="flex items-center gap-1 rounded-1 bg-brand px-2 py-1 text-1 whitespace-nowrap text-on-brand">
        <IconBellPlus {...ICON_XS} />
        {t('market.own.alert', { price: f.price(price) })}
      </span>
    </a>
  )
}
