import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'

/** A member's own money, by where it stands. Never below zero. */
export const OWN_ACCOUNTS = [
  'available',
  'unsettled',
  'orderHold',
  'lotMargin',
  'withdrawalHold',
  'subscriptionHold',
  'dividendHold',
  'paidShares',
] as const
/** The debts of a member. Never above zero in the ledger; shown as a positive figure. */
export const DEBT_ACCOUNTS = ['loan', 'shortfall'] as const
/** The firm's side of every transfer; these may stand either way. */
export const FIRM_ACCOUNTS = [
  'bank',
  'fee',
  'interest',
  'stockLending',
  'clearing',
  'dividends',
  'tax',
  'pools',
  'unidentified',
  'bankClaims',
] as const

/** The member of entries that are of no member: they stand between two accounts of the firm. */
export const NOBODY: MemberId = ''

/** All of a member's. */
export const MEMBER_ACCOUNTS = [...OWN_ACCOUNTS, ...DEBT_ACCOUNTS] as const

export type OwnAccount = (typeof OWN_ACCOUNTS)[number]
export type DebtAccount = (typeof DEBT_ACCOUNTS)[number]
export type FirmAccount = (typeof FIRM_ACCOUNTS)[number]
export type MemberAccount = OwnAccount | DebtAccount
export type AccountName = MemberAccount | FirmAccount

/** `m:<member>:available`: also how the journal names it. */
export const memberAccount = (memberId: MemberId, name: MemberAccount): string => `m:${memberId}:${name}`
/** `h:fee` */
export const firmAccount = (name: FirmAccount): string => `h:${name}`

const FIRM: ReadonlySet<string> = new Set(FIRM_ACCOUNTS)
const DEBT: ReadonlySet<string> = new Set(DEBT_ACCOUNTS)
export const isFirmAccount = (name: AccountName): name is FirmAccount => FIRM.has(name)
export const isDebt = (name: AccountName): name is DebtAccount => DEBT.has(name)

export const accountId = (memberId: MemberId, name: AccountName): string =>
  isFirmAccount(name) ? firmAccount(name) : memberAccount(memberId, name)

/** Balances of one member; debts as positive figures. */
export type Balances = Readonly<Record<MemberAccount, Yen>>

export const NO_MONEY: Balances = {
  available: 0,
  unsettled: 0,
  orderHold: 0,
  lotMargin: 0,
  withdrawalHold: 0,
  subscriptionHold: 0,
  dividendHold: 0,
  paidShares: 0,
  loan: 0,
  shortfall: 0,
}

/** All that is the member's own: what the account log adds up to. */
export const ownMoney = (balances: Balances): Yen =>
  OWN_ACCOUNTS.reduce((sum, name) => sum + balances[name], 0)

/** Usable for orders: proceeds not yet settled too (product decision 3). */
export const buyingPower = (balances: Balances): Yen => balances.available + balances.unsettled
