import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { SqlTables } from '#platform/database/connect.ts'

type Device = Pick<SqlTables['knownDevices'], 'memberId' | 'deviceHash'>

/** More than the login password was proven on this device; the first time counts. */
export async function noteFactor({ kysely }: Database, device: Device, at: Ms): Promise<void> {
  await kysely
    .updateTable('knownDevices')
    .set({ factorSince: at })
    .where('memberId', '=', device.memberId)
    .where('deviceHash', '=', device.deviceHash)
    .where('factorSince', 'is', null)
    .execute()
}

/**
 * When the newest of a member's devices first proved more than the login password, beyond the device that was
 * known first; null: no other has. Whoever has the password alone changes nothing here.
 */
export async function newestWithFactor(
  { kysely }: Pick<Database, 'kysely'>,
  memberId: Device['memberId'],
): Promise<Ms | null> {
  const found = await kysely
    .selectFrom('knownDevices')
    .select('factorSince')
    .where('memberId', '=', memberId)
    .where('factorSince', 'is not', null)
    .where('deviceHash', '!=', (query) =>
      query
        .selectFrom('knownDevices')
        .select('deviceHash')
        .where('memberId', '=', memberId)
        .orderBy('firstAt')
        .orderBy('deviceHash')
        .limit(1),
    )
    .orderBy('factorSince', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.factorSince ?? null
}
