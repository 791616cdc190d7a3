import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { assert } from '#kernel/assert.ts'
import { consideration, roundedUpTenths } from '#kernel/price.ts'
import { dateJst, timeJst, type DateJst } from '#kernel/time.ts'
import type { PdfBlock, PdfPaper } from '#platform/pdf.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import { navShown } from '#modules/copy/model/fund-value.ts'
import { unitsThen } from '#modules/copy/server/public.ts'
import type { CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import {
  DEBT_ACCOUNTS,
  OWN_ACCOUNTS,
  ownMoney,
  type Balances,
  type MemberAccount,
} from '#modules/ledger/model/accounts.ts'
import { bankDatesOf } from '#modules/funding/server/public.ts'
import { entriesOf, feesOn, firstEntryDate } from '#modules/ledger/server/public.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { entryView } from '#modules/portfolio/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { reportView, yearsOf } from '#modules/tax/server/public.ts'
import type { StatementsView } from '../contract.ts'
import { byBooking } from '../model/entry-order.ts'
import { periodOf, periodsBetween, type Period } from '../model/period.ts'
import { followLots } from '../model/position.ts'
import { assertClosed, beingClosed, booksCloseAt, lastTradingDay } from './closed-books.ts'
import { dealsOf, worthOf, type Allotment, type Fill } from './deals.ts'
import { movementIn } from './income.ts'
import type { Words } from './labels.ts'
import { lotHistory } from './lots-then.ts'
import { marginEntriesOf, sharesOf } from './positions.ts'

type Deps = {
  context: AppContext
  market: Pick<MarketPublic, 'nameOf' | 'instrument' | 'lastPrices' | 'closesThen' | 'livedTo'>
  actions: Pick<CorporateActions, 'between'>
  listings: Pick<ListingsPublic, 'terms'>
  memberId: MemberId
  customer: string
  words: Words
}

const MOST_DAYS = 400
const MOST_ENTRIES = 5_000
const EVER: Period = { from: '0001-01-01', to: '9999-12-31' }

/** The statements that can be printed. */
export async function statementsOf(context: AppContext, memberId: MemberId): Promise<StatementsView> {
  const { db, clock } = context
  const [{ trades, allotments }, first, years] = await Promise.all([
    dealsOf(db, memberId, EVER),
    firstEntryDate(db, memberId),
    yearsOf(db, memberId),
  ])
  const today = dateJst(clock.market())
  return {
    days: [...new Set([...trades, ...allotments].map(({ tradeDate }) => tradeDate))]
      .toSorted()
      .toReversed()
      .slice(0, MOST_DAYS),
    ...(first === undefined ? { months: [], quarters: [] } : periodsBetween(first, today)),
    years: years.map(({ year }) => year),
    simulated: true,
  }
}

function paper(
  { context, memberId, customer, words: { lang, t, moment, figure } }: Deps,
  title: string,
  about: readonly [label: string, value: string][],
  blocks: readonly PdfBlock[],
): PdfPaper {
  const madeAt = context.clock.market()
  const { firm } = context.config
  const member = memberOf(context.engine.read, memberId)
  assert(member !== undefined, 'a statement is somebody’s')
  const rows = [
    [t('records.pdf.customer'), customer] as const,
    [t('records.pdf.member'), figure(member.number)] as const,
    ...about,
    [t('records.pdf.madeAt'), moment(madeAt)] as const,
    ...(firm === null
      ? []
      : [
          [t('records.pdf.registration'), firm.registration] as const,
          [t('records.pdf.address'), firm.address[lang]] as const,
        ]),
  ]
  return {
    lang,
    title,
    firm: firm?.name[lang] ?? t('records.pdf.noFirm'),
    mark: t('records.pdf.mark'),
    footer: t('records.pdf.footer'),
    madeAt,
    blocks: [
      { kind: 'text', text: t('records.simulated') },
      { kind: 'pairs', rows: rows.map(([label, value]) => ({ label, value })) },
      ...blocks,
    ],
  }
}

/** 取引報告書: all that was bought and sold on a trade date; null without anything. */
export async function tradeReport(deps: Deps, date: DateJst): Promise<PdfPaper | null> {
  const { context, market, memberId, words } = deps
  const { t, figure, price, day, time, side, lang } = words
  assertClosed(context, market, { from: date, to: date }, context.clock.market())
  const { trades, allotments } = await dealsOf(context.db, memberId, { from: date, to: date })
  if (trades.length + allotments.length === 0) return null
  const sum = (of: (trade: Fill) => number) => trades.reduce((total, trade) => total + of(trade), 0)
  const fees = await feesOn(context.db, memberId, date)
  assert(
    fees.yen === sum(({ feeYen }) => feeYen),
    `fees of ${date}: the fills say ${sum(({ feeYen }) => feeYen)}, the ledger ${fees.yen}`,
  )
  const head = ['time', 'order', 'issue', 'side', 'leverage', 'quantity', 'price', 'amount', 'fee', 'charges']
  return paper(
    deps,
    t('records.pdf.tradeReport'),
    [
      [t('records.pdf.tradeDate'), day(date)],
      [t('records.pdf.settlementDate'), day(context.calendar.settlementDate(date))],
    ],
    [
      { kind: 'heading', text: t('records.pdf.trades') },
      {
        kind: 'table',
        wide: 2,
        right: [5, 6, 7, 8, 9],
        head: head.map((name) => t(`records.pdf.${name}`)),
        rows: trades.map((trade) => [
          time(trade.at),
          trade.number,
          `${market.nameOf(trade.code, lang)} (${trade.code})`,
          side(trade),
          t('records.pdf.times', { leverage: trade.leverageTenths / 10 }),
          figure(trade.quantity),
          price(trade.priceTenths),
          figure(worthOf(trade)),
          figure(trade.feeYen),
          figure(trade.chargesYen),
        ]),
      },
      {
        kind: 'pairs',
        rows: [
          {
            label: t('records.pdf.bought'),
            value: figure(sum((trade) => (trade.side === 'up' ? worthOf(trade) : 0))),
          },
          {
            label: t('records.pdf.sold'),
            value: figure(sum((trade) => (trade.side === 'down' ? worthOf(trade) : 0))),
          },
          { label: t('records.pdf.feeSum'), value: figure(fees.yen), strong: true },
          { label: t('records.pdf.feeTax'), value: figure(fees.taxYen) },
          { label: t('records.pdf.chargesSum'), value: figure(sum(({ chargesYen }) => chargesYen)) },
        ],
      },
      ...allotmentBlocks(deps, allotments),
      ...[...trades, ...allotments.filter(({ kind }) => kind !== 'fraction')].flatMap((deal) =>
        roundedBlock(words, deal),
      ),
      ...(allotments.some(({ kind }) => kind === 'fraction')
        ? [{ kind: 'small' as const, text: t('records.pdf.fractionNote') }]
        : []),
      { kind: 'small', text: t('records.pdf.tradeNote') },
    ],
  )
}

/** Yen of an odd lot is not its price times its shares: the way from one to the other. */
function roundedBlock(
  { t, figure, price }: Words,
  { number, priceTenths, quantity }: Pick<Fill, 'number' | 'priceTenths' | 'quantity'>,
): PdfBlock[] {
  const rounded = roundedUpTenths(priceTenths, quantity)
  if (rounded === 0) return []
  const yen = consideration(priceTenths, quantity)
  const args = {
    number,
    quantity: figure(quantity),
    price: price(priceTenths),
    exact: price(yen * 10 - rounded),
    amount: figure(yen),
  }
  return [{ kind: 'small', text: t('records.pdf.rounded', args) }]
}

/** Shares without an order; nothing where there are none. */
function allotmentBlocks(
  { market, words: { t, figure, shares, price, day, time, lang } }: Deps,
  allotments: readonly Allotment[],
): PdfBlock[] {
  if (allotments.length === 0) return []
  return [
    { kind: 'heading', text: t('records.pdf.allotments') },
    {
      kind: 'table',
      wide: 2,
      right: [4, 5, 6, 7],
      head: ['time', 'lot', 'issue', 'side', 'quantity', 'price', 'amount', 'charges', 'settlementDate'].map(
        (name) => t(`records.pdf.${name}`),
      ),
      rows: allotments.map((each) => [
        time(each.at),
        each.number,
        `${market.nameOf(each.code, lang)} (${each.code})`,
        t(`records.deal.${each.kind}`),
        shares(each.quantity),
        price(each.priceTenths),
        figure(each.amountYen),
        figure(each.chargesYen),
        day(each.settlementDate),
      ]),
    },
  ]
}

/** 取引残高報告書 of a month or quarter; null for one that has not begun. */
export async function balanceReport(deps: Deps, name: string): Promise<PdfPaper | null> {
  const {
    context,
    market,
    memberId,
    words: { t, figure, day, moment },
  } = deps
  const period = periodOf(name)
  const now = context.clock.market()
  if (period === null || timeJst(period.from, 0) > now) return null
  assertClosed(context, market, period, now)
  const isOver = booksCloseAt(context, period.to) <= now
  const { before, after, groups } = await movementIn(context, memberId, period)
  const blocks: PdfBlock[] = [
    { kind: 'heading', text: t('records.pdf.balances') },
    ...balanceBlocks(deps.words, before, after),
    { kind: 'heading', text: t('records.pdf.movements') },
    {
      kind: 'pairs',
      rows: [
        ...groups
          .filter(({ count }) => count > 0)
          .map(({ group, yen }) => ({ label: t(`records.group.${group}`), value: figure(yen) })),
        {
          label: t('records.pdf.moved'),
          value: figure(groups.reduce((sum, { yen }) => sum + yen, 0)),
          strong: true,
        },
      ],
    },
    ...(await positionBlocks(deps, period, isOver, after.lotMargin)),
    ...(await poolBlocks(deps, period, after)),
    ...(await entryBlocks(deps, period)),
    { kind: 'small', text: t('records.pdf.balanceNote') },
  ]
  const until = isOver ? day(period.to) : moment(now)
  return paper(
    deps,
    t('records.pdf.balanceReport'),
    [[t('records.pdf.period'), `${day(period.from)} – ${until}`]],
    blocks,
  )
}

/** The member's own money, added up; and the rest of it once debts are taken off, where there are any. */
function balanceBlocks({ t, figure }: Words, before: Balances, after: Balances): PdfBlock[] {
  const moved = (account: MemberAccount) => before[account] !== 0 || after[account] !== 0
  const row = (label: string, opening: Yen, closing: Yen) => [
    label,
    figure(opening),
    figure(closing),
    figure(closing - opening),
  ]
  const table = (rows: string[][], foot: string[]): PdfBlock => ({
    kind: 'table',
    wide: 0,
    right: [1, 2, 3],
    head: ['account', 'opening', 'closing', 'difference'].map((word) => t(`records.pdf.${word}`)),
    rows,
    foot,
  })
  const own = row(t('records.pdf.own'), ownMoney(before), ownMoney(after))
  const ofAccount = (sign: 1 | -1) => (account: MemberAccount) =>
    row(t(`portfolio.account.${account}`), sign * before[account], sign * after[account])
  const debts = DEBT_ACCOUNTS.filter(moved)
  const owed = (balances: Balances) => debts.reduce((sum, account) => sum + balances[account], 0)
  return [
    table(OWN_ACCOUNTS.filter(moved).map(ofAccount(1)), own),
    ...(debts.length === 0
      ? []
      : [
          table(
            [own, ...debts.map(ofAccount(-1))],
            row(t('records.pdf.net'), ownMoney(before) - owed(before), ownMoney(after) - owed(after)),
          ),
        ]),
  ]
}

async function positionBlocks(
  { context, market, actions, memberId, words: { t, figure, price, side, lang } }: Deps,
  period: Period,
  isOver: boolean,
  lotMarginYen: Yen,
): Promise<PdfBlock[]> {
  const entries = await marginEntriesOf(context.db, memberId)
  const lotAt = await lotHistory(context.db, actions, memberId, period.to)
  const positions = followLots(entries)
  for (const entry of entries) if (entry.tradeDate <= period.to) positions.take(entry)
  const held = positions.held((lotId) => sharesOf(market, lotAt(lotId, period.to)))
  assert(
    held.reduce((sum, { marginYen }) => sum + marginYen, 0) === lotMarginYen,
    'the positions of a report hold another margin than the ledger',
  )
  if (held.length === 0)
    return [
      { kind: 'heading', text: t('records.pdf.positions') },
      { kind: 'text', text: t('records.pdf.noPositions') },
    ]
  const codes = new Set(held.map(({ lotId }) => lotAt(lotId, period.to).code))
  const prices = isOver
    ? await market.closesThen(codes, lastTradingDay(context.calendar, period.to))
    : market.lastPrices(codes)
  // By the clock the period is over, but the exchange is behind: a price of before would be another later.
  if (prices === null) throw beingClosed()
  return [
    { kind: 'heading', text: t('records.pdf.positions') },
    {
      kind: 'table',
      wide: 1,
      right: [4, 5, 6, 7, 8],
      head: ['lot', 'issue', 'side', 'leverage', 'quantity', 'openPrice', 'lastPrice', 'value', 'margin'].map(
        (word) => t(`records.pdf.${word}`),
      ),
      rows: held.map(({ lotId, quantity, marginYen }) => {
        const lot = lotAt(lotId, period.to)
        const last = prices.get(lot.code)
        return [
          lot.number,
          `${market.nameOf(lot.code, lang)} (${lot.code})`,
          side({ ...lot, purpose: 'open' }),
          t('records.pdf.times', { leverage: lot.leverageTenths / 10 }),
          figure(quantity),
          price(lot.openPriceTenths),
          last === undefined ? '—' : price(last),
          last === undefined ? '—' : figure(consideration(last, quantity)),
          figure(marginYen),
        ]
      }),
      foot: ['', t('records.pdf.sum'), '', '', '', '', '', '', figure(lotMarginYen)],
    },
  ]
}

/** Units of pools, which own money has paid for, and the assets with them; nothing where there are none. */
async function poolBlocks(
  { context, listings, memberId, words: { t, figure, shares, day, lang } }: Deps,
  period: Period,
  after: Balances,
): Promise<PdfBlock[]> {
  const held = await unitsThen(context, listings, memberId, period.to)
  if (held.length === 0) return []
  const worth = held.reduce((sum, { worthYen }) => sum + worthYen, 0)
  const debts = DEBT_ACCOUNTS.filter((account) => after[account] !== 0)
  const owed = debts.reduce((sum, account) => sum + after[account], 0)
  return [
    { kind: 'heading', text: t('records.pdf.pools') },
    {
      kind: 'table',
      wide: 1,
      right: [2, 3, 5],
      head: ['pool', 'poolName', 'units', 'nav', 'navOn', 'value'].map((word) => t(`records.pdf.${word}`)),
      rows: held.map(({ poolId, names, units, fundValue, navOn, worthYen }) => [
        poolId,
        names[lang]!,
        figure(units),
        shares(navShown(fundValue)),
        navOn === null ? '—' : day(navOn),
        figure(worthYen),
      ]),
      foot: ['', t('records.pdf.sum'), '', '', '', figure(worth)],
    },
    {
      kind: 'pairs',
      rows: [
        { label: t('records.pdf.own'), value: figure(ownMoney(after)) },
        { label: t('records.pdf.poolsValue'), value: figure(worth) },
        ...debts.map((account) => ({
          label: t(`portfolio.account.${account}`),
          value: figure(0 - after[account]),
        })),
        { label: t('records.pdf.assets'), value: figure(ownMoney(after) + worth - owed), strong: true },
      ],
    },
  ]
}

async function entryBlocks(
  { context, memberId, words: { t, figure, moment, day } }: Deps,
  period: Period,
): Promise<PdfBlock[]> {
  const [entries, bankDates] = await Promise.all([
    entriesOf(context.db, memberId, {
      before: null,
      limit: MOST_ENTRIES,
      account: null,
      orderId: null,
      lotId: null,
      ...period,
    }),
    bankDatesOf(context.db, memberId),
  ])
  /** With the bank's own date, where the entry was booked under another. */
  const nameOf = ({ kind, seq, n, tradeDate }: (typeof entries)[number]): string => {
    const name = t(`portfolio.entry.${kind}`)
    const date = bankDates.get(`${seq}-${n}`)
    return date === undefined || date === tradeDate
      ? name
      : t('records.pdf.bankDate', { name, day: day(date) })
  }
  const rows = entries
    .toSorted(byBooking)
    .map((entry) => ({ entry, amount: entryView(entry, true).amount }))
    .filter(({ amount }) => amount !== 0)
  if (rows.length === 0) return []
  return [
    { kind: 'heading', text: t('records.pdf.entries') },
    ...(entries.length === MOST_ENTRIES
      ? [{ kind: 'small' as const, text: t('records.pdf.newest', { count: MOST_ENTRIES }) }]
      : []),
    {
      kind: 'table',
      wide: 2,
      right: [4],
      head: ['booked', 'moment', 'entry', 'code', 'amount'].map((word) => t(`records.pdf.${word}`)),
      rows: rows.map(({ entry, amount }) => [
        day(entry.tradeDate),
        moment(entry.at),
        nameOf(entry),
        entry.code ?? '',
        figure(amount),
      ]),
      foot: ['', '', t('records.pdf.sum'), '', figure(rows.reduce((sum, { amount }) => sum + amount, 0))],
    },
  ]
}

/** 年間取引報告書: the tax module's figures of a year; null where nothing was settled. */
export async function yearReport(deps: Deps, year: string): Promise<PdfPaper | null> {
  const {
    context,
    market,
    memberId,
    words: { t, figure },
  } = deps
  const now = context.clock.market()
  assertClosed(context, market, { from: `${year}-01-01`, to: `${year}-12-31` }, now)
  const row = (await yearsOf(context.db, memberId)).find((each) => each.year === year)
  if (row === undefined) return null
  // A year is closed by a job of the next one.
  if (!row.closed && context.doneBefore() <= now) throw beingClosed()
  const { account, final, cash, margin, total, incomeTax, localTax, dividends } = reportView(row)
  const refunded = dividends.refundedIncomeTax + dividends.refundedLocalTax
  const line = (name: 'proceeds' | 'cost' | 'gain') => [
    t(`tax.report.${name}`),
    figure(cash[name]),
    figure(margin[name]),
    figure(cash[name] + margin[name]),
  ]
  assert(
    cash.gain + margin.gain === total,
    `the year ${year} adds up to ${cash.gain + margin.gain}, its total is ${total}`,
  )
  return paper(
    deps,
    t('records.pdf.yearReport'),
    [
      [t('tax.report.year'), t('tax.report.ofYear', { year })],
      [t('tax.account.title'), t(`tax.account.${account}`)],
      [t('records.pdf.state'), t(final ? 'records.pdf.final' : 'records.pdf.running')],
    ],
    [
      { kind: 'heading', text: t('tax.report.sales') },
      {
        kind: 'table',
        wide: 0,
        right: [1, 2, 3],
        head: ['', t('tax.kind.cash'), t('tax.kind.margin'), t('tax.report.sum')],
        rows: [line('proceeds'), line('cost'), line('gain')],
      },
      {
        kind: 'pairs',
        rows: [
          { label: t('tax.withheld.income'), value: figure(incomeTax) },
          { label: t('tax.withheld.local'), value: figure(localTax) },
          { label: t('tax.withheld.sum'), value: figure(incomeTax + localTax), strong: true },
        ],
      },
      { kind: 'heading', text: t('tax.report.dividends') },
      {
        kind: 'pairs',
        rows: [
          { label: t('tax.report.dividendsPaid'), value: figure(dividends.amount) },
          { label: t('tax.withheld.income'), value: figure(dividends.incomeTax) },
          { label: t('tax.withheld.local'), value: figure(dividends.localTax) },
          ...(refunded === 0
            ? []
            : [
                { label: t('tax.refunded.income'), value: figure(dividends.refundedIncomeTax) },
                { label: t('tax.refunded.local'), value: figure(dividends.refundedLocalTax) },
              ]),
          {
            label: t('tax.report.received'),
            value: figure(dividends.amount - dividends.incomeTax - dividends.localTax + refunded),
            strong: true,
          },
        ],
      },
      { kind: 'small', text: t('tax.report.note') },
    ],
  )
}
