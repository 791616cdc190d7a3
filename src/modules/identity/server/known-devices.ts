import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import type { Database, SqlTables } from '#platform/database/connect.ts'
import type { AppContext } from '#modules/module.ts'
import type { Sql } from '#platform/database/row-list.ts'
import { protectionList } from './row-lists.ts'

type Device = Pick<SqlTables['knownDevices'], 'memberId' | 'deviceHash'>
type Row = SqlTables['knownDevices']
export type KnownDevices = ReturnType<typeof openKnownDevices>

/**
 * The devices that members have come in from, as the server wrote them: what one has proven counts for
 * guesses and for withdrawals.
 */
export function openKnownDevices(context: Pick<AppContext, 'config'> & { db: Pick<Database, 'kysely'> }) {
  const { kysely } = context.db
  const list = protectionList(context.config)

  const known = (memberId: MemberId): Promise<Row[]> => list.of(kysely, memberId, 'devices')
  /** Changes those of a member's devices that `act` gives another version of. */
  const update = async (memberId: MemberId, act: (row: Row) => Row): Promise<void> => {
    if ((await known(memberId)).every((row) => act(row) === row)) return
    await list.change(kysely, memberId, 'devices', async (trx, rows) => {
      const put = rows.flatMap((row) => {
        const changed = act(row)
        return changed === row ? [] : [changed]
      })
      for (const { provenAt, factorSince, deviceHash } of put)
        await trx
          .updateTable('knownDevices')
          .set({ provenAt, factorSince })
          .where('memberId', '=', memberId)
          .where('deviceHash', '=', deviceHash)
          .execute()
      return { put }
    })
  }

  return {
    find: async ({ memberId, deviceHash }: Device): Promise<Row | undefined> =>
      (await known(memberId)).find((row) => row.deviceHash.equals(deviceHash)),
    /**
     * Makes a device known. Where the member has used others, but never this one, `tell` is in the same
     * transaction.
     */
    async arrive({ memberId, deviceHash }: Device, at: Ms, tell: (trx: Sql) => Promise<void>): Promise<void> {
      if ((await known(memberId)).some((row) => row.deviceHash.equals(deviceHash))) return
      await list.change(kysely, memberId, 'devices', async (trx, rows) => {
        if (rows.some((row) => row.deviceHash.equals(deviceHash))) return {}
        if (rows.length > 0) await tell(trx)
        const row = { memberId, deviceHash, firstAt: at, provenAt: null, factorSince: null }
        await trx.insertInto('knownDevices').values(row).execute()
        return { put: [row] }
      })
    },
    /** More than the login password was proven on this device; the first time counts. */
    noteFactor: ({ memberId, deviceHash }: Device, at: Ms): Promise<void> =>
      update(memberId, (row) =>
        row.factorSince === null && row.deviceHash.equals(deviceHash) ? { ...row, factorSince: at } : row,
      ),
    /** From now on what others guess wrong closes nothing on this device. */
    noteProven: ({ memberId, deviceHash }: Device, at: Ms): Promise<void> =>
      update(memberId, (row) => (row.deviceHash.equals(deviceHash) ? { ...row, provenAt: at } : row)),
    /** All devices but this one have proven nothing. */
    forgetProven: (memberId: MemberId, but: Buffer | null): Promise<void> =>
      update(memberId, (row) =>
        row.provenAt === null || (but !== null && row.deviceHash.equals(but))
          ? row
          : { ...row, provenAt: null },
      ),
    /**
     * The time at which the newest of a member's devices first proved more than the login password, beyond
     * the device that was known first; null: no other has. Whoever has the password alone changes nothing
     * here.
     */
    async newestWithFactor(memberId: MemberId): Promise<Ms | null> {
      const [, ...others] = (await known(memberId)).toSorted(
        (a, b) => a.firstAt - b.firstAt || Buffer.compare(a.deviceHash, b.deviceHash),
      )
      return others.reduce<Ms | null>(
        (newest, { factorSince }) =>
          factorSince === null || (newest !== null && newest >= factorSince) ? newest : factorSince,
        null,
      )
    },
  }
}
