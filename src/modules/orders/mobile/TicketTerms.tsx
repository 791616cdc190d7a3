import { useFormat, useT, useText } from '#client/texts.ts'
import type { BasisPoints } from '#kernel/money.ts'
import { tenthsOf, yenOf, type PriceYen, type Quantity } from '#kernel/price.ts'
import { addDays, type DateJst } from '#kernel/time.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import type { QuoteView, StockView } from '#modules/market/contract.ts'
import type { Condition, OrderType, TimeInForce, Validity } from '#modules/orders/model/order.ts'
import {
  isStop,
  refusedByTerms,
  takesOrders,
  type Terms,
  type TermsRejection,
} from '#modules/orders/model/terms.ts'
import type { Format } from '#i18n/format.ts'
import type { Translate } from '#i18n/translate.ts'
import { Chip } from '#ui/Chip.tsx'
import { Field, FieldError } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Section } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { Switch } from '#ui/Switch.tsx'
import { TicketRow } from './TicketRow.tsx'
import { tooFineFor } from './price-error.ts'
import { FIRST_TRAIL, hasTrail, NO_TRAIL_FIELDS, TrailDistance, type TrailFields } from './TrailDistance.tsx'

/** The terms of a ticket; fields left out mean: at any time, for today. */
export type TicketTerms = TrailFields & {
  type: OrderType
  /** null: emptied, or no figure is typed. */
  triggerPrice?: PriceYen | null | undefined
  condition?: Exclude<Condition, 'none'> | undefined
  timeInForce?: Exclude<TimeInForce, 'day'> | undefined
  validity?: Exclude<Validity, 'day'> | undefined
  validUntil?: DateJst | undefined
}
/** All that is filled in on a ticket. */
export type TicketFields = TicketTerms & {
  side: 'up' | 'down'
  /** null while nothing, or no figure, is typed; exits: undefined where there is none. */
  price: PriceYen | null
  quantity: Quantity | null
  leverage: number
  takeProfit?: number | null | undefined
  stopLoss?: number | null | undefined
  /** Distance of a stop-loss that trails; then `stopLoss` only says that there is one. */
  exitTrailYen?: PriceYen | null | undefined
  exitTrailBp?: BasisPoints | null | undefined
}

type Change = (part: Partial<TicketTerms>) => void

/** Reason why these terms cannot be sent, in a sentence; null: they can, as far as the phone knows. */
export function termsError(t: Translate, terms: Terms, phase: string): string | null {
  const refusal = refusedByTerms({ phase: phase as Phase, dates: null }, terms)
  return (
    refusal && t(`orders.rejection.${refusal.rejection as Exclude<TermsRejection, 'VALID_UNTIL_OUTSIDE'>}`)
  )
}

/** The same of a closing order, which is no stop. */
export const closingTermsError = (
  t: Translate,
  { price, ...terms }: TicketTerms & { price: PriceYen | null },
  phase: string,
): string | null =>
  termsError(
    t,
    {
      type: terms.type,
      priceTenths: price === null ? null : tenthsOf(price),
      triggerTenths: null,
      condition: terms.condition ?? 'none',
      timeInForce: terms.timeInForce ?? 'day',
      validity: terms.validity ?? 'day',
      validUntil: terms.validUntil ?? null,
    },
    phase,
  )

/** Market, limit or stop, with a sentence on what it does; a stop has its trigger, and what it becomes. */
export function TicketType({
  form,
  quote,
  tickTable,
  error,
  onChange,
}: {
  form: TicketTerms & { side: 'up' | 'down' }
  quote: QuoteView
  tickTable: TickTable
  /** The problem of the trigger. */
  error: string | undefined
  onChange: Change
}) {
  const t = useT()
  const text = useText()
  const stop = isStop(form)
  const last = quote.last ?? quote.previousClose
  const beside = yenOf(nextTick(tenthsOf(last), tickTable, form.side === 'up' ? 1 : -1))
  const trails = hasTrail(form)
  const kind = stop ? 'stop' : form.type === 'limit' ? 'limit' : 'market'
  return (
    <>
      <Segment
        label={t('orders.ticket.type')}
        value={kind}
        onChange={(type) =>
          onChange(
            type === 'stop'
              ? { type, triggerPrice: beside, condition: undefined, timeInForce: undefined }
              : { type, ...NO_TRAIL_FIELDS, triggerPrice: undefined, condition: undefined },
          )
        }
        options={(['market', 'limit', 'stop'] as const).map((value) => ({
          value,
          label: t(`orders.ticket.kind.${value}`),
        }))}
      />
      {stop && (
        <>
          <Switch
            checked={trails}
            label={t('orders.trail.switch')}
            note={trails ? '' : t('orders.trail.switchNote')}
            onChange={(on) =>
              onChange(on ? FIRST_TRAIL : { ...NO_TRAIL_FIELDS, triggerPrice: form.triggerPrice ?? beside })
            }
          />
          {trails ? (
            <TrailDistance
              side={form.side}
              fields={form}
              last={last}
              tickTable={tickTable}
              onChange={onChange}
            />
          ) : (
            <TicketRow label={t('orders.ticket.trigger')}>
              <Stepper
                label={t('orders.ticket.trigger')}
                value={form.triggerPrice === undefined ? beside : form.triggerPrice}
                decimals={1}
                tooFine={tooFineFor(text, tickTable)}
                onChange={(next) => onChange({ triggerPrice: next })}
                step={(value, way) => yenOf(nextTick(tenthsOf(value ?? last), tickTable, way))}
                min={form.side === 'up' ? beside : 1}
                max={form.side === 'up' ? last * 10 : beside}
                hint={t(form.side === 'up' ? 'orders.ticket.triggerUp' : 'orders.ticket.triggerDown')}
                error={error}
              />
            </TicketRow>
          )}
          {trails && <FieldError id="trail-trigger-error" error={error ?? null} />}
          <TicketRow label={t('orders.ticket.becomes')}>
            <Segment
              label={t('orders.ticket.becomes')}
              value={form.type as 'stop' | 'stop-limit'}
              onChange={(type) => onChange({ type })}
              options={[
                { value: 'stop', label: t('orders.type.market') },
                { value: 'stop-limit', label: t('orders.type.limit') },
              ]}
            />
          </TicketRow>
        </>
      )}
      <p className="text-grey-1 text-1">
        {trails && form.type === 'stop-limit'
          ? t('orders.trail.limitNote')
          : t(`orders.typeNote.${form.type}`)}
      </p>
    </>
  )
}

