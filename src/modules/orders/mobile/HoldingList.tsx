import { useState } from 'react'
import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { refresh } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useIsLive } from '#client/topics.ts'
import type { Quantity } from '#kernel/price.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { closeLots, listOrders } from '#modules/orders/contract.ts'
import { getAccount, listLots, type LotView } from '#modules/portfolio/contract.ts'
import type { Held } from '#modules/portfolio/mobile/public.ts'
import { closableWith, freeOf } from '#modules/portfolio/model/closing.ts'
import { holdingsOf } from '#modules/portfolio/model/holdings.ts'
import { useFee } from '#modules/schedules/mobile/public.ts'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty, ErrorState } from '#ui/Empty.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { askAtMarket, type AtMarket } from './at-market.ts'
import { estimateClose } from './close-form.ts'
import type { ClosePart } from './close-parts.ts'
import { worthsOf } from './close-worths.ts'
import { HoldingGroups } from './HoldingGroups.tsx'
import { closingWord } from './labels.ts'

/**
 * `held`: what the page has read. A reader of its own would ask again as it comes, and the page would wait
 * for that answer in its place.
 */
export function HoldingList({ held: { account, lots, isKnown, error, refetch } }: { held: Held }) {
  const t = useT()
  const isLive = useIsLive()
  const fee = useFee()
  const [pressed, setPressed] = useState<LotView | null>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  if (account === null || !isKnown)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton kind="stock" rows={3} />
    )
  if (lots.length === 0) {
    return (
      <Empty
        title={t('orders.trade.noHoldings')}
        note={t('orders.trade.noHoldingsNote')}
        action={{ label: t('orders.trade.findStock'), href: paths.search() }}
      />
    )
  }
  const closable = lots.filter((lot) => freeOf(lot) > 0)
  const closings = closingsOf(closable)

  async function closeAll() {
    const yes = await confirm({
      title: t('orders.trade.closeAllTitle'),
      ...closingColour(closable),
      act: t('orders.trade.closeAll'),
      body: <ClosingAll closings={await pricedNow(closings)} fee={fee} />,
    })
    if (!yes) return
    // One holding, all of its lots or none, for one commission; what is refused stays said by its name, and
    // the rest goes on.
    const sent = await Promise.all(closings.map((closing) => closeHolding(closing)))
    setRefused(sent.filter((one) => typeof one === 'string'))
    const done = sent.reduce<number>((sum, one) => sum + (typeof one === 'string' ? 0 : one), 0)
    if (done > 0) toast(t('orders.trade.closeAllDone', { count: done }), { kind: 'ok' })
    for (const route of [listOrders, listLots, getAccount]) refresh(route)
  }

  return (
    <>
      <div className="flex items-center justify-between gap-3 px-gutter">
        <a className="pressable flex min-h-touch items-center text-brand" href={paths.performance()}>
          {t('orders.trade.performance')}
        </a>
        {closable.length > 1 && (
          <button
            type="button"
            className="text-brand min-h-touch disabled:text-grey-1"
            disabled={!isLive}
            onClick={() => void closeAll()}
          >
            {t('orders.trade.closeAll')}
          </button>
        )}
      </div>
      {refused.map((line) => (
        <Notice key={line} tone="warn" title={line} />
      ))}
      <HoldingGroups lots={lots} onLongPress={setPressed} />
      <Sheet
        open={pressed !== null}
        onClose={() => setPressed(null)}
        title={pressed?.name ?? t('orders.trade.actions')}
      >
        {pressed !== null && (
          <>
            <MenuRow label={t('orders.trade.detail')} href={paths.tradeDetail({ lot: pressed.id })} />
            <MenuRow
              label={closingWord(t, pressed)}
              onPress={() => {
                setPressed(null)
                navigate.to(paths.tradeDetail({ lot: pressed.id, act: 'close' }))
              }}
            />
          </>
        )}
      </Sheet>
    </>
  )
}

/** Free shares of one issue held in one way, oldest lot first. */
type Closing = { name: string; lot: LotView; parts: readonly ClosePart[]; quantity: Quantity }

