import type { Database } from '#platform/database/connect.ts'
import type { OperatorActRow } from './tables.ts'

export type StoredAct = OperatorActRow & { text: string | null }

/** `memberId` null: what concerns nobody in particular. */
function acts({ kysely }: Database, memberId: string | null) {
  const all = kysely.selectFrom('operatorActs').leftJoin('staffTexts', 'staffTexts.id', 'operatorActs.textId').selectAll('operatorActs').select('staffTexts.text')
  return memberId === null ? all.where('operatorActs.memberId', 'is', null) : all.where('operatorActs.memberId', '=', memberId)
}

/** What operators did that concerns a member (null: everybody), newest first; `before` is the id of the last one that was shown. */
export const newestActs = (db: Database, memberId: string | null, before: string | null, limit: number): Promise<StoredAct[]> =>
  (before === null ? acts(db, memberId) : acts(db, memberId).where('operatorActs.id', '<', before)).orderBy('operatorActs.id', 'desc').limit(limit).execute()

/** What operators did about one case of a member, oldest first. */
export const actsAbout = (db: Database, memberId: string, subject: string): Promise<StoredAct[]> =>
  acts(db, memberId).where('operatorActs.subject', '=', subject).orderBy('operatorActs.id').execute()
