import { no, ok, type Refusal } from '#kernel/result.ts'
import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import type { Config } from '#platform/config.ts'
import { dailyList } from '#platform/database/daily-list.ts'
import { rowMacKey } from '#platform/database/row-mac.ts'
import type { AppContext } from '#modules/module.ts'
import type { Role } from '#modules/staff/model/power.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { keptWords, refuseNote, tagsAfter, type Note, type NoteKind } from '../model/notes.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    memberNotes: NoteRow
  }
}
/** Words of one of the staff about a member. */
export type NoteRow = {
  id: string
  memberId: MemberId
  kind: NoteKind
  words: string
  operatorId: string
  role: Role
  number: number
  at: Ms
}

/** Notes as they were written. */
export const noteList = ({ keys }: Pick<Config, 'keys'>) =>
  dailyList<'memberNotes'>()(rowMacKey(keys.salts), {
    name: 'member_notes',
    table: 'member_notes',
    columns: ['id', 'memberId', 'kind', 'words', 'operatorId', 'role', 'number', 'at'],
  })

/**
 * Notes and tags of staff about members. No rule reads them: they decide nothing, and the member finds them
 * among the own data (`records/server/own-data-queries.ts`).
 */
export function openNotes(
  { db: { kysely }, clock, ids, config }: AppContext,
  staff: Pick<StaffPublic, 'personOf' | 'may'>,
) {
  const list = noteList(config)
  /** All of a member, oldest first. Throws `RowForged` where one is not what was written. */
  async function of(memberId: MemberId): Promise<NoteRow[]> {
    const rows = await kysely
      .selectFrom('memberNotes')
      .selectAll()
      .where('memberId', '=', memberId)
      .orderBy('at')
      .orderBy('id')
      .execute()
    await list.believe(kysely, rows)
    return rows
  }
  return {
    list,
    of,
    /** Refused: the power `member.note`, then `NOTE_REJECTIONS`. */
    async write(
      operatorId: string,
      memberId: MemberId,
      typed: Note,
    ): Promise<{ ok: true; value: NoteRow } | Refusal> {
      const mayNot = staff.may(operatorId, 'member.note')
      if (mayNot !== null) return mayNot
      const note: Note = { kind: typed.kind, words: keptWords(typed) }
      const at = Math.floor(clock.wall())
      const row: NoteRow = { id: ids.uuid(), memberId, ...note, ...staff.personOf(operatorId), at }
      return kysely.transaction().execute(async (trx) => {
        // One at a time for a member: two put the same tag on only once.
        await trx.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute()
        const before = await trx
          .selectFrom('memberNotes')
          .select(['kind', 'words'])
          .where('memberId', '=', memberId)
          .where('kind', '<>', 'note')
          .orderBy('at')
          .orderBy('id')
          .execute()
        const refused = refuseNote(note, tagsAfter(before))
        if (refused !== null) return no(refused.rejection, refused.detail)
        await trx.insertInto('memberNotes').values(row).execute()
        await list.add(trx, [row])
        return ok(row)
      })
    },
  }
}
export type Notes = ReturnType<typeof openNotes>
