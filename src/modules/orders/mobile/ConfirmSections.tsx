import type { Yen } from '#kernel/money.ts'
import { useFormat, useT } from '#client/texts.ts'
import { yenOf, type PriceTenths } from '#kernel/price.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import type { StockView } from '#modules/market/contract.ts'
import type { PlaceOrder } from '#modules/orders/model/order.ts'
import { exitTrailOf, trailOf } from '#modules/orders/model/terms.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { neededWord, openingWord } from './labels.ts'
import { outcomeAt, type Preview } from './order-ticket.ts'
import { assumed, neededYen, RatioAfter } from './TicketFigures.tsx'
import { dayNote } from './TicketTerms.tsx'
import { trailWords } from './trail-words.ts'

/** The order itself: direction, issue, quantity and price, how long, which exits. */
export function ConfirmOrder({ stock, order }: { stock: StockView; order: PlaceOrder }) {
  const t = useT()
  const f = useFormat()
  const execution = order.timeInForce === 'ioc' ? 'ioc' : order.condition
  const { trailTenths, trailBp } = trailOf(order)
  const trail = trailWords(t, f, { trailYen: trailTenths === null ? null : yenOf(trailTenths), trailBp })
  const behind = exitTrailOf(order)
  const exitTrail = trailWords(t, f, {
    trailYen: behind.trailTenths === null ? null : yenOf(behind.trailTenths),
    trailBp: behind.trailBp,
  })
  const exit = (tenths: PriceTenths | null) =>
    tenths === null ? t('orders.confirm.none') : f.price(yenOf(tenths))
  return (
    <Section>
      <div className="flex flex-col gap-2 pb-2">
        <div className="flex flex-wrap gap-2">
          <Tag tone={order.side}>{openingWord(t, order)}</Tag>
          <Tag tone="grey">{t(isLeveraged(order) ? 'orders.confirm.margin' : 'orders.confirm.cash')}</Tag>
          {isLeveraged(order) && (
            <Tag tone="grey">{t('orders.confirm.times', { leverage: order.leverageTenths / 10 })}</Tag>
          )}
        </div>
        <p>
          <span className="text-3 font-strong">{stock.name}</span>{' '}
          <span className="text-grey-1 text-1">{stock.code}</span>
        </p>
        <p className="flex flex-wrap items-baseline gap-2">
          <Figure size={4} unit={t('orders.detail.shares')}>
            {f.quantity(order.quantity)}
          </Figure>
          <span className="text-grey-1 text-3" aria-hidden>
            ×
          </span>
          {order.priceTenths === null ? (
            <span className="text-3 font-strong">{t(`orders.type.${order.type}`)}</span>
          ) : (
            <Figure size={4} unit={`${t('ui.yen')} ${t(`orders.type.${order.type}`)}`}>
              {f.price(yenOf(order.priceTenths))}
            </Figure>
          )}
        </p>
        <p className="text-grey-1 text-1">{t(`orders.typeNote.${order.type}`)}</p>
      </div>
      <DefinitionList>
        {order.triggerTenths !== null && (
          <DefinitionRow term="trigger" label={t('orders.ticket.trigger')}>
            {t(order.side === 'up' ? 'orders.confirm.triggerUp' : 'orders.confirm.triggerDown', {
              price: f.price(yenOf(order.triggerTenths)),
            })}
          </DefinitionRow>
        )}
        {trail !== null && (
          <DefinitionRow label={t('orders.trail.distance')} note={t('orders.trail.confirmNote')}>
            {trail}
          </DefinitionRow>
        )}
        {execution !== 'none' && (
          <DefinitionRow
            term="execution"
            label={t('orders.ticket.execution')}
            note={t(`orders.executionNote.${execution}`)}
          >
            {t(`orders.execution.${execution}`)}
          </DefinitionRow>
        )}
        <DefinitionRow
          term="validity"
          label={t('orders.confirm.validity')}
          note={order.validity === 'day' ? dayNote(t, f, stock) : undefined}
        >
          {order.validity === 'date'
            ? t('orders.confirm.until', { date: f.date(order.validUntil) })
            : order.validity === 'week'
              ? `${t('orders.validity.week')}${f.dot}${t('orders.confirm.until', { date: f.dateTime(stock.weekClosesAt) })}`
              : t('orders.confirm.today', { until: f.dateTime(stock.closesAt) })}
        </DefinitionRow>
        <DefinitionRow term="exits" label={t('orders.confirm.exits')}>
          {exit(order.takeProfitTenths)} / {exit(order.stopLossTenths)}
          {exitTrail !== null && `${f.dot}${t('orders.trail.with', { distance: exitTrail })}`}
        </DefinitionRow>
      </DefinitionList>
    </Section>
  )
}

