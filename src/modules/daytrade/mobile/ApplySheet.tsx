import { useDraft } from '#client/drafts.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useIsLive } from '#client/topics.ts'
import { useWrite } from '#client/use-write.ts'
import { tenthsOf } from '#kernel/price.ts'
import { NO_COMMISSION } from '#modules/margin/model/rates.ts'
import { listOrders } from '#modules/orders/contract.ts'
import {
  maxQuantity,
  previewOrder,
  TicketLosses,
  TicketRow,
  useTicket,
  type Preview,
  type Ticket,
} from '#modules/orders/mobile/public.ts'
import { getAccount, listLots } from '#modules/portfolio/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { ErrorState } from '#ui/Empty.tsx'
import { isWithin } from '#ui/figure-input.ts'
import { Figure } from '#ui/Figure.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { Notice } from '#ui/Notice.tsx'
import { outOfRange } from '#ui/out-of-range.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { toast } from '#ui/toast.tsx'
import {
  applyDayTrade,
  DAY_LEVERAGES,
  listDayApplications,
  type DayRowView,
  type DayTradeInput,
  type DayTradeLeft,
  type DayTradeView,
} from '../contract.ts'
import { dayOrder } from '../model/decide.ts'
import { leftOf } from './left-of.ts'
import { useHedging } from './use-hedging.ts'

export type Chosen = { row: DayRowView; side: 'up' | 'down' }
type Props = {
  day: DayTradeView
  chosen: Chosen
  left: DayTradeLeft | undefined
  open: boolean
  onClose: () => void
  onApplied: () => void
}

/**
 * Units and leverage at the hedging price of this moment: what it costs, what it can lose, how it ends; then
 * a confirm that repeats it in numbers.
 */
export function ApplySheet({ open, onClose, ...rest }: Props) {
  const t = useT()
  return (
    <Sheet open={open} onClose={onClose} title={t('daytrade.sheet.title', { side: rest.chosen.side })}>
      <Body {...rest} />
    </Sheet>
  )
}

function Body(props: Omit<Props, 'open' | 'onClose'>) {
  const t = useT()
  const ticket = useTicket(props.chosen.row.code)
  const { stock, market, funds, info } = ticket
  if (stock === null || market === null || funds === null || info === null) {
    return ticket.error ? (
      <ErrorState error={ticket.error} onRetry={ticket.retry} />
    ) : (
      <Skeleton kind="lines" rows={8} />
    )
  }
  if (info.maxLeverage <= 1) {
    return (
      <div className="flex flex-col gap-4 px-gutter py-4">
        <p className="text-2">{t('daytrade.sheet.locked')}</p>
        <div className="flex">
          <Button href={paths.level()}>{t('daytrade.sheet.toLevel')}</Button>
        </div>
      </div>
    )
  }
  return <Form {...props} ticket={{ market, funds, info }} />
}

type Typed = { units: number | null; leverage: DayTradeInput['leverage'] }
type Known = { [Name in 'market' | 'funds' | 'info']: NonNullable<Ticket[Name]> }

