import { Suspense, useState } from 'react'
import { lazily } from '#client/lazily.ts'
import { useOwnAddress } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useIsLive } from '#client/topics.ts'
import { useWrite } from '#client/use-write.ts'
import { tenthsOf, yenOf, type PriceYen } from '#kernel/price.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import { getStock, type QuoteView, type StockView } from '#modules/market/contract.ts'
import {
  closeLot,
  closeLots,
  listOrders,
  type CloseLotInput,
  type OrderView,
} from '#modules/orders/contract.ts'
import { getAccount, getLot, listLots, type LotView } from '#modules/portfolio/contract.ts'
import { useAccount } from '#modules/portfolio/mobile/public.ts'
import {
  CLOSE_ORDERS,
  closableWith,
  freeOf,
  inCloseOrder,
  leavesUnits,
  type CloseOrder,
} from '#modules/portfolio/model/closing.ts'
import { getTax } from '#modules/tax/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { ErrorState } from '#ui/Empty.tsx'
import { Figure } from '#ui/Figure.tsx'
import { outOfRange } from '#ui/out-of-range.ts'
import { Segment } from '#ui/Segment.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { useFee } from '#modules/schedules/mobile/public.ts'
import { BoundShares } from './BoundShares.tsx'
import { CLOSE_SCOPES, firstScope, partsOf, type CloseScope } from './close-parts.ts'
import { useClosingFigures, type ClosingAsked, type ClosingTerms } from './closing-figures.ts'
import { FarNotice, useFarWords } from './FarNotice.tsx'
import { firstQuantity } from './first-quantity.ts'
import { isWithin } from '#ui/figure-input.ts'
import { priceError, tooFineFor } from './price-error.ts'
import { closingWord, heldAs, orderWords } from './labels.ts'
import { useCancel } from './use-cancel.ts'
import { closingTermsError, dayNote, TicketConditions, type TicketTerms } from './TicketTerms.tsx'

const OwnOrderInTheWay = lazily(async () => ({
  default: (await import('./OwnOrderInTheWay.tsx')).OwnOrderInTheWay,
}))
const CloseLotsChoice = lazily(async () => ({
  default: (await import('./CloseLotsChoice.tsx')).CloseLotsChoice,
}))

type Props = {
  lot: LotView
  quote: QuoteView | undefined
  proposed: number | undefined
  proposedPrice: PriceYen | undefined
  open: boolean
  onClose: () => void
}

/**
 * Closes lots in part or whole: which, how many, at which price and when, what it brings; then a confirm that
 * repeats it in numbers.
 */
export function CloseSheet(props: Props) {
  const t = useT()
  const stock = useRead(getStock, { params: { code: props.lot.code } }, { enabled: props.open })
  const quote = props.quote ?? stock.data?.quote
  const fee = useFee()
  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      title={t('orders.close.title', { held: heldAs(props.lot) })}
    >
      {stock.error && stock.data === undefined && (
        <ErrorState error={stock.error} onRetry={() => void stock.refetch()} />
      )}
      {props.open && <BoundShares lot={props.lot} />}
      {freeOf(props.lot) > 0 && stock.data && quote && fee && (
        <Form {...props} stock={stock.data} quote={quote} fee={fee} />
      )}
    </Sheet>
  )
}

