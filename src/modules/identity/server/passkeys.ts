import type { MemberId } from '#kernel/id.ts'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Sql } from '#platform/database/row-list.ts'
import type { AppContext } from '#modules/module.ts'
import { iso, type Ms } from '#kernel/time.ts'
import { onWall } from '#platform/clock.ts'
import { protectionList } from './row-lists.ts'
import type { MemberMacs } from './row-macs.ts'
import type { Assertion, Attestation, PasskeyChallenge } from '../contract.ts'

export type Passkey = {
  id: string
  memberId: MemberId
  publicKey: Buffer
  counter: number
  transports: string
  name: string
  synced: boolean
  madeAt: Ms
  usedAt: Ms | null
  mac: Buffer | null
}

/** The newest of a member may be this many: a lost phone and its successor, a key in a drawer. */
export const MOST_PASSKEYS = 10

/** Ed25519, ES256, RS256: what devices have (COSE). */
export const ALGORITHMS = [-8, -7, -257] as const

export type Passkeys = {
  /** The name that passkeys are bound to: the host of the app's address. */
  rpId: string
  of(memberId: MemberId): Promise<Passkey[]>
  /** False: one with this id is there already. */
  add(sql: Sql, row: Omit<Passkey, 'mac'>): Promise<boolean>
  /** One of a member's, or all (null). */
  remove(sql: Sql, memberId: MemberId, id: string | null): Promise<void>
  /** A challenge as the phone takes it; `passkeys`: those that may answer. */
  challenge(asked: { id: string; until: Ms }, passkeys: readonly Passkey[]): PasskeyChallenge
  /**
   * The member whose passkey has signed this, and the passkey; null when none of ours has. `memberId` null:
   * anybody's.
   */
  verify(
    assertion: Assertion,
    challenge: Uint8Array,
    memberId: MemberId | null,
  ): Promise<{ memberId: MemberId; id: string } | null>
  /**
   * Reads a new passkey out of what the browser made; null when it does not answer this challenge at this
   * address.
   */
  read(
    attestation: Attestation,
    challenge: Uint8Array,
  ): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports' | 'synced'> | null>
}

/**
 * Passkeys of members. An assertion counts only if it was made at this app's own address (phishing elsewhere
 * gives one for another), with the device's own lock opened, and its counter went on (a copied key's would
 * not).
 */
export function openPasskeys(
  { db: { kysely }, config, clock, log }: AppContext,
  macs: Pick<MemberMacs, 'passkey'>,
): Passkeys {
  const list = protectionList(config)
  const site = new URL(config.origin ?? 'http://localhost')
  const rpId = site.hostname
  /**
   * On this machine the port is of no account: the app may be served by another than the API (`npm run dev`).
   */
  const ownOrigin = (clientData: string): string => {
    const { origin } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { origin?: unknown }
    const isHere =
      config.origin === null && typeof origin === 'string' && /^http:\/\/localhost(:\d+)?$/.test(origin)
    return isHere ? origin : site.origin
  }
  const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)
  const base64url = (challenge: Uint8Array): string => Buffer.from(challenge).toString('base64url')

  return {
    rpId,
    challenge: ({ id, until }, list) => ({
      id,
      expiresAt: iso(onWall(clock, until)),
      rpId,
      passkeys: list.map((passkey) => ({
        id: passkey.id,
        transports: passkey.transports === '' ? [] : passkey.transports.split(','),
      })),
    }),
    async of(memberId) {
      const rows = await kysely
        .selectFrom('passkeys')
        .selectAll()
        .where('memberId', '=', memberId)
        .orderBy('madeAt')
        .orderBy('id')
        .execute()
      for (const row of rows) macs.passkey.check(row, row.mac)
      // One that is gone would let whoever knows the password do without it.
      await list.of(kysely, memberId, 'passkeys')
      return rows
    },
    async add(sql, row) {
      let isNew = false
      await list.change(sql, row.memberId, 'passkeys', async (trx) => {
        const added = await trx
          .insertInto('passkeys')
          .values({ ...row, mac: macs.passkey.of(row) })
          .onConflict((on) => on.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        isNew = added !== undefined
        return { put: isNew ? [row] : [] }
      })
      return isNew
    },
    remove: (sql, memberId, id) =>
      list.change(sql, memberId, 'passkeys', async (trx, rows) => {
        const drop = rows.filter((row) => id === null || row.id === id)
        for (const row of drop)
          await trx.deleteFrom('passkeys').where('id', '=', row.id).where('memberId', '=', memberId).execute()
        return { drop }
      }),
    async verify(assertion, challenge, memberId) {
      const passkey = await kysely
        .selectFrom('passkeys')
        .selectAll()
        .where('id', '=', assertion.id)
        .executeTakeFirst()
      if (passkey === undefined || (memberId !== null && passkey.memberId !== memberId)) return null
      macs.passkey.check(passkey, passkey.mac)
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { ...assertion, clientExtensionResults: {} },
          expectedChallenge: base64url(challenge),
          expectedOrigin: ownOrigin(assertion.response.clientDataJSON),
          expectedRPID: rpId,
          credential: { id: passkey.id, publicKey: bytes(passkey.publicKey), counter: passkey.counter },
          requireUserVerification: true,
        })
        if (!verified) return null
        const { newCounter } = authenticationInfo
        const used = { counter: newCounter, usedAt: clock.machine() }
        // Of two answers at once with one count, the second is a copy. Devices that do not count always say
        // 0.
        const counted = await kysely
          .updateTable('passkeys')
          .set({ ...used, mac: macs.passkey.of({ ...passkey, ...used }) })
          .where('id', '=', passkey.id)
          .where((row) => (newCounter === 0 ? row('counter', '=', 0) : row('counter', '<', newCounter)))
          .returning('memberId')
          .executeTakeFirst()
        return counted === undefined ? null : { memberId: passkey.memberId, id: passkey.id }
      } catch (err) {
        log.warn({ err, member: passkey.memberId }, 'an answer of a passkey was refused')
        return null
      }
    },
    async read(attestation, challenge) {
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { ...attestation, clientExtensionResults: {} },
          expectedChallenge: base64url(challenge),
          expectedOrigin: ownOrigin(attestation.response.clientDataJSON),
          expectedRPID: rpId,
          requireUserVerification: true,
          supportedAlgorithmIDs: [...ALGORITHMS],
        })
        if (!verified) return null
        const { credential, credentialDeviceType } = registrationInfo
        return {
          id: credential.id,
          publicKey: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: (attestation.response.transports ?? []).join(),
          synced: credentialDeviceType === 'multiDevice',
        }
      } catch (err) {
        log.warn({ err }, 'a new passkey was refused')
        return null
      }
    },
  }
}
