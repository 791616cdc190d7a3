import type { Database } from '#platform/database/connect.ts'
import { memberAccount, type MemberAccount } from '../model/accounts.ts'
import type { TransferRow } from './tables.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    transfers: TransferRow
  }
}

export type EntryFilter = {
  /** Older than this entry. */
  before: { seq: number; n: number } | null
  limit: number
  account: MemberAccount | null
  orderId: string | null
  lotId: string | null
}

/** Transfers that touch a member, newest first. */
export function entriesOf({ kysely }: Database, memberId: string, filter: EntryFilter): Promise<TransferRow[]> {
  let query = kysely.selectFrom('transfers').selectAll().where('memberId', '=', memberId)
  const { before, account, orderId, lotId } = filter
  if (before !== null) {
    query = query.where((is) => is.or([is('seq', '<', before.seq), is.and([is('seq', '=', before.seq), is('n', '<', before.n)])]))
  }
  if (account !== null) {
    const id = memberAccount(memberId, account)
    query = query.where((is) => is.or([is('debit', '=', id), is('credit', '=', id)]))
  }
  if (orderId !== null) query = query.where('orderId', '=', orderId)
  if (lotId !== null) query = query.where('lotId', '=', lotId)
  return query.orderBy('seq', 'desc').orderBy('n', 'desc').limit(filter.limit).execute()
}