const EXECUTIONS = ['none', 'at-open', 'at-close', 'limit-then-market', 'ioc'] as const
const VALIDITIES = ['day', 'week', 'date'] as const

/**
 * The trading day that a day order is for and the end of the order: after midnight, at night and on holidays
 * that is not the day of the calendar.
 */
export const dayNote = (t: Translate, f: Format, { tradeDate, closesAt }: StockView): string =>
  t('orders.validityNote.day', { date: f.date(tradeDate), until: f.dateTime(closesAt) })

/** The times at which it may trade and for how long; closed until somebody asks for it. */
export function TicketConditions({
  form,
  stock,
  wrong,
  onChange,
}: {
  form: TicketTerms
  stock: StockView
  wrong: string | null
  onChange: Change
}) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const execution = form.timeInForce ?? form.condition ?? 'none'
  const validity = form.validity ?? 'day'
  const on = execution !== 'none' || validity !== 'day'
  // A stop waits for its price; 不成 is a limit order first.
  const offered = EXECUTIONS.filter(
    (one) => !isStop(form) && (one !== 'limit-then-market' || form.type === 'limit'),
  )
  const plain = {
    condition: undefined,
    timeInForce: undefined,
    validity: undefined,
    validUntil: undefined,
  } as const

  const execute = (one: (typeof EXECUTIONS)[number]) =>
    onChange({
      ...plain,
      ...(one === 'ioc' ? { timeInForce: one } : one === 'none' ? {} : { condition: one }),
    })
  const last = (one: (typeof VALIDITIES)[number]) =>
    onChange({
      ...plain,
      ...(one === 'day' ? {} : { validity: one }),
      ...(one === 'date' ? { validUntil: addDays(stock.tradeDate, 7) } : {}),
    })
  return (
    <Section>
      {!takesOrders(stock.phase as Phase) && <Notice tone="info" title={t('orders.ticket.held')} />}
      <Switch
        checked={on}
        label={t('orders.ticket.conditions')}
        note={on ? '' : t('orders.ticket.conditionsNone', { until: f.dateTime(stock.closesAt) })}
        onChange={(next) => (next ? last('week') : onChange(plain))}
      />
      {on && (
        <div className="flex flex-col gap-3">
          {offered.length > 1 && (
            <>
              <TicketRow label={t('orders.ticket.execution')}>
                <div
                  role="group"
                  aria-label={t('orders.ticket.execution')}
                  className="grid grid-cols-3 gap-2"
                >
                  {offered.map((one) => (
                    <Chip key={one} tall selected={one === execution} onPress={() => execute(one)}>
                      {t(`orders.execution.${one}`)}
                    </Chip>
                  ))}
                </div>
              </TicketRow>
              <p className="text-grey-1 text-1">{t(`orders.executionNote.${execution}`)}</p>
            </>
          )}
          <TicketRow label={t('orders.confirm.validity')}>
            <div role="group" aria-label={t('orders.confirm.validity')} className="grid grid-cols-3 gap-2">
              {VALIDITIES.map((one) => (
                <Chip
                  key={one}
                  tall
                  selected={one === validity}
                  disabled={one !== 'day' && execution !== 'none'}
                  onPress={() => last(one)}
                >
                  {t(`orders.validity.${one}`)}
                </Chip>
              ))}
            </div>
          </TicketRow>
          {validity === 'date' && (
            <Field
              label={t('orders.ticket.until')}
              rule={t('orders.ticket.untilRule')}
              type="date"
              value={form.validUntil ?? ''}
              onChange={(validUntil) => onChange({ validUntil: validUntil === '' ? undefined : validUntil })}
            />
          )}
        </div>
      )}
      <p className="text-grey-1 text-1">
        {validity === 'day'
          ? dayNote(t, f, stock)
          : text(`orders.validityNote.${validity}`, { until: f.dateTime(stock.weekClosesAt) })}
      </p>
      <FieldError id="terms-error" error={wrong} />
    </Section>
  )
}
