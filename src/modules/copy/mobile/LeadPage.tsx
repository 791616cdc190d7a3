import { useDraft } from '#client/drafts.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useIsLive } from '#client/topics.ts'
import { useWrite } from '#client/use-write.ts'
import type { OutputOf } from '#wire/route.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Field } from '#ui/Field.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { Figure, Stat, StatRow } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import {
  cancelPoolOrder,
  closePoolLot,
  getPoolAccount,
  listPoolOrders,
  placePoolOrder,
  type PoolOrderView,
} from '../contract.ts'
import { OrderRow } from './PoolPage.tsx'
import { COPY_READS, readAgain } from './use-copy.ts'

const EVERY = { poll: 'ledPool' } as const

/** The pool in its lead's hands: its money, what it holds, a ticket that buys at 1×, its orders. */
export function LeadPage({ id }: { id: string }) {
  const t = useT()
  const read = useRead(getPoolAccount, { query: { pool: id } }, EVERY)
  return (
    <Page nav={<NavigationBar title={t('copy.page.lead')} />} onRefresh={readAgain}>
      <Loaded
        read={read}
        skeleton={
          <Section flush>
            <Skeleton kind="lines" rows={8} />
          </Section>
        }
        title={t('copy.cannotLoad')}
      >
        {({ account, lots }) => (
          <>
            <Summary account={account} />
            <Lots id={id} lots={lots} />
            <Ticket id={id} />
            <Orders id={id} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Summary({ account }: { account: OutputOf<typeof getPoolAccount>['account'] }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section label={t('copy.equity')} first>
      <p className="text-1 text-grey-1">{t('copy.equity')}</p>
      <Figure size={4}>{f.money(account.totalAssets)}</Figure>
      <StatRow>
        <Stat label={t('copy.lead.cash')}>{f.money(account.buyingPower)}</Stat>
        <Stat label={t('copy.profit')} align="right">
          <Figure tone="auto" value={account.floatingProfit} strong>
            {f.signedMoney(account.floatingProfit)}
          </Figure>
        </Stat>
      </StatRow>
    </Section>
  )
}

function Lots({ id, lots }: { id: string; lots: readonly LotView[] }) {
  const t = useT()
  const f = useFormat()
  const isLive = useIsLive()
  const write = useWrite(closePoolLot, { refreshes: COPY_READS })
  async function sell(lot: LotView) {
    const yes = await confirm({
      title: t('copy.lead.confirm'),
      danger: true,
      body: (
        <DefinitionList>
          <DefinitionRow label={`${lot.name} ${lot.code}`} strong>
            {f.shares(lot.openQuantity - lot.closingQuantity)} {t('copy.lead.market')}
          </DefinitionRow>
        </DefinitionList>
      ),
    })
    if (yes && (await write.run({ input: { pool: id, lot: lot.id, closing: { type: 'market' } } })).ok)
      toast(t('copy.lead.placed'), { kind: 'ok' })
  }
  return (
    <Section flush label={t('copy.lead.lots')}>
      <SectionHead flush title={t('copy.lead.lots')} />
      {lots.length === 0 && <p className="px-gutter pb-3 text-2 text-grey-1">{t('copy.lead.noLots')}</p>}
      {lots.map((lot) => (
        <Row key={lot.id} className="gap-3 px-gutter py-2">
          <span className="min-w-0 grow">
            <span className="block text-2">
              {lot.name} <span className="text-1 text-grey-1">{lot.code}</span>
            </span>
            <span className="block text-1 text-grey-1">
              {f.shares(lot.openQuantity)} × {f.price(lot.openPrice)}
            </span>
          </span>
          <Figure tone="auto" value={lot.floatingProfit} strong>
            {f.signedYen(lot.floatingProfit)}
          </Figure>
          <span className="flex w-26 shrink-0">
            <Button
              size="s"
              kind="neutral"
              state={write.state}
              disabled={lot.closingQuantity === lot.openQuantity || !isLive}
              onPress={() => void sell(lot)}
            >
              {t('copy.lead.sell')}
            </Button>
          </span>
        </Row>
      ))}
    </Section>
  )
}

type Typed = { code: string; quantity: number | null; limit: { price: number | null; isMistyped: boolean } }
const EMPTY: Typed = { code: '', quantity: null, limit: { price: null, isMistyped: false } }

function Ticket({ id }: { id: string }) {
  const t = useT()
  const f = useFormat()
  const [{ code, quantity, limit }, setForm, drop] = useDraft<Typed>('ticket', () => EMPTY)
  const change = (part: Partial<Typed>) => setForm((now) => ({ ...now, ...part }))
  // Without a limit the order is a market order: what is mistyped is none of both.
  const { price, isMistyped } = limit
  const isLive = useIsLive()
  const write = useWrite(placePoolOrder, { refreshes: COPY_READS })
  const issue = code.normalize('NFKC').trim().toUpperCase()
  const isReady =
    /^[0-9A-Z]{4,5}$/.test(issue) && quantity !== null && quantity > 0 && price !== 0 && !isMistyped
  async function submit() {
    if (!isReady) return
    const yes = await confirm({
      title: t('copy.lead.confirm'),
      body: (
        <DefinitionList>
          <DefinitionRow label={issue} strong>
            {f.shares(quantity)}
          </DefinitionRow>
          <DefinitionRow label={t('copy.lead.limit')}>
            {price === null ? t('copy.lead.market') : f.price(price)}
          </DefinitionRow>
        </DefinitionList>
      ),
    })
    if (!yes) return
    const ticket = {
      code: issue,
      side: 'up' as const,
      quantity,
      leverage: 1 as const,
      ...(price === null ? { type: 'market' as const } : { type: 'limit' as const, price }),
    }
    if (!(await write.run({ input: { pool: id, ticket } })).ok) return
    toast(t('copy.lead.placed'), { kind: 'ok' })
    drop({ ...EMPTY, code })
  }
  return (
    <Section label={t('copy.lead.place')}>
      <SectionHead title={t('copy.lead.place')} />
      <Field
        plain
        label={t('copy.lead.code')}
        rule={t('copy.lead.codeRule')}
        value={code}
        onChange={(next) => change({ code: next })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={5}
      />
      <NumberField
        label={t('copy.lead.quantity')}
        rule={t('copy.lead.quantityRule')}
        unit="shares"
        value={quantity}
        onChange={(next) => change({ quantity: next })}
      />
      <NumberField
        label={t('copy.lead.limit')}
        rule={t('copy.lead.limitRule')}
        value={price}
        onChange={(next, mistyped) => change({ limit: { price: next, isMistyped: mistyped } })}
        decimals={1}
      />
      <p className="py-1 text-1 text-grey-1">{t('copy.lead.rule')}</p>
      <div className="flex pt-1">
        <Button kind="buy" state={write.state} disabled={!isReady || !isLive} onPress={() => void submit()}>
          {t('copy.lead.place')}
        </Button>
      </div>
    </Section>
  )
}

function Orders({ id }: { id: string }) {
  const t = useT()
  const read = useRead(listPoolOrders, { query: { pool: id } }, EVERY)
  return (
    <Section flush label={t('copy.section.orders')}>
      <SectionHead flush title={t('copy.section.orders')} />
      <Loaded
        read={read}
        skeleton={<Skeleton kind="lines" rows={3} />}
        title={t('copy.cannotLoad')}
        empty={<p className="px-gutter pb-3 text-2 text-grey-1">{t('copy.orders.none')}</p>}
      >
        {(rows) =>
          rows.map((row) => (
            <div key={row.order.id}>
              <OrderRow row={{ ...row, share: null }} />
              {row.order.status === 'pending' && <Cancel id={id} row={row} />}
            </div>
          ))
        }
      </Loaded>
    </Section>
  )
}

function Cancel({ id, row: { order } }: { id: string; row: PoolOrderView }) {
  const t = useT()
  const f = useFormat()
  const write = useWrite(cancelPoolOrder, { refreshes: COPY_READS })
  async function cancel() {
    const yes = await confirm({
      title: t('orders.cancel.title'),
      act: t('orders.cancel.act'),
      body: (
        <DefinitionList>
          <DefinitionRow label={`${order.name} ${order.code}`} strong>
            {f.shares(order.quantity - order.filledQuantity)}
          </DefinitionRow>
        </DefinitionList>
      ),
    })
    if (yes && (await write.run({ input: { pool: id, order: order.id } })).ok)
      toast(t('copy.lead.cancelled'), { kind: 'ok' })
  }
  return (
    <div className="flex px-gutter pb-2">
      <Button size="s" kind="neutral" state={write.state} onPress={() => void cancel()}>
        {t('copy.lead.cancel')}
      </Button>
    </div>
  )
}
