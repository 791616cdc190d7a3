import { useEffect, useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { elapsed } from '#client/clock.ts'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useLatestOf, useTopic } from '#client/topics.ts'
import { tenthsOf, yenOf } from '#kernel/price.ts'
import { getMargin, type MarginView } from '#modules/margin-calls/contract.ts'
import { newPositionPower, ratioBp } from '#modules/margin/model/ratio.ts'
import { callPrice, type Account } from '#modules/margin/model/threshold-price.ts'
import { quoteTopic } from '#modules/market/contract.ts'
import { memberTopic } from '#modules/portfolio/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Gauge } from '#ui/Gauge.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { CallSection, EndedCalls } from './CallSection.tsx'
import { accountOf, reckoned, type LastPrices, type Reckoned } from './margin-account.ts'
import { WhatIf } from './WhatIf.tsx'

/**
 * Deadlines run by market time, which a replay lets run faster: read again now and then, and go on by the
 * second in between.
 */
const TICK_MS = 1_000

function useMarketNow(at: string): number {
  const read = Date.parse(at)
  const [{ from, now }, set] = useState(() => ({ from: read, now: read }))
  useEffect(() => {
    const began = elapsed()
    const timer = setInterval(() => set({ from: read, now: read + elapsed() - began }), TICK_MS)
    return () => clearInterval(timer)
  }, [read])
  return from === read ? now : read
}

/** G, N and what follows from them: every figure says what it is made of. */
function Figures({ reckoning: { state, parts } }: { reckoning: Reckoned }) {
  const t = useT()
  const f = useFormat()
  const { spareYen, powerYen } = newPositionPower(state)
  return (
    <Section flush>
      <SectionHead flush title={t('margin-calls.figures.title')} />
      <div className="px-gutter">
        <DefinitionList>
          <DefinitionRow label={t('margin-calls.figures.cash')} note={t('margin-calls.figures.cashNote')}>
            {f.money(parts.cash)}
          </DefinitionRow>
          <DefinitionRow label={t('margin-calls.figures.lotMargin')}>
            {f.money(parts.lotMargin)}
          </DefinitionRow>
          <DefinitionRow
            label={t('margin-calls.figures.substitutes')}
            note={t('margin-calls.figures.substitutesNote')}
          >
            {f.money(parts.substitutes)}
          </DefinitionRow>
          <DefinitionRow
            label={t('margin-calls.figures.loss')}
            note={t('margin-calls.figures.lossNote', { difference: f.signedMoney(parts.difference) })}
          >
            {f.money(Math.min(parts.difference, 0))}
          </DefinitionRow>
          <DefinitionRow label={t('margin-calls.figures.accrued')}>
            {f.money(0 - parts.accrued)}
          </DefinitionRow>
          {parts.loan > 0 && (
            <DefinitionRow label={t('margin-calls.figures.loan')}>{f.money(0 - parts.loan)}</DefinitionRow>
          )}
          <DefinitionRow
            label={t('margin-calls.figures.held')}
            strong
            note={t('margin-calls.figures.heldNote')}
          >
            {f.money(state.heldYen)}
          </DefinitionRow>
          <DefinitionRow
            label={t('margin-calls.figures.notional')}
            strong
            note={t('margin-calls.figures.notionalNote')}
          >
            {f.money(state.notionalYen)}
          </DefinitionRow>
          <DefinitionRow
            label={t('margin-calls.figures.required')}
            note={t('margin-calls.figures.requiredNote')}
          >
            {f.money(state.heldYen - spareYen)}
          </DefinitionRow>
          <DefinitionRow label={t('margin-calls.figures.power')} note={t('margin-calls.figures.powerNote')}>
            {f.money(powerYen)}
          </DefinitionRow>
        </DefinitionList>
      </div>
      <MenuRow label={t('margin-calls.figures.log')} href={paths.accountLog()} />
    </Section>
  )
}

