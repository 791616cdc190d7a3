import type { Format } from '#i18n/format.ts'
import { useFormat, useT } from '#client/texts.ts'
import { rateOf, type BasisPoints, type Yen } from '#kernel/money.ts'
import { yenOf, type PriceTenths } from '#kernel/price.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { LONG_RATE_PPM, SHORT_RATE_PPM } from '#modules/margin/model/rates.ts'
import type { PlaceOrder } from '#modules/orders/model/order.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure, Stat, StatRow } from '#ui/Figure.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { heldAs, neededWord, type Held } from './labels.ts'
import { LOSSES_BP, outcomeAt, type Loss, type Preview } from './order-ticket.ts'

type Side = PlaceOrder['side']
type Terms = Pick<PlaceOrder, 'side' | 'leverageTenths'>

/** The money that an order takes now: its margin; of a purchase in full all of it, with the fee. */
export const neededYen = (order: Terms, { marginYen, notionalYen, feeYen }: Preview): Yen =>
  isLeveraged(order) ? marginYen : notionalYen + feeYen

/** The price that the figures of an order without a limit go by. */
export const assumed = (f: Format, order: PlaceOrder, preview: Preview | null): string | undefined =>
  order.priceTenths === null && preview !== null
    ? `${f.shares(order.quantity)} × ${f.price(yenOf(preview.priceTenths))}`
    : undefined

/** True if the account would have a position on credit, whose rules may end it. */
const isOnCredit = (order: Terms, preview: Preview | null): boolean =>
  isLeveraged(order) || (preview !== null && preview.liquidationTenths !== null)

/** The cost of the order now and each day, and the money left after it. */
export function TicketCosts({ preview, order }: { preview: Preview | null; order: PlaceOrder }) {
  const t = useT()
  const f = useFormat()
  const leveraged = isLeveraged(order)
  const ratePpm = order.side === 'up' ? LONG_RATE_PPM : SHORT_RATE_PPM
  return (
    <Section>
      <DefinitionList>
        <DefinitionRow term="notional" label={t('orders.ticket.notional')} note={assumed(f, order, preview)}>
          {f.money(preview?.notionalYen)}
        </DefinitionRow>
        {leveraged && (
          <DefinitionRow
            term="margin"
            label={t('orders.ticket.margin', { leverage: order.leverageTenths / 10 })}
            strong
          >
            {f.money(preview?.marginYen)}
          </DefinitionRow>
        )}
        <DefinitionRow term="commission" label={t('orders.ticket.fee')}>
          {f.money(preview?.feeYen)}
        </DefinitionRow>
        {!leveraged && (
          <DefinitionRow term="settlementAmount" label={t('orders.ticket.cost')} strong>
            {f.money(preview && neededYen(order, preview))}
          </DefinitionRow>
        )}
        {leveraged && (
          <DefinitionRow
            term={order.side === 'up' ? 'interest' : 'lending'}
            label={t(order.side === 'up' ? 'orders.ticket.interest' : 'orders.ticket.lending', {
              rate: f.percent(ratePpm / 100),
            })}
          >
            {t('orders.ticket.perDay', { yen: f.money(preview?.costPerDayYen) })}
          </DefinitionRow>
        )}
        {preview !== null && preview.holdYen !== preview.marginYen + preview.feeYen && (
          <DefinitionRow term="hold" label={t('orders.ticket.hold')} note={t('orders.ticket.holdNote')}>
            {f.money(preview.holdYen)}
          </DefinitionRow>
        )}
        <DefinitionRow term="buyingPower" label={t('orders.ticket.after')}>
          <Figure tone={preview !== null && preview.powerAfterYen < 0 ? 'danger' : 'ink'}>
            {f.money(preview?.powerAfterYen)}
          </Figure>
        </DefinitionRow>
        <RatioAfter preview={preview} />
      </DefinitionList>
    </Section>
  )
}

/** The margin ratio now, and with this order filled; nothing where no position on credit follows. */
export function RatioAfter({ preview }: { preview: Preview | null }) {
  const t = useT()
  const f = useFormat()
  return (
    preview !== null &&
    preview.ratioAfterBp !== null && (
      <DefinitionRow term="marginRatio" label={t('orders.ticket.ratioAfter')}>
        <span className="text-grey-1">{f.percent(preview.ratioNowBp)} → </span>
        <span className="font-strong">{f.percent(preview.ratioAfterBp)}</span>
      </DefinitionRow>
    )
  )
}