function Form({
  day,
  chosen: { row, side },
  left,
  onApplied,
  ticket: { market, funds, info },
}: Omit<Props, 'open' | 'onClose'> & { ticket: Known }) {
  const t = useT()
  const f = useFormat()
  const hedging = useHedging(row)
  const isLive = useIsLive()
  const [{ units, leverage }, setForm, drop] = useDraft<Typed>(`units ${row.code} ${side}`, () => ({
    units: 1,
    leverage: 2 <= info.maxLeverage ? 2 : 1.5,
  }))
  const apply = useWrite(applyDayTrade, {
    refreshes: [listDayApplications, listOrders, listLots, getAccount],
    quiet: true,
  })
  const price = side === 'up' ? hedging.long : hedging.short
  if (price === null)
    return <div className="px-gutter py-6 text-2 text-grey-1">{t('daytrade.sheet.noPrice')}</div>

  const free = { ...funds, fee: NO_COMMISSION }
  const asked = {
    code: row.code,
    side,
    units: units ?? 1,
    priceTenths: tenthsOf(price),
    leverageTenths: Math.round(leverage * 10),
  }
  const order = { ...dayOrder(asked, row.unit), source: 'day-trade' as const }
  const preview = previewOrder(order, market, free)
  const shown = units === null ? null : preview
  const most = Math.min(
    Math.floor(maxQuantity(order, market, free, info.maxOrderValue) / row.unit),
    leftOf(row, side, day.listingId, left),
    day.perMemberUnits,
  )
  const asks = isWithin(units, 1, most)
  const quantity = f.quantity(units && order.quantity)

  async function submit() {
    if (price === null || units === null) return
    const yes = await confirm({
      title: t('daytrade.confirm.title'),
      body: (
        <Confirmed
          row={row}
          side={side}
          quantity={quantity}
          price={f.price(price)}
          leverage={leverage}
          preview={preview}
        />
      ),
    })
    if (!yes) return
    const answer = await apply.run({
      input: { listingId: day.listingId, code: row.code, side, units, price, leverage },
    })
    if (!answer.ok) return
    drop()
    toast(t('daytrade.applied'), { kind: 'ok' })
    onApplied()
  }

  return (
    <>
      {hedging.stale && <Notice tone="warn" title={t('daytrade.sheet.stale')} />}
      {apply.error !== null && apply.state === 'idle' && <Notice tone="danger" title={apply.error.msg} />}
      <div className="flex flex-col gap-3 px-gutter pb-3">
        <div className="flex items-end justify-between gap-3">
          <p className="min-w-0">
            <span className="text-2 font-strong">{row.name}</span>{' '}
            <span className="text-1 text-grey-1">{row.code}</span>
          </p>
          <p className="shrink-0 text-right">
            <span className="block text-1 text-grey-1">{t('daytrade.sheet.hedging')}</span>
            <Figure size={4} tone={side} unit={t('ui.yen')}>
              {f.price(price)}
            </Figure>
          </p>
        </div>
        <p className="text-1 text-grey-1">{t('daytrade.sheet.hedgingNote')}</p>
        <TicketRow label={t('daytrade.sheet.units')}>
          <Stepper
            label={t('daytrade.sheet.units')}
            unit="units"
            value={units}
            onChange={(next) => setForm((now) => ({ ...now, units: next }))}
            step={1}
            min={1}
            max={Math.max(most, 1)}
            display={f.quantity(units)}
            hint={
              most === 0
                ? t('daytrade.sheet.unitsNone')
                : t('daytrade.sheet.unitsHint', { unit: row.unit, most })
            }
            error={
              asks || most === 0
                ? undefined
                : units === 0
                  ? outOfRange(t, 1, most)
                  : t('daytrade.sheet.unitsTooMany', { most })
            }
          />
        </TicketRow>
        <TicketRow label={t('daytrade.sheet.leverage')}>
          <div role="group" aria-label={t('daytrade.sheet.leverage')} className="grid grid-cols-3 gap-2">
            {DAY_LEVERAGES.map((one) => (
              <Chip
                key={one}
                tall
                selected={one === leverage}
                locked={one > info.maxLeverage}
                disabled={one > info.maxLeverage}
                onPress={() => setForm((now) => ({ ...now, leverage: one }))}
              >
                {f.number(one, Number.isInteger(one) ? 0 : 1)}×
              </Chip>
            ))}
          </div>
        </TicketRow>
        <Costs preview={shown} quantity={f.shares(units && order.quantity)} leverage={leverage} />
      </div>
      <TicketLosses preview={shown} order={order} />
      <p className="px-gutter py-2 text-1 text-grey-1">
        <strong className="text-warn">{t('daytrade.risk')}</strong>
        <br />
        {t('daytrade.rules', {
          warn: f.clock(day.warnAt),
          close: f.clock(day.closingAt),
          yen: f.money(day.penalty),
        })}
      </p>
      <div className="sticky bottom-0 z-1 flex border-t border-grey-3 bg-surface p-4">
        <Button
          kind={side === 'up' ? 'buy' : 'sell'}
          state={apply.state}
          disabled={!asks || hedging.stale || !isLive}
          onPress={() => void submit()}
        >
          {t('daytrade.sheet.submit', { side, quantity })}
        </Button>
      </div>
    </>
  )
}

function Costs({
  preview,
  quantity,
  leverage,
}: {
  preview: Preview | null
  quantity: string
  leverage: number
}) {
  const t = useT()
  const f = useFormat()
  return (
    <DefinitionList>
      <DefinitionRow label={t('daytrade.sheet.shares')}>{quantity}</DefinitionRow>
      <DefinitionRow label={t('daytrade.sheet.notional')}>{f.money(preview?.notionalYen)}</DefinitionRow>
      <DefinitionRow label={t('daytrade.sheet.margin', { leverage })} strong>
        {f.money(preview?.marginYen)}
      </DefinitionRow>
      <DefinitionRow label={t('daytrade.cost')}>
        {f.money(preview && preview.feeYen + preview.costPerDayYen)}
      </DefinitionRow>
      {preview !== null && preview.holdYen !== preview.marginYen && (
        <DefinitionRow label={t('daytrade.sheet.hold')} note={t('daytrade.sheet.holdNote')}>
          {f.money(preview.holdYen)}
        </DefinitionRow>
      )}
      <DefinitionRow label={t('daytrade.sheet.after')}>{f.money(preview?.powerAfterYen)}</DefinitionRow>
    </DefinitionList>
  )
}

type ConfirmedProps = {
  row: DayRowView
  side: 'up' | 'down'
  quantity: string
  price: string
  leverage: number
  preview: Preview
}

function Confirmed({ row, side, quantity, price, leverage, preview }: ConfirmedProps) {
  const t = useT()
  const f = useFormat()
  return (
    <DefinitionList>
      <DefinitionRow label={t('daytrade.confirm.issue')}>
        {row.name} {row.code}
      </DefinitionRow>
      <DefinitionRow label={t(side === 'up' ? 'daytrade.row.buy' : 'daytrade.row.sell')} strong>
        {quantity} × {t('daytrade.confirm.at', { side, price })}
      </DefinitionRow>
      <DefinitionRow label={t('daytrade.sheet.margin', { leverage })}>
        {f.money(preview.marginYen)}
      </DefinitionRow>
      <DefinitionRow label={t('daytrade.confirm.loss10')}>
        {f.signedMoney(preview.losses[1]?.yen)}
      </DefinitionRow>
    </DefinitionList>
  )
}
