import type { MemberId, OrderId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import { correctedDebits } from '#modules/funding/model/corrected-debits.ts'
import { DAY, MINUTE, SECOND, dateJst, type DateJst, type Ms } from '#kernel/time.ts'

/**
 * Sources that the ledger is compared with: the bank's statements, the exchange, and the rows for which money
 * is kept back.
 */
export const SIDES = ['bank', 'venue', 'held'] as const
export type Side = (typeof SIDES)[number]

/**
 * Causes of differences. Expected ones explain themselves and pass: opening money that no bank has seen (it
 * is simulated), corrections that two people signed, a day's difference between bank and books, payments on
 * their way, to members or back to a sender. All others are wrong until somebody has found out why; nothing
 * here can be adjusted.
 */
export const EXPECTED = [
  'opening-money',
  'correction',
  'other-day',
  'waiting-credit',
  'waiting-paid',
  'waiting-returned',
  'on-its-way',
  'sent-back',
  'bank-corrected',
  'refund-under-way',
] as const
export const UNEXPLAINED = [
  'unmatched-line',
  'duplicate-line',
  'to-return',
  'refund-bounced',
  'missing-line',
  'missing-entry',
  'line-used-elsewhere',
  'bank-fee',
  'amount-differs',
  'missing-transfer',
  'not-booked',
  'unknown-trade',
  'trade-differs',
  'no-book',
  'fee-differs',
  'held-differs',
] as const
export const CAUSES = [...EXPECTED, ...UNEXPLAINED] as const
export type Cause = (typeof CAUSES)[number]
const PASSES: ReadonlySet<string> = new Set(EXPECTED)
export const isExpected = (cause: Cause): boolean => PASSES.has(cause)
/**
 * Causes that end by an act or a mend alone: such a difference is shown on its day and on every later one.
 */
const isOpen = (cause: Cause): boolean => !isExpected(cause) || cause.startsWith('waiting-')

/**
 * `yen`: ledger less the other side, as both are now: of the bank's they add up to the unreconciled total.
 * `amount`: of what is said and is in no sum, because neither side has it yet, or both have it by now.
 * `entry`: `seq-n` of the ledger. `subject`: deposit, withdrawal or order.
 */
export type Difference = {
  readonly side: Side
  readonly cause: Cause
  readonly yen: Yen
  readonly amount: Yen | null
  readonly entry: string | null
  readonly line: string | null
  readonly subject: string | null
  readonly memberId: MemberId | null
  readonly at: Ms | null
}

const difference = (side: Side, cause: Cause, yen: Yen, rest: Partial<Difference> = {}): Difference => ({
  side,
  cause,
  yen: yen === 0 ? 0 : yen,
  amount: null,
  entry: null,
  line: null,
  subject: null,
  memberId: null,
  at: null,
  ...rest,
})

/** A difference of the bank that is none in sum. */
const told = (cause: Cause, amount: Yen, rest: Partial<Difference>): Difference =>
  difference('bank', cause, 0, { ...rest, amount: amount === 0 ? 0 : amount })

/**
 * An entry that touches the firm's bank account: `yen` into it, out of it below zero. `power`, `subject` and
 * `lineId` are those of its record in the journal; `isReversed`: so does that of a correction of it.
 */
export type BankEntry = {
  readonly id: string
  readonly kind: string
  readonly yen: Yen
  /** null: money of no member, on its way back to its sender. */
  readonly memberId: MemberId | null
  readonly date: DateJst
  readonly at: Ms
  readonly power: string | null
  readonly subject: string | null
  readonly lineId: string | null
  readonly isReversed?: boolean
}
/**
 * Entries of one act for one line as one: what was sent to a member, and what the bank sent too much, which
 * is the firm's claim. `id` is the first one's, `n` counts on.
 */
export function together(entries: readonly BankEntry[]): BankEntry[] {
  const placeOf = (id: string) => id.split('-').map(Number) as [seq: number, n: number]
  const groups = Map.groupBy(entries, ({ id, lineId }) =>
    lineId === null ? id : `${placeOf(id)[0]} ${lineId}`,
  )
  return [...groups.values()].map((group) => {
    const [first] = group.toSorted((a, b) => placeOf(a.id)[1] - placeOf(b.id)[1])
    return { ...first!, yen: group.reduce((sum, { yen }) => sum + yen, 0) }
  })
}
/**
 * A line of the statement; `subject`: the deposit, withdrawal or refund of its reference, whether that is
 * still open, and whether it has ended with nothing booked, so that what came in goes back.
 */
export type BankLine = {
  readonly id: string
  readonly kind: 'in' | 'out' | 'returned'
  readonly yen: Yen
  readonly bookedAt: Ms
  readonly usedFor: string | null
  readonly subject: {
    readonly id: string
    readonly memberId: MemberId | null
    readonly open: boolean
    /** Asked for, or announced. */
    readonly yen?: Yen
    readonly isUnbooked?: boolean
    readonly isDeposit?: boolean
    /** Yen that come back of what was paid, when all of it does. */
    readonly returnsYen?: Yen
    /** Yen that the bank sent too much and has not sent back: they may come in parts. */
    readonly claimYen?: Yen
  } | null
}
/**
 * A withdrawal that was approved and that no line has paid. `approvedAt`: or when it went on after a stop;
 * `isStopped`: a freeze or a check keeps it from the bank now.
 */
export type Unpaid = {
  readonly id: string
  readonly memberId: MemberId | null
  readonly yen: Yen
  readonly approvedAt: Ms
  readonly isStopped: boolean
  /** A refund: on its way back to the sender, or come back from there. */
  readonly refund?: 'under-way' | 'bounced'
}

/** A transfer that a bank takes a fee for arrives short by less than this. */
export const MOST_BANK_FEE: Yen = 1_100
/** An approved withdrawal should be on a statement by then. */
export const TRANSFER_WITHIN: Ms = 3 * DAY

const intoBank = ({ kind, yen }: Pick<BankLine, 'kind' | 'yen'>): Yen => (kind === 'out' ? 0 - yen : yen)

/**
 * The bank up to the end of a day. `entries` and `lines`: those of the day, and those of days before that
 * nothing has settled yet. What an act or a mend has to end stays on every later day; what explains itself is
 * shown on its own. What is of a later day is there to be found alone; `today`: a line that is dated ahead
 * counts from now on.
 */
export function reconcileBank(
  date: DateJst,
  books: {
    entries: readonly BankEntry[]
    lines: readonly BankLine[]
    unpaid: readonly Unpaid[]
    now: Ms
    today: DateJst
  },
): Difference[] {
  const { entries, lines, unpaid, now, today } = books
  const lineById = new Map(lines.map((line) => [line.id, line]))
  const entryByLine = new Map(
    entries.flatMap((entry) =>
      entry.lineId === null || entry.isReversed === true ? [] : [[entry.lineId, entry] as const],
    ),
  )
  const loose = lines.filter(({ id, usedFor }) => usedFor === null && !entryByLine.has(id))
  const sentBack = sentBackOf(loose)
  const corrected = correctedOf(loose)
  const further = furtherOf(lines.filter(({ id }) => !corrected.has(id)))
  const shown = (day: DateJst, found: Difference[]): Difference[] =>
    day === date ? found : day < date ? found.filter(({ cause }) => isOpen(cause)) : []
  const found: Difference[] = []
  for (const entry of entries) {
    const line = entry.lineId === null ? undefined : lineById.get(entry.lineId)
    const isHolder = line !== undefined && entryByLine.get(line.id) === entry
    found.push(...shown(entry.date, ofEntry(entry, line, isHolder)))
  }
  for (const line of lines) {
    const booked = dateJst(line.bookedAt)
    const pair = sentBack.has(line.id) ? 'sent-back' : corrected.has(line.id) ? 'bank-corrected' : null
    const differences =
      pair !== null
        ? [told(pair, 0 - intoBank(line), aboutLine(line))]
        : ofLine(line, entryByLine.get(line.id), further.has(line.id))
    found.push(...shown(booked > today ? today : booked, differences))
  }
  // A payment whose line has come is that line's difference.
  const gone = new Set(
    lines.flatMap(({ kind, usedFor, subject }) =>
      kind === 'out' && usedFor === null && subject?.open === true ? [subject.id] : [],
    ),
  )
  for (const payment of unpaid) {
    const { id, memberId, yen, approvedAt } = payment
    if (dateJst(approvedAt) > date || gone.has(id)) continue
    const cause = ofUnpaid(payment, now)
    found.push(told(cause, yen, { subject: id, memberId, at: approvedAt }))
  }
  return found
}

const ofUnpaid = ({ approvedAt, isStopped, refund }: Unpaid, now: Ms): Cause => {
  if (refund === 'bounced') return 'refund-bounced'
  if (!isStopped && now - approvedAt >= TRANSFER_WITHIN) return 'missing-transfer'
  return refund === 'under-way' ? 'refund-under-way' : 'on-its-way'
}

/** `isHolder`: of the entries that name its line, the one that the line is counted with. */
function ofEntry(entry: BankEntry, line: BankLine | undefined, isHolder: boolean): Difference[] {
  const { id, yen, memberId, at, subject } = entry
  const about = { entry: id, memberId, at, subject }
  if (entry.kind === 'opening-deposit') return [told('opening-money', yen, about)]
  if (entry.power === 'entry.reverse' || entry.isReversed === true) return [told('correction', yen, about)]
  if (line === undefined) return [difference('bank', 'missing-line', yen, { ...about, line: entry.lineId })]
  const rest = { ...about, line: line.id }
  const shown = intoBank(line)
  if (!isHolder) return [difference('bank', 'line-used-elsewhere', yen, rest)]
  if (line.usedFor !== entry.subject)
    return [difference('bank', 'line-used-elsewhere', yen - shown, { ...rest, amount: yen })]
  if (shown !== yen)
    return [
      difference(
        'bank',
        Math.abs(shown - yen) <= MOST_BANK_FEE ? 'bank-fee' : 'amount-differs',
        yen - shown,
        rest,
      ),
    ]
  return dateJst(line.bookedAt) === entry.date ? [] : [told('other-day', yen, rest)]
}

/**
 * Lines by which money for a deposit that has ended came and the same sum went back under its reference: each
 * is one of a pair, and none of them stands for anything. `lines`: those that stand for nothing and that no
 * entry is counted with, since a line of an entry is that entry's difference.
 */
function sentBackOf(lines: readonly BankLine[]): ReadonlySet<string> {
  const found = new Set<string>()
  const loose = lines.filter(({ subject }) => subject?.isDeposit === true && !subject.open)
  for (const line of loose.filter(({ kind }) => kind === 'in')) {
    const back = loose.find(
      (each) =>
        each.kind === 'out' &&
        each.yen === line.yen &&
        each.subject!.id === line.subject!.id &&
        !found.has(each.id),
    )
    if (back !== undefined) found.add(line.id).add(back.id)
  }
  return found
}

/** Lines of payments by which the bank debited once too often and gave the sum back, of the same `lines`. */
const correctedOf = (lines: readonly BankLine[]): ReadonlySet<string> =>
  new Set(
    [
      ...Map.groupBy(lines, ({ subject }) => (subject?.isDeposit === true ? null : (subject?.id ?? null))),
    ].flatMap(([id, same]) =>
      id === null
        ? []
        : [...correctedDebits(same, same[0]!.subject!.open ? (same[0]!.subject!.yen ?? 0) : null)],
    ),
  )

const aboutLine = ({ id, bookedAt, subject, usedFor }: BankLine) => ({
  line: id,
  at: bookedAt,
  subject: subject?.id ?? usedFor,
  memberId: subject?.memberId ?? null,
})

/** Payments of the bank beside an earlier one of the same open subject, which waits for one alone. */
function furtherOf(lines: readonly BankLine[]): ReadonlySet<string> {
  const open = lines.filter(
    ({ kind, usedFor, subject }) => kind === 'out' && usedFor === null && subject?.open === true,
  )
  return new Set(
    [...Map.groupBy(open, ({ subject }) => subject!.id).values()].flatMap((same) =>
      same
        .toSorted((a, b) => a.bookedAt - b.bookedAt || (a.id < b.id ? -1 : 1))
        .slice(1)
        .map(({ id }) => id),
    ),
  )
}

/** The act that a line which has come waits for. */
const WAITING = { in: 'waiting-credit', out: 'waiting-paid', returned: 'waiting-returned' } as const

/** A payment of another sum cannot be marked as paid: the bank is asked, and no act ends it until then. */
const waitingCause = ({ kind, yen }: BankLine, subject: NonNullable<BankLine['subject']>): Cause =>
  kind === 'out' && subject.isDeposit !== true && subject.yen !== undefined && subject.yen !== yen
    ? 'amount-differs'
    : WAITING[kind]

const isReturn = (yen: Yen, { returnsYen, claimYen = 0 }: NonNullable<BankLine['subject']>): boolean =>
  yen === returnsYen || yen <= claimYen

function ofLine(line: BankLine, entry: BankEntry | undefined, isFurther: boolean): Difference[] {
  const yen = 0 - intoBank(line)
  const about = aboutLine(line)
  // An amount or a use that differs is reported with the entry.
  if (entry !== undefined)
    return entry.date === dateJst(line.bookedAt)
      ? []
      : [told('other-day', yen, { ...about, entry: entry.id })]
  if (line.usedFor !== null) return [difference('bank', 'missing-entry', yen, about)]
  if (line.subject === null) return [difference('bank', 'unmatched-line', yen, about)]
  if (isFurther) return [difference('bank', 'duplicate-line', yen, about)]
  if (line.subject.open) return [difference('bank', waitingCause(line, line.subject), yen, about)]
  if (line.kind === 'returned' && isReturn(line.yen, line.subject))
    return [difference('bank', 'waiting-returned', yen, about)]
  const isToReturn = line.kind === 'in' && line.subject.isUnbooked === true
  return [difference('bank', isToReturn ? 'to-return' : 'duplicate-line', yen, about)]
}

/** A trade as one side has it; `key` is the same on both. */
export type Traded = {
  readonly key: string
  readonly orderId: OrderId
  readonly quantity: Quantity
  readonly priceTenths: PriceTenths
  readonly at: Ms
}
/** Fees of an order's fills on the day, as the fills say and as the ledger took them. */
export type FeeOf = {
  readonly orderId: OrderId
  readonly memberId: MemberId | null
  readonly filledYen: Yen
  readonly ledgerYen: Yen
}

/** A trade is booked within moments; for longer it is not on its way but missing. */
export const BOOKED_WITHIN: Ms = MINUTE
/** The firm may hear of a trade before a reader of the exchange's book does. */
const WRITTEN_WITHIN: Ms = 5 * SECOND

const valueOf = ({ quantity, priceTenths }: Traded): Yen => Math.round((quantity * priceTenths) / 10)

/** One trade date of the exchange. `book` null: the exchange kept none of this day. */
export function reconcileVenue({
  fills,
  book,
  fees,
  now,
}: {
  fills: readonly Traded[]
  book: readonly Traded[] | null
  fees: readonly FeeOf[]
  now: Ms
}): Difference[] {
  const found: Difference[] = []
  if (book === null) {
    if (fills.length > 0)
      found.push(
        difference(
          'venue',
          'no-book',
          fills.reduce((sum, fill) => sum + valueOf(fill), 0),
        ),
      )
  } else {
    const said = new Map(book.map((trade) => [trade.key, trade]))
    const booked = new Set(fills.map(({ key }) => key))
    for (const fill of fills) {
      const trade = said.get(fill.key)
      const about = { subject: fill.orderId, at: fill.at }
      if (trade === undefined) {
        if (now - fill.at >= WRITTEN_WITHIN)
          found.push(difference('venue', 'unknown-trade', valueOf(fill), about))
      } else if (trade.quantity !== fill.quantity || trade.priceTenths !== fill.priceTenths)
        found.push(difference('venue', 'trade-differs', valueOf(fill) - valueOf(trade), about))
    }
    for (const trade of book) {
      if (booked.has(trade.key)) continue
      found.push(
        difference(
          'venue',
          now - trade.at < BOOKED_WITHIN ? 'on-its-way' : 'not-booked',
          0 - valueOf(trade),
          { subject: trade.orderId, at: trade.at },
        ),
      )
    }
  }
  for (const { orderId, memberId, filledYen, ledgerYen } of fees) {
    if (filledYen !== ledgerYen)
      found.push(difference('venue', 'fee-differs', ledgerYen - filledYen, { subject: orderId, memberId }))
  }
  return found
}

/**
 * Money kept back of a member by the ledger, and what the rows say that it is kept back for (invariant I8).
 */
export type Held = {
  /** null: money of no member. */
  readonly memberId: MemberId | null
  readonly account: string
  readonly ledgerYen: Yen
  readonly rowsYen: Yen
}

export const reconcileHeld = (held: readonly Held[]): Difference[] =>
  held
    .filter(({ ledgerYen, rowsYen }) => ledgerYen !== rowsYen)
    .map(({ memberId, account, ledgerYen, rowsYen }) =>
      difference('held', 'held-differs', ledgerYen - rowsYen, { memberId, subject: account }),
    )

/** The count and the sum of the differences of each cause, and of the amounts that are in no sum. */
export const byCause = (
  differences: readonly Difference[],
): { side: Side; cause: Cause; expected: boolean; count: number; yen: Yen; amount: Yen }[] =>
  [...Map.groupBy(differences, ({ side, cause }) => `${side} ${cause}`).values()].map((group) => {
    const { side, cause } = group[0]!
    return {
      side,
      cause,
      expected: isExpected(cause),
      count: group.length,
      yen: group.reduce((sum, { yen }) => sum + yen, 0),
      amount: group.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    }
  })
