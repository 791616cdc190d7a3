type Look = {
  /** The word that the members read of it (of the staff's texts). */
  what: 'program-money' | 'program-orders' | 'program-ledger'
  /** Members whose data an answer has. */
  membersIn: (output: unknown) => readonly string[]
}
type Rows = { rows: readonly { memberId: string }[] }
type Cases = { rows: readonly { member: { id: string } }[] }

const casesOf = (output: unknown): string[] => (output as Cases).rows.map(({ member }) => member.id)
const rowsOf = (output: unknown): string[] => (output as Rows).rows.map(({ memberId }) => memberId)

/** Routes that keys of the firm may ask for and whose answers have data of members, by their names. */
export const LOOKS: Readonly<Record<string, Look>> = {
  listDeskDeposits: { what: 'program-money', membersIn: casesOf },
  listDeskWithdrawals: { what: 'program-money', membersIn: casesOf },
  readOrders: { what: 'program-orders', membersIn: rowsOf },
  readEntries: { what: 'program-ledger', membersIn: rowsOf },
}

/** The same whose answers have none: sums, days and the key itself. Each route is in one of the two. */
export const NO_MEMBER: readonly string[] = [
  'getBackOfficeApi',
  'getOwnKey',
  'listClosings',
  'listFigures',
  'listStatementFiles',
  'readClosingPaper',
  'readReconciliation',
  'showClosing',
  'showFigure',
]