/** The cost of the order. */
export function ConfirmCosts({ preview, order }: { preview: Preview; order: PlaceOrder }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <SectionHead title={t('orders.confirm.costs')} />
      <DefinitionList>
        <DefinitionRow term="notional" label={t('orders.ticket.notional')} note={assumed(f, order, preview)}>
          {f.money(preview.notionalYen)}
        </DefinitionRow>
        {isLeveraged(order) && (
          <DefinitionRow
            term={isLeveraged(order) ? 'margin' : 'settlementAmount'}
            label={t(neededWord(order))}
            strong
          >
            {f.money(neededYen(order, preview))}
          </DefinitionRow>
        )}
        <DefinitionRow term="commission" label={t('orders.ticket.fee')}>
          {f.money(preview.feeYen)}
        </DefinitionRow>
        {!isLeveraged(order) && (
          <DefinitionRow
            term={isLeveraged(order) ? 'margin' : 'settlementAmount'}
            label={t(neededWord(order))}
            strong
          >
            {f.money(neededYen(order, preview))}
          </DefinitionRow>
        )}
        {isLeveraged(order) && (
          <DefinitionRow
            term={order.side === 'up' ? 'interest' : 'lending'}
            label={t(order.side === 'up' ? 'orders.confirm.interest' : 'orders.confirm.lending')}
          >
            {t('orders.ticket.perDay', { yen: f.money(preview.costPerDayYen) })}
          </DefinitionRow>
        )}
        <DefinitionRow
          term="hold"
          label={t('orders.ticket.hold')}
          note={
            preview.holdYen > preview.marginYen + preview.feeYen ? t('orders.ticket.holdNote') : undefined
          }
        >
          {f.money(preview.holdYen)}
        </DefinitionRow>
        <DefinitionRow term="buyingPower" label={t('orders.ticket.after')}>
          {f.money(preview.powerAfterYen)}
        </DefinitionRow>
        <RatioAfter preview={preview} />
      </DefinitionList>
    </Section>
  )
}

/** The possible loss: at the stop, at 20 % against it, at the liquidation price; and the sentence on gaps. */
export function ConfirmRisks({ preview, order }: { preview: Preview; order: PlaceOrder }) {
  const t = useT()
  const f = useFormat()
  const twenty = preview.losses[2]
  const stop = order.stopLossTenths
  return (
    <Section>
      <SectionHead title={t('orders.confirm.risks')} />
      <DefinitionList>
        {stop !== null && (
          <DefinitionRow label={t('orders.confirm.atStop', { price: f.price(yenOf(stop)) })}>
            <Outcome yen={outcomeAt(order, preview.notionalYen, stop, preview.fee)} />
          </DefinitionRow>
        )}
        <DefinitionRow
          label={`${t(order.side === 'up' ? 'orders.confirm.at20Down' : 'orders.confirm.at20Up')} (${f.price(twenty && yenOf(twenty.priceTenths))})`}
        >
          <Outcome yen={twenty?.yen} />
        </DefinitionRow>
        {isLeveraged(order) ? (
          <DefinitionRow term="lossCut" label={t('orders.ticket.liquidation')}>
            {preview.liquidationTenths === null
              ? t('orders.ticket.never')
              : f.price(yenOf(preview.liquidationTenths))}
          </DefinitionRow>
        ) : (
          <DefinitionRow label={t('orders.confirm.atZero')}>
            <Outcome yen={0 - preview.marginYen - preview.feeYen} />
          </DefinitionRow>
        )}
      </DefinitionList>
      <p className="text-grey-1 text-1 pt-2">
        {t(isLeveraged(order) ? 'orders.confirm.gap' : 'orders.confirm.gapCash')}
      </p>
    </Section>
  )
}

/**
 * Coloured by its own sign, as results are everywhere: a short's loss is no gain because the price went up.
 */
function Outcome({ yen }: { yen: Yen | null | undefined }) {
  const f = useFormat()
  return (
    <Figure strong tone="auto" value={yen ?? 0}>
      {f.signedMoney(yen)}
    </Figure>
  )
}
