import { canonical } from '#kernel/hash.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { FIRM_ACCOUNTS, MEMBER_ACCOUNTS, type AccountName } from '#modules/ledger/model/accounts.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'

/** Accounts of one name, all members' together. Members' first, then the firm's. */
export const CLASSES: readonly AccountName[] = [...MEMBER_ACCOUNTS, ...FIRM_ACCOUNTS]
const OF_MEMBERS: ReadonlySet<string> = new Set(MEMBER_ACCOUNTS)
export const isOfMembers = (account: AccountName): boolean => OF_MEMBERS.has(account)

/** Entries of one kind between two classes, added up; `taxYen`: the consumption tax inside of them. */
export type Move = {
  readonly kind: TransferKind
  readonly debit: AccountName
  readonly credit: AccountName
  readonly count: number
  readonly yen: Yen
  readonly taxYen: Yen
}
/** Credits less debits of a class, as the ledger writes them: members' money above 0, the bank below. */
export type Standing = { readonly account: AccountName; readonly yen: Yen }

/**
 * The statement of what members are owed, as the trust module signed it for that day. `overdrawn`: what
 * members who owe more than they own lack in all, which the statement counts as nothing.
 */
export type Owed = {
  readonly root: string
  readonly members: number
  readonly total: Yen
  readonly bank: Yen
  readonly overdrawn: Yen
}

/** The facts of a closing, read from the ledger in one snapshot. */
export type ClosingFacts = {
  readonly number: number
  readonly day: DateJst
  /** Records of the journal that it has, both included. */
  readonly fromSeq: number
  readonly toSeq: number
  /** Head of the journal after the last of them, in hexadecimal. */
  readonly head: string
  readonly at: Ms
  /** Hash of the report before; null: it is the first. */
  readonly before: string | null
  readonly opening: readonly Standing[]
  readonly moves: readonly Move[]
  readonly closing: readonly Standing[]
  readonly owed: Owed
}

/** A class over the day. */
export type ClassLine = {
  readonly account: AccountName
  readonly opening: Yen
  readonly debits: Yen
  readonly credits: Yen
  readonly closing: Yen
}
export type Closing = Omit<ClosingFacts, 'opening' | 'closing'> & { readonly classes: readonly ClassLine[] }

const yenOf = (standings: readonly Standing[], account: AccountName): Yen =>
  standings.find((each) => each.account === account)?.yen ?? 0

/** The report of a day: of each class its movements out of the entries, and its balances as they stand. */
export function closingOf({ opening, closing, moves, ...facts }: ClosingFacts): Closing {
  const added = (side: 'debit' | 'credit', account: AccountName): Yen =>
    moves.reduce((sum, move) => sum + (move[side] === account ? move.yen : 0), 0)
  const classes = CLASSES.map((account) => ({
    account,
    opening: yenOf(opening, account),
    debits: added('debit', account),
    credits: added('credit', account),
    closing: yenOf(closing, account),
  }))
  return { ...facts, moves: moves.toSorted(byKind), classes }
}

const textOf = ({ kind, debit, credit }: Move): string => `${kind} ${debit} ${credit}`
const byKind = (a: Move, b: Move): number => (textOf(a) < textOf(b) ? -1 : 1)

/** The opening of the next day: what this one closed with. */
export const standingsOf = ({ classes }: Pick<Closing, 'classes'>): Standing[] =>
  classes.map(({ account, closing }) => ({ account, yen: closing }))

/** Yen by which a class does not come from its opening by its entries. */
export const differenceOf = ({ opening, debits, credits, closing }: ClassLine): Yen =>
  closing - (opening + credits - debits)

/**
 * The comparisons of a report, each in yen and 0 where it ties. `entries`: over all classes, opening and
 * entries against the closing balance. `balance`: all balances together. `owed`: members' accounts against
 * the signed statement. `bank`: the bank account against the same.
 */
export type Ties = {
  readonly entries: Yen
  readonly balance: Yen
  readonly owed: Yen
  readonly bank: Yen
  /** All of them without their signs: the report ties if it is 0. */
  readonly off: Yen
}
export function tiesOf({ classes, owed }: Pick<Closing, 'classes' | 'owed'>): Ties {
  const sum = (of: (line: ClassLine) => Yen, lines = classes): Yen =>
    lines.reduce((all, line) => all + of(line), 0)
  const entries = sum((line) => Math.abs(differenceOf(line)))
  const balance = sum(({ closing }) => closing)
  const members = sum(
    ({ closing }) => closing,
    classes.filter(({ account }) => isOfMembers(account)),
  )
  const off = {
    entries,
    balance,
    owed: members + owed.overdrawn - owed.total,
    bank: 0 - (classes.find(({ account }) => account === 'bank')?.closing ?? 0) - owed.bank,
  }
  return { ...off, off: Object.values(off).reduce((all, yen) => all + Math.abs(yen), 0) }
}

/** The debits and the credits of a day in yen, which each entry has alike, and the number of entries. */
export const movedOf = ({ moves }: Pick<Closing, 'moves'>): { count: number; yen: Yen; taxYen: Yen } =>
  moves.reduce(
    (all, { count, yen, taxYen }) => ({
      count: all.count + count,
      yen: all.yen + yen,
      taxYen: all.taxYen + taxYen,
    }),
    { count: 0, yen: 0, taxYen: 0 },
  )

/** The text that is hashed: one for one report, whoever writes it. */
export const closingText = (closing: Closing): string => `AKARI-CLOSING-v1\n${canonical(closing)}`
