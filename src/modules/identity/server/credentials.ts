import type { MemberId } from '#kernel/id.ts'
import type { SqlTables } from '#platform/database/connect.ts'
import type { AppContext } from '#modules/module.ts'
import { memberMacs } from './row-macs.ts'

type Credentials = SqlTables['credentials']

/** The credentials of a member: as they are believed, and as they are written. */
export function openCredentials({ db: { kysely }, config }: Pick<AppContext, 'db' | 'config'>) {
  const macs = memberMacs(config)
  function checked(row: Credentials): Credentials {
    macs.mobile.check(row, row.mobileMac)
    macs.password.check(row, row.passwordMac)
    macs.transaction.check(row, row.transactionMac)
    return row
  }
  const parts = {
    mobile: (memberId: MemberId, mobile: string) => ({
      mobile,
      mobileMac: macs.mobile.of({ memberId, mobile }),
    }),
    password: (memberId: MemberId, passwordHash: string) => ({
      passwordHash,
      passwordMac: macs.password.of({ memberId, passwordHash }),
    }),
    transaction: (memberId: MemberId, transactionHash: string | null) => ({
      transactionHash,
      transactionMac: macs.transaction.of({ memberId, transactionHash }),
    }),
  }
  return {
    /** Throws `RowForged` where any part is not what the server wrote. */
    async byMobile(mobile: string): Promise<Credentials | undefined> {
      const row = await kysely
        .selectFrom('credentials')
        .selectAll()
        .where('mobile', '=', mobile)
        .executeTakeFirst()
      return row && checked(row)
    },
    /** The same for somebody who is a member. */
    async of(memberId: MemberId): Promise<Credentials> {
      return checked(
        await kysely
          .selectFrom('credentials')
          .selectAll()
          .where('memberId', '=', memberId)
          .executeTakeFirstOrThrow(),
      )
    },
    /** Parts as they are written, each with its code. */
    parts,
    /** All of them, for a new member. */
    firstParts: (memberId: MemberId, mobile: string, passwordHash: string) => ({
      ...parts.mobile(memberId, mobile),
      ...parts.password(memberId, passwordHash),
      ...parts.transaction(memberId, null),
    }),
  }
}