function LossCell({
  bp,
  loss,
  side,
  held,
}: {
  bp: BasisPoints
  loss: Loss | undefined
  side: Side
  held: Held
}) {
  const t = useT()
  const f = useFormat()
  const moved = side === 'up' ? 0 - bp : bp
  return (
    <div className="flex min-w-0 flex-col items-center rounded-1 bg-down-wash px-1 py-2 text-center">
      <span className="text-grey-1 text-1">
        {f.signedPercent(moved, 0)} ({f.price(loss && yenOf(loss.priceTenths))})
      </span>
      <Figure size={2} strong tone="down">
        {f.signedYen(loss?.yen)}
      </Figure>
      <span className="text-grey-1 text-1">
        {t('orders.ticket.lossOfMargin', { held, percent: f.percent(loss?.ofMarginBp, 1) })}
      </span>
    </div>
  )
}

/** The possible loss, and the point where the account's rules would end it. */
export function TicketLosses({ preview, order }: { preview: Preview | null; order: PlaceOrder }) {
  const { side } = order
  const t = useT()
  const f = useFormat()
  const threshold = (preview: Preview, tenths: PriceTenths | null) =>
    tenths === null ? (
      <span className="text-grey-1">{t('orders.ticket.never')}</span>
    ) : (
      <>
        {f.price(yenOf(tenths))}{' '}
        <span className="text-grey-1">
          {f.signedPercent(rateOf(tenths - preview.priceTenths, preview.priceTenths), 1)}
        </span>
      </>
    )
  return (
    <Section>
      <SectionHead
        title={t(side === 'up' ? 'orders.ticket.lossDown' : 'orders.ticket.lossUp')}
        note={t('orders.ticket.lossNote')}
      />
      <div className="grid grid-cols-3 gap-2 pb-2">
        {LOSSES_BP.map((bp) => (
          <LossCell
            key={bp}
            bp={bp}
            loss={preview?.losses.find((loss) => loss.bp === bp)}
            side={side}
            held={heldAs({ side, leverage: order.leverageTenths / 10 })}
          />
        ))}
      </div>
      {isOnCredit(order, preview) && (
        <>
          <DefinitionList>
            <DefinitionRow term="marginCall" label={t('orders.ticket.call')}>
              {preview === null ? f.price(null) : threshold(preview, preview.callTenths)}
            </DefinitionRow>
            <DefinitionRow term="lossCut" label={t('orders.ticket.liquidation')} strong>
              {preview === null ? f.price(null) : threshold(preview, preview.liquidationTenths)}
            </DefinitionRow>
          </DefinitionList>
          <p className="text-grey-1 text-1 pt-1">{t('orders.ticket.liquidationNote')}</p>
        </>
      )}
    </Section>
  )
}

/** Margin, loss at the stop or at 10 %, and liquidation price: in sight above the button, always. */
export function TicketStrip({ preview, order }: { preview: Preview | null; order: PlaceOrder }) {
  const t = useT()
  const f = useFormat()
  const ten = preview?.losses[1]
  const stop = order.stopLossTenths
  return (
    <StatRow>
      <Stat label={t(neededWord(order))}>{f.yen(preview && neededYen(order, preview))}</Stat>
      <Stat
        label={
          stop === null
            ? t(order.side === 'up' ? 'orders.ticket.strip10Down' : 'orders.ticket.strip10Up')
            : `${t('orders.ticket.stopLoss')} ${f.price(yenOf(stop))}`
        }
        align="center"
      >
        <Figure strong tone="down">
          {f.signedYen(
            stop === null ? ten?.yen : preview && outcomeAt(order, preview.notionalYen, stop, preview.fee),
          )}
        </Figure>
      </Stat>
      {isOnCredit(order, preview) ? (
        <Stat label={t('orders.ticket.liquidation')} align="right">
          {preview?.liquidationTenths === null
            ? t('orders.ticket.never')
            : f.price(preview && yenOf(preview.liquidationTenths))}
        </Stat>
      ) : (
        <Stat label={t('orders.ticket.after')} align="right">
          {f.yen(preview?.powerAfterYen)}
        </Stat>
      )}
    </StatRow>
  )
}