function Form({
  lot,
  stock,
  quote,
  fee,
  proposed,
  proposedPrice,
  onClose,
}: Props & { stock: StockView; quote: QuoteView; fee: FeeRule }) {
  const t = useT()
  const f = useFormat()
  const text = useText()
  const { lots } = useAccount()
  const closes = lot.side === 'up' ? 'down' : 'up'
  const isLive = useIsLive()
  const [picked, setScope] = useState<CloseScope>(() => firstScope(proposed, lot))
  const [ticked, setTicked] = useState<readonly string[]>([lot.id])
  const [order, setOrder] = useState<CloseOrder>('age')
  // Shares that were proposed, until the lots are chosen anew.
  const [asked, setAsked] = useState<number | undefined>(proposed ?? freeOf(lot))
  // undefined: all, or the market's price; null: emptied, or no figure is typed.
  const [wanted, setWanted] = useState<number | null | undefined>()
  const [terms, setTerms] = useState<ClosingTerms>({ type: proposedPrice === undefined ? 'market' : 'limit' })
  const [limit, setLimit] = useState<number | null | undefined>(proposedPrice)
  const refreshes = [getLot, listLots, listOrders, getAccount, getTax]
  const one = useWrite(closeLot, { refreshes })
  const many = useWrite(closeLots, { refreshes })
  const cancel = useCancel()
  const replaceAddress = useOwnAddress()

  const held = heldAs(lot)
  const beside = inCloseOrder(closableWith(lot, lots), order)
  // Shares paid in full have one cost: which purchase they are of changes nothing, and is not asked.
  const isOne = held === 'cash'
  const from =
    isOne || picked === 'all'
      ? beside
      : picked === 'one'
        ? [lot]
        : beside.filter(({ id }) => ticked.includes(id))
  const free = from.reduce((sum, each) => sum + freeOf(each), 0)
  const typed = wanted === undefined ? firstQuantity(asked, free) : wanted
  const startAnew = () => {
    setAsked(undefined)
    setWanted(undefined)
  }
  const quantity = isWithin(typed, 1, free) ? typed : 0
  const scope = isOne ? (quantity > freeOf(lot) ? 'all' : 'one') : picked
  const parts = partsOf(scope === 'one' ? [lot] : from, quantity, stock.unit)
  const odd = parts.reduce((sum, part) => sum + (part.quantity % stock.unit), 0)
  const isEven = parts.every((part) => leavesUnits(part.quantity, freeOf(part.lot), stock.unit))
  const figures: ClosingAsked = { lot, stock, parts, terms, limit, fee }
  const { market, price, far, notional, estimate } = useClosingFigures(figures, quote)
  const wrongPrice =
    terms.type === 'limit' && limit !== null ? priceError(text, stock, quote, price) : undefined
  const fits =
    quantity > 0 && isEven && wrongPrice === undefined && !(terms.type === 'limit' && limit === null)
  const assumed = `${f.shares(quantity)} × ${f.price(price)}`
  const side = closingWord(t, lot)
  const step = (value: number, way: 1 | -1) => yenOf(nextTick(tenthsOf(value), stock.tickTable, way))
  const wrong = closingTermsError(t, { ...terms, price: terms.type === 'limit' ? price : null }, stock.phase)

  async function submit(first?: OrderView) {
    const yes = await confirm({
      title: t('orders.close.confirmTitle', { held }),
      act: t('orders.close.button', { side, quantity: f.quantity(quantity) }),
      side: closes,
      body: <Confirmed asked={figures} quote={quote} side={side} odd={odd} first={first} />,
    })
    if (!yes || (first !== undefined && !(await cancel.takeBack(first)))) return
    const input: CloseLotInput = {
      ...changedTerms(terms),
      type: terms.type,
      quantity,
      ...(terms.type === 'limit' ? { price } : {}),
    }
    const answer =
      scope === 'one'
        ? await one.run({ params: { id: lot.id }, input })
        : await many.run({
            input: { ...input, quantity, code: lot.code, side: lot.side, lots: from.map(({ id }) => id) },
          })
    if (!answer.ok) return
    onClose()
    // In the place of the form: neither a reload nor Back offers the same again.
    replaceAddress(paths.confirm({ order: [answer.data].flat()[0]!.id }))
  }

  return (
    <>
      <div className="flex flex-col gap-3 px-gutter pb-3">
        {!isOne && beside.length > 1 && (
          <Segment
            label={t('orders.close.scope')}
            value={picked}
            onChange={(next) => {
              setScope(next)
              startAnew()
            }}
            options={CLOSE_SCOPES.map((value) => ({ value, label: t(`orders.close.scope.${value}`) }))}
          />
        )}
        {!isOne && scope !== 'one' && (
          <Chips label={t('orders.trade.sort')}>
            {CLOSE_ORDERS.map((each) => (
              <Chip key={each} selected={each === order} onPress={() => setOrder(each)}>
                {t(`orders.close.order.${each}`)}
              </Chip>
            ))}
          </Chips>
        )}
        {!isOne && scope !== 'one' && (
          <Suspense>
            <CloseLotsChoice
              lots={beside}
              parts={parts}
              ticked={scope === 'chosen' ? ticked : null}
              onTick={(ids) => {
                setTicked(ids)
                startAnew()
              }}
            />
          </Suspense>
        )}
        <Segment
          label={t('orders.ticket.type')}
          value={terms.type}
          onChange={(type) => {
            setTerms({ ...terms, type, condition: undefined })
            // The market's price of this moment: the limit does not follow it.
            if (type === 'limit') setLimit(limit ?? market)
          }}
          options={[
            { value: 'market', label: t('orders.type.market') },
            { value: 'limit', label: t('orders.type.limit') },
          ]}
        />
        {terms.type === 'limit' && (
          <Stepper
            label={t('orders.ticket.price')}
            value={limit === undefined ? market : limit}
            decimals={1}
            tooFine={tooFineFor(text, stock.tickTable)}
            onChange={setLimit}
            step={(value, way) => step(value ?? market, way)}
            min={quote.lowerLimit}
            max={quote.upperLimit}
            hint={t('orders.ticket.priceHint', {
              tick: f.price(step(price, 1) - price),
              lower: f.price(quote.lowerLimit),
              upper: f.price(quote.upperLimit),
            })}
            error={wrongPrice}
          />
        )}
        <Stepper
          label={t('orders.close.quantity', { held })}
          unit="shares"
          value={typed}
          onChange={setWanted}
          step={stock.unit}
          min={free % stock.unit || Math.min(stock.unit, free)}
          max={free}
          display={f.quantity(typed)}
          hint={t('orders.close.quantityHint', { unit: stock.unit, max: f.quantity(free) })}
          error={
            quantity === 0 && free > 0
              ? outOfRange(t, free % stock.unit || stock.unit, free)
              : isEven
                ? undefined
                : t('orders.rejection.LOT_SIZE', { lotSize: stock.unit })
          }
        />
        {odd > 0 && isEven && (
          <p className="text-1 text-grey-1">{t('orders.close.odd', { quantity: odd })}</p>
        )}
      </div>
      <TicketConditions
        form={terms}
        stock={stock}
        wrong={wrong}
        onChange={(part) => setTerms({ ...terms, ...part, type: terms.type })}
      />
      <div className="px-gutter">
        <DefinitionList>
          {terms.type === 'market' && (
            <DefinitionRow label={t(lot.side === 'up' ? 'market.stock.bid' : 'market.stock.ask')}>
              {f.price(lot.side === 'up' ? quote.bid : quote.ask)}
            </DefinitionRow>
          )}
          <DefinitionRow term="notional" label={t('orders.ticket.notional')} note={assumed}>
            {f.money(notional)}
          </DefinitionRow>
          {held === 'cash' && (
            <DefinitionRow term="settlementAmount" label={t('orders.ticket.cost')} strong>
              {f.money(notional - estimate.fee)}
            </DefinitionRow>
          )}
          <DefinitionRow
            label={t('orders.close.estimate')}
            note={
              lot.averageCost === null
                ? t('orders.ticket.lossNote')
                : t('orders.close.taxedNote', { cost: f.money(lot.averageCost) })
            }
            strong
          >
            <Figure size={3} tone="auto" value={estimate.profit} unit={t('ui.yen')}>
              {f.signedYen(estimate.profit)}
            </Figure>
          </DefinitionRow>
          <DefinitionRow term="commission" label={t('orders.close.fee')}>
            {f.money(estimate.fee)}
          </DefinitionRow>
          {(held === 'margin' || estimate.charges !== 0) && (
            <DefinitionRow term="charges" label={t('orders.close.charges')}>
              {f.money(estimate.charges)}
            </DefinitionRow>
          )}
        </DefinitionList>
      </div>
      <Suspense>
        <OwnOrderInTheWay
          asked={{
            code: lot.code,
            side: closes,
            price: terms.type === 'limit' ? price : null,
            condition: terms.condition ?? 'none',
            quantity,
          }}
          {...(fits && wrong === null && isLive
            ? {
                instead: {
                  word: t('orders.cancel.thenClose', { side }),
                  act: (own: OrderView) => void submit(own),
                },
              }
            : {})}
        />
      </Suspense>
      {far !== null && (
        <FarNotice
          far={far}
          onLimit={(best) => {
            setTerms({ ...terms, type: 'limit' })
            setLimit(best)
          }}
        />
      )}
      <div className="flex p-4">
        <Button
          kind={lot.side === 'up' ? 'sell' : 'buy'}
          state={[cancel.state, one.state, many.state].find((each) => each !== 'idle') ?? 'idle'}
          disabled={!fits || wrong !== null || !isLive}
          onPress={() => void submit()}
        >
          {t('orders.close.button', { side, quantity: f.quantity(quantity) })}
        </Button>
      </div>
    </>
  )
}