/** Leveraged lots: what they cost so far, and the price at which a call would come from this issue alone. */
function Lots({ view, account }: { view: MarginView; account: Account }) {
  const t = useT()
  const f = useFormat()
  const leveraged = view.lots.filter((lot) => lot.leveraged)
  return (
    <Section flush>
      <SectionHead flush title={t('margin-calls.lots.title')} />
      {leveraged.map((lot) => {
        const price = account.priceOf(lot.code) ?? tenthsOf(lot.openPrice)
        const call = callPrice(account, lot.code, lot.side, price)
        return (
          <div key={lot.id}>
            <MenuRow
              label={t(`margin-calls.lots.${lot.side}`, {
                name: lot.name,
                code: lot.code,
                quantity: lot.openQuantity,
              })}
              value={f.price(yenOf(price))}
              href={paths.tradeDetail({ lot: lot.id })}
            />
            <div className="px-gutter pb-2">
              <DefinitionList>
                <DefinitionRow label={t(`margin-calls.lots.cost.${lot.side}`)}>
                  {f.money(lot.accrued)}
                </DefinitionRow>
                <DefinitionRow label={t('margin-calls.lots.callPrice')}>
                  {call === null
                    ? t('margin-calls.whatIf.never')
                    : call === price
                      ? t('margin-calls.whatIf.now')
                      : f.price(yenOf(call))}
                </DefinitionRow>
              </DefinitionList>
            </div>
          </div>
        )
      })}
      <p className="text-grey-1 text-1 px-gutter pb-3">{t('margin-calls.lots.note')}</p>
    </Section>
  )
}

function MarginAccount({ view, last }: { view: MarginView; last: LastPrices }) {
  const t = useT()
  const f = useFormat()
  const now = useMarketNow(view.at)
  const account = accountOf(view, last)
  const reckoning = reckoned(view, account)
  const ratio = ratioBp(reckoning.state)
  const running = view.calls.filter(({ state }) => state === 'open' || state === 'forced')
  const { spareYen } = newPositionPower(reckoning.state)
  return (
    <>
      {running.map((call) => (
        <CallSection key={call.tradeDate} call={call} lots={view.lots} now={now} />
      ))}
      {ratio === null ? (
        <Section>
          <Empty
            title={t('margin-calls.empty')}
            note={t('margin-calls.emptyNote')}
            action={{ label: t('margin-calls.toMarket'), href: paths.market() }}
          />
        </Section>
      ) : (
        <>
          <Section label={t('margin-calls.ratio')}>
            <Gauge
              ratioBp={ratio}
              label={t('margin-calls.ratio')}
              room={
                spareYen > 0 ? t('margin-calls.room', { room: f.money(spareYen) }) : t('margin-calls.noRoom')
              }
            />
            <p className="text-grey-1 text-1 pt-3">
              {t('margin-calls.ratioNote', {
                held: f.money(reckoning.state.heldYen),
                notional: f.money(reckoning.state.notionalYen),
              })}
            </p>
          </Section>
          <WhatIf account={account} />
        </>
      )}
      <Figures reckoning={reckoning} />
      {ratio !== null && <Lots view={view} account={account} />}
      <EndedCalls calls={view.calls.filter(({ state }) => state === 'met' || state === 'closed')} />
    </>
  )
}

export default function MarginPage(_: ScreenProps<'margin'>) {
  const t = useT()
  const read = useRead(getMargin, {}, { poll: 'marginAccount' })
  // Whoever comes back to it may have closed a lot on the page in between.
  useEffect(() => refresh(getMargin), [])
  useTopic(memberTopic, {}, () => refresh(getMargin), { onReset: () => refresh(getMargin) })
  const codes = [...new Set((read.data?.lots ?? []).map((lot) => lot.code))]
  const quotes = useLatestOf(
    quoteTopic,
    codes.map((code) => ({ code })),
  )
  const last = new Map(
    codes.flatMap((code) => {
      const price = quotes.get(`quote/${code}`)?.last
      return price === null || price === undefined ? [] : [[code, tenthsOf(price)] as const]
    }),
  )
  return (
    <Page
      nav={<NavigationBar title={t('margin-calls.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
        {(view) => <MarginAccount view={view} last={last} />}
      </Loaded>
    </Page>
  )
}