const closingsOf = (closable: readonly LotView[]): Closing[] =>
  holdingsOf(closable).map(({ name, lots }) => {
    const parts = closableWith(lots[0]!, lots).map((lot) => ({ lot, quantity: freeOf(lot) }))
    return { name, lot: lots[0]!, parts, quantity: parts.reduce((sum, part) => sum + part.quantity, 0) }
  })

type Priced = Closing & { now: AtMarket | null }

/** Each with its price through the board of now: those of one issue and side stand one behind the other. */
const pricedNow = (closings: readonly Closing[]): Promise<Priced[]> =>
  Promise.all(
    closings.map(async (closing, n) => {
      const { code, side } = closing.lot
      const before = closings
        .slice(0, n)
        .reduce(
          (sum, { lot, quantity }) => (lot.code === code && lot.side === side ? sum + quantity : sum),
          0,
        )
      const now = await askAtMarket(code, side === 'up' ? 'down' : 'up', closing.quantity, before)
      return { ...closing, now }
    }),
  )

/** Number of orders that were sent, or the reason why the holding was refused. */
async function closeHolding({
  name,
  lot: { code, side },
  parts,
  quantity,
}: Closing): Promise<number | string> {
  const lots = parts.map(({ lot }) => lot.id)
  try {
    return (await call(closeLots, { input: { type: 'market', code, side, quantity, lots } }, { quiet: true }))
      .length
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure
    return `${name}: ${failure.msg}`
  }
}

/** The orders to be sent, by holding, with what each comes to at the price of now, and all of them. */
function ClosingAll({ closings, fee }: { closings: readonly Priced[]; fee: FeeRule | null }) {
  const t = useT()
  const f = useFormat()
  const each = closings.map((closing) => {
    const price = closing.now?.price ?? closing.lot.marketPrice ?? closing.lot.openPrice
    const worths = worthsOf(closing.parts, price, closing.now?.through)
    return {
      ...closing,
      notional: worths.reduce((all, worth) => all + worth, 0),
      ends: fee && estimateClose(closing.parts, worths, fee),
    }
  })
  const sum = (of: (one: (typeof each)[number]) => number) => each.reduce((all, one) => all + of(one), 0)
  const floating = sum(({ parts }) => parts.reduce((all, { lot }) => all + (lot.floatingProfit ?? 0), 0))
  const count = sum(({ parts }) => parts.length)
  const yen = sum(({ now }) => now?.far?.yen ?? 0)
  const beyond = sum(({ now }) => now?.far?.beyond ?? 0)
  return (
    <div className="flex flex-col gap-2">
      <p>{t('orders.trade.closeAllBody', { count, profit: f.signedMoney(floating) })}</p>
      {yen > 0 && <p className="text-warn">{t('orders.far.title', { beyond: 0, yen: f.money(yen) })}</p>}
      {beyond > 0 && <p className="text-warn">{t('orders.far.title', { beyond, yen: f.money(yen) })}</p>}
      <DefinitionList>
        {each.map(({ name, lot, quantity, notional }) => (
          <DefinitionRow key={lot.id} label={`${name} ${closingWord(t, lot)} ${f.shares(quantity)}`}>
            {f.money(notional)}
          </DefinitionRow>
        ))}
        <DefinitionRow label={t('orders.ticket.notional')} strong>
          {f.money(sum(({ notional }) => notional))}
        </DefinitionRow>
        {fee !== null && (
          <>
            <DefinitionRow label={t('orders.close.fee')}>
              {f.money(sum(({ ends }) => ends?.fee ?? 0))}
            </DefinitionRow>
            <DefinitionRow label={t('orders.close.estimate')} note={t('orders.ticket.lossNote')} strong>
              {f.signedMoney(sum(({ ends }) => ends?.profit ?? 0))}
            </DefinitionRow>
          </>
        )}
      </DefinitionList>
    </div>
  )
}

/** Several at once have the colour of their side where it is one; both ways are marked as what is grave. */
const closingColour = (lots: readonly LotView[]) =>
  lots.every(({ side }) => side === 'up')
    ? ({ side: 'down' } as const)
    : lots.every(({ side }) => side === 'down')
      ? ({ side: 'up' } as const)
      : { danger: true }
