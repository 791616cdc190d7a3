/**
 * The machines of the module: from which state which act leads where (invariant I17). What is not listed is
 * refused.
 */

export const BANK_ACCOUNT = {
  pending: { accept: 'approved', reject: 'denied', remove: 'removed' },
  approved: { remove: 'removed' },
  denied: { overturn: 'approved', remove: 'removed' },
  removed: {},
} as const

/** A further line of the bank is credited to what is approved. */
export const DEPOSIT = {
  pending: { credit: 'approved', refuse: 'denied', cancel: 'denied', lapse: 'denied' },
  approved: { credit: 'approved' },
  denied: {},
} as const

/**
 * `return`: the bank sent the money back. Paid and returned come from a statement line alone. An approved one
 * is taken back while no bank has it, and denied only while it is stopped (`server/payment-stops.ts`).
 */
export const WITHDRAWAL = {
  requested: { approve: 'approved', deny: 'denied', cancel: 'cancelled' },
  approved: { pay: 'paid', return: 'returned', deny: 'denied', cancel: 'cancelled' },
  paid: { return: 'returned' },
  denied: {},
  cancelled: {},
  returned: {},
} as const

/**
 * Incoming money on its way back to its sender. `again`: with other details of the account, before a bank has
 * the payment or after it came back. Paid and bounced come from a statement line alone.
 */
export const REFUND = {
  approved: { pay: 'paid', again: 'approved' },
  paid: { bounce: 'bounced' },
  bounced: { again: 'approved' },
} as const

export const APPEAL = { open: { grant: 'granted', uphold: 'upheld' }, granted: {}, upheld: {} } as const

/** Against the rejection of a bank account; removed meanwhile, there is nothing left to decide. */
export const ACCOUNT_APPEAL = {
  open: { overturn: 'overturned', uphold: 'upheld', withdraw: 'withdrawn' },
  overturned: {},
  upheld: {},
  withdrawn: {},
} as const

/** `again`: money came in after the account was closed (a dividend, say), or the payout had ended unpaid. */
export const CLOSING = {
  closing: { finish: 'closed', revoke: 'revoked' },
  closed: { again: 'closing' },
  revoked: { again: 'closing' },
} as const

type Machine = Readonly<Record<string, Readonly<Record<string, string>>>>
export type StateOf<M extends Machine> = keyof M & string
export type ActOf<M extends Machine> = { [S in keyof M]: keyof M[S] & string }[keyof M]

export type BankAccountState = StateOf<typeof BANK_ACCOUNT>
export type DepositState = StateOf<typeof DEPOSIT>
export type WithdrawalState = StateOf<typeof WITHDRAWAL>
export type RefundState = StateOf<typeof REFUND>
export type AppealState = StateOf<typeof APPEAL>
export type AccountAppealState = StateOf<typeof ACCOUNT_APPEAL>
export type ClosingState = StateOf<typeof CLOSING>

/** State to which the act leads from this one; null: the act is not listed here. */
export function after<M extends Machine>(machine: M, state: StateOf<M>, act: ActOf<M>): StateOf<M> | null {
  return (machine[state]![act] as StateOf<M> | undefined) ?? null
}

/**
 * The three words of the logs (specification, chapter 4). Cancelled and returned ones stand with the denied:
 * nothing was paid out.
 */
export const LOG_STATUSES = ['pending', 'approved', 'denied'] as const
export type LogStatus = (typeof LOG_STATUSES)[number]

const LOG_OF: Readonly<Record<WithdrawalState, LogStatus>> = {
  requested: 'pending',
  approved: 'approved',
  paid: 'approved',
  denied: 'denied',
  cancelled: 'denied',
  returned: 'denied',
}
export const withdrawalLogStatus = (state: WithdrawalState): LogStatus => LOG_OF[state]
/** The states that a word of the log covers. */
export const statesOfLog = (status: LogStatus): WithdrawalState[] =>
  (Object.keys(LOG_OF) as WithdrawalState[]).filter((state) => LOG_OF[state] === status)

/** A reason of a closed list as sentences select by it: without its hyphens. */
export const reasonWord = (code: string): string => code.replaceAll('-', '')
