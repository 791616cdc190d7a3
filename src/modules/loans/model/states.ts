/**
 * The life of a loan (invariant I17): from which state which act leads where; what is not listed is refused.
 * `repay`: the last yen. `overturn`: an appeal was right, and the application is looked at again by two
 * people, for nobody lends alone.
 */
export const LOAN = {
  pending: { approve: 'open', refuse: 'refused', cancel: 'cancelled' },
  open: { repay: 'repaid' },
  refused: { overturn: 'pending' },
  cancelled: {},
  repaid: {},
} as const

export type LoanState = keyof typeof LOAN
export type LoanAct = { [S in LoanState]: keyof (typeof LOAN)[S] & string }[LoanState]

/** State to which the act leads from this one; null: the act is not listed here. */
export const after = (state: LoanState, act: LoanAct): LoanState | null =>
  (LOAN[state] as Partial<Record<LoanAct, LoanState>>)[act] ?? null

/** The three words of the specification (chapter 4): submitted and awaiting review, approved, failed. */
export const STATUSES = ['pending', 'approved', 'failed'] as const
export type LoanStatus = (typeof STATUSES)[number]
const STATUS_OF: Readonly<Record<LoanState, LoanStatus>> = {
  pending: 'pending',
  open: 'approved',
  repaid: 'approved',
  refused: 'failed',
  cancelled: 'failed',
}
export const statusOf = (state: LoanState): LoanStatus => STATUS_OF[state]
