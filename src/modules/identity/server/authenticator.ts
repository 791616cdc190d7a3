import type { MemberId } from '#kernel/id.ts'
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { no, type Refusal } from '#kernel/result.ts'
import { SECOND, type Ms } from '#kernel/time.ts'
import type { SqlTables } from '#platform/database/connect.ts'
import type { Limits } from '#platform/limits.ts'
import type { Sql } from '#platform/database/row-list.ts'
import type { AppContext } from '#modules/module.ts'
import { passwordGate } from './failures.ts'
import { minutesOf } from './minutes.ts'
import { protectionList } from './row-lists.ts'
import type { MemberMacs } from './row-macs.ts'
import type { Secrets } from './secrets.ts'

const PERIOD_S = 30
const SECRET_BYTES = 20
/** One step before and after: clocks of phones are not exact. */
const WINDOW = 1

/**
 * The member whose second factor is guessed at, and the count that it goes to; `isShared`: that of all who
 * know the password alone.
 */
export type Guesses = { memberId: MemberId; count: string; isShared: boolean }

/**
 * The authenticator app (RFC 6238: SHA-1, 6 digits, 30 s, as every such app reads it). Secrets are sealed
 * with a key outside the database.
 */
export function authenticator(
  context: AppContext,
  { authenticator: mac }: Pick<MemberMacs, 'authenticator'>,
  secrets: Secrets,
  limits: Limits,
) {
  const { db, clock, ids } = context
  const { kysely } = db
  const list = protectionList(context.config)
  const gate = passwordGate(context, 'totp', limits.totp)
  const key = secrets.keyed('authenticator secrets')

  const totpOf = (secret: Secret) =>
    new TOTP({ issuer: 'Akari', algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret })
  function seal(plain: Uint8Array): Buffer {
    const nonce = ids.bytes(12).subarray(0, 12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }
  function open(sealed: Buffer): Secret {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAuthTag(
      sealed.subarray(-16),
    )
    const plain = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
    return new Secret({ buffer: new Uint8Array(plain).buffer })
  }

  async function find(memberId: MemberId) {
    const row = await kysely
      .selectFrom('authenticators')
      .selectAll()
      .where('memberId', '=', memberId)
      .executeTakeFirst()
    if (row !== undefined) mac.check(row, row.mac)
    await list.of(kysely, memberId, 'authenticator')
    return row
  }
  /** Writes over the row that was read, and over no other. */
  const replace = async (
    row: SqlTables['authenticators'],
    by: { lastStep: number } | { confirmedAt: Ms },
    sql: Sql = kysely,
  ): Promise<boolean> =>
    (await sql
      .updateTable('authenticators')
      .set({ ...by, mac: mac.of({ ...row, ...by }) })
      .where('memberId', '=', row.memberId)
      .where('mac', '=', row.mac)
      .returning('memberId')
      .executeTakeFirst()) !== undefined

  /**
   * Takes the code if it is right and newer than the last one taken: each counts once, even twice at the same
   * moment.
   */
  async function take(memberId: MemberId, code: string, isConfirmed: boolean): Promise<boolean> {
    const row = await find(memberId)
    if (row === undefined || (row.confirmedAt !== null) !== isConfirmed || !/^\d{6}$/.test(code)) return false
    const now = clock.machine()
    const delta = totpOf(open(row.sealedSecret)).validate({ token: code, timestamp: now, window: WINDOW })
    if (delta === null) return false
    const step = Math.floor(now / SECOND / PERIOD_S) + delta
    return row.lastStep < step && (await replace(row, { lastStep: step }))
  }
  const tried = async (
    { memberId, count }: Guesses,
    code: string,
    isConfirmed: boolean,
  ): Promise<Refusal<'CODE_LOCKED' | 'CODE_WRONG'> | null> => {
    const attempt = await gate.attempt(count, () => take(memberId, code, isConfirmed))
    if (attempt.right) return null
    return attempt.lockedMs > 0 ? no('CODE_LOCKED', minutesOf(attempt.lockedMs)) : no('CODE_WRONG')
  }

  return {
    isOn: async (memberId: MemberId): Promise<boolean> =>
      ((await find(memberId))?.confirmedAt ?? null) !== null,
    /** A new secret, not in use before a first code of it has come. Null where one is in use. */
    async begin(memberId: MemberId, label: string): Promise<{ secret: string; uri: string } | null> {
      const secret = new Secret({
        buffer: new Uint8Array(Buffer.concat([ids.bytes(16), ids.bytes(16)]).subarray(0, SECRET_BYTES))
          .buffer,
      })
      const fields = { sealedSecret: seal(secret.bytes), confirmedAt: null, lastStep: 0 }
      const row = { ...fields, mac: mac.of({ memberId, ...fields }) }
      let isBegun = false
      await list.change(kysely, memberId, 'authenticator', async (trx) => {
        const made = await trx
          .insertInto('authenticators')
          .values({ memberId, ...row })
          .onConflict((on) =>
            on.column('memberId').doUpdateSet(row).where('authenticators.confirmedAt', 'is', null),
          )
          .returning('memberId')
          .executeTakeFirst()
        isBegun = made !== undefined
        return { put: isBegun ? [{ memberId }] : [] }
      })
      if (!isBegun) return null
      const totp = totpOf(secret)
      totp.label = label
      return { secret: secret.base32, uri: totp.toString() }
    },
    /** The first code of a new secret. It is not in use yet. */
    checkFirst: (who: Guesses, code: string) => tried(who, code, false),
    /**
     * From now on the new secret is in use. False: no code of it has come, another has taken its place in
     * between.
     */
    async turnOn(sql: Sql, memberId: MemberId): Promise<boolean> {
      const row = await find(memberId)
      if (row === undefined || row.confirmedAt !== null || row.lastStep === 0) return false
      return replace(row, { confirmedAt: clock.machine() }, sql)
    },
    /** Null: the code is right, and used up. */
    check: (who: Guesses, code: string) => tried(who, code, true),
    remove: (sql: Sql, memberId: MemberId): Promise<void> => removeAuthenticator(context, sql, memberId),
  }
}
export type Authenticator = ReturnType<typeof authenticator>

/** The app is asked no more. */
export const removeAuthenticator = (
  { config }: Pick<AppContext, 'config'>,
  sql: Sql,
  memberId: MemberId,
): Promise<void> =>
  protectionList(config).change(sql, memberId, 'authenticator', async (trx, drop) => {
    await trx.deleteFrom('authenticators').where('memberId', '=', memberId).execute()
    return { drop }
  })
