import { useT } from '#client/texts.ts'
import type { PriceYen } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { LEVERAGES, type TemplateView } from '#modules/orders/contract.ts'
import { exitDistances, pricesOf, type TemplateTerms } from '#modules/orders/model/templates.ts'
import { isStop } from '#modules/orders/model/terms.ts'
import { toast } from '#ui/toast.tsx'
import { TemplatesSheet } from './TemplatesSheet.tsx'
import type { TicketFields } from './TicketTerms.tsx'
import { exitTrailFields, exitTrails } from './TicketExits.tsx'
import { trailWire } from './TrailDistance.tsx'

/** Templates of a ticket: what it says now can be kept, and one that was kept fills it in. */
export function TicketTemplates({
  form,
  last,
  tickTable,
  onFill,
  onClose,
}: {
  form: TicketFields
  last: PriceYen
  tickTable: TickTable
  onFill: (part: Partial<TicketFields>) => void
  onClose: () => void
}) {
  const t = useT()
  return (
    <TemplatesSheet
      terms={termsOf(form, last)}
      onPick={(template) => {
        onFill(fieldsOf(template, last, tickTable))
        toast(t('orders.templates.used', { name: template.name }), { kind: 'ok' })
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** null: no quantity is typed. A date is not kept: it would be over. */
export function termsOf(form: TicketFields, last: PriceYen): TemplateTerms | null {
  const { side, type, quantity, condition = 'none', timeInForce = 'day', validity } = form
  const leverage = LEVERAGES.find((one) => one === form.leverage)
  if (quantity === null || leverage === undefined) return null
  const from = type === 'limit' || type === 'stop-limit' ? (form.price ?? last) : last
  return {
    side,
    type,
    quantity,
    leverage,
    condition,
    timeInForce,
    validity: validity === 'week' ? validity : 'day',
    ...exitDistances(from, form),
    ...(isStop(form) ? trailWire(form) : {}),
    ...exitTrailWire(form),
  }
}

/** The fields of a ticket that a template fills in, all of them: what it has not is empty. */
export function fieldsOf(template: TemplateView, last: PriceYen, tickTable: TickTable): TicketFields {
  const { side, type, quantity, leverage, condition, timeInForce, validity } = template
  return {
    side,
    type,
    quantity,
    leverage,
    condition: condition === 'none' ? undefined : condition,
    timeInForce: timeInForce === 'day' ? undefined : timeInForce,
    validity: validity === 'day' ? undefined : validity,
    validUntil: undefined,
    ...trailsOf(template),
    ...pricesOf(template, last, tickTable),
  }
}

const exitTrailWire = (form: TicketFields) => {
  const { trailYen, trailBp } = exitTrails(form) ? trailWire(exitTrailFields(form)) : {}
  return {
    ...(trailYen === undefined ? {} : { exitTrailYen: trailYen }),
    ...(trailBp === undefined ? {} : { exitTrailBp: trailBp }),
  }
}

const trailsOf = ({ trailYen, trailBp, exitTrailYen, exitTrailBp }: TemplateView) => ({
  trailYen,
  trailBp,
  exitTrailYen,
  exitTrailBp,
})