/** Terms that differ from "at any time, for today". */
const changedTerms = ({ condition, timeInForce, validity, validUntil }: TicketTerms) => ({
  ...(condition ? { condition } : {}),
  ...(timeInForce ? { timeInForce } : {}),
  ...(validity ? { validity } : {}),
  ...(validUntil ? { validUntil } : {}),
})

type ConfirmedProps = {
  asked: ClosingAsked
  quote: QuoteView
  side: string
  odd: number
  /** An own order that is taken back before. */
  first: OrderView | undefined
}

/** The orders to be sent: one for each lot, when it may trade and how long. */
function Confirmed({ asked, quote, side, odd, first }: ConfirmedProps) {
  const t = useT()
  const f = useFormat()
  const { lot, stock, parts, terms } = asked
  // The price of now: the question may stand while it moves.
  const { price, far, estimate } = useClosingFigures(asked, quote)
  const quantity = parts.reduce((sum, part) => sum + part.quantity, 0)
  const execution = terms.timeInForce ?? terms.condition
  const farWords = useFarWords()
  const warning = far && farWords(far)
  return (
    <div className="flex flex-col gap-2">
      {first && <p>{t('orders.cancel.first', { order: orderWords(t, f, first) })}</p>}
      {warning && (
        <p className="text-warn">
          <span className="font-strong block">{warning.title}</span>
          <span className="text-1 block">{warning.note}</span>
        </p>
      )}
      <p>
        {t('orders.close.confirmBody', {
          name: lot.name,
          quantity: f.quantity(quantity),
          side,
          type:
            terms.type === 'market' ? t('orders.type.market') : `${t('orders.type.limit')} ${f.price(price)}`,
          profit: f.signedMoney(estimate.profit),
        })}
      </p>
      <DefinitionList>
        {parts.length > 1 &&
          lot.averageCost === null &&
          parts.map((part) => (
            <DefinitionRow
              key={part.lot.id}
              label={`${f.dateTime(part.lot.openedAt)}${f.dot}${f.price(part.lot.openPrice)}`}
            >
              {f.shares(part.quantity)}
            </DefinitionRow>
          ))}
        {execution && (
          <DefinitionRow label={t('orders.ticket.execution')}>
            {t(`orders.execution.${execution}`)}
          </DefinitionRow>
        )}
        <DefinitionRow
          label={t('orders.confirm.validity')}
          note={terms.validity === undefined ? dayNote(t, f, stock) : undefined}
        >
          {terms.validity === 'date' && terms.validUntil
            ? f.date(terms.validUntil)
            : terms.validity === undefined
              ? t('orders.confirm.today', { until: f.dateTime(stock.closesAt) })
              : `${t(`orders.validity.${terms.validity}`)}${f.dot}${t('orders.confirm.until', { date: f.dateTime(stock.weekClosesAt) })}`}
        </DefinitionRow>
      </DefinitionList>
      {odd > 0 && <p className="text-1 text-grey-1">{t('orders.close.odd', { quantity: odd })}</p>}
      {parts.length > 1 && (
        <p className="text-1 text-grey-1">
          {t('orders.close.ordersEach', { held: heldAs(lot), count: parts.length })}
        </p>
      )}
    </div>
  )
}
