import { sql } from 'kysely'
import type { AppContext } from '#modules/module.ts'
import { base32, INVITATION_LENGTH } from '../model/code.ts'
import { openInvitationCodes } from './invitation-codes.ts'
import type { IdentityPublic } from './public.ts'

/** Batches of codes: made once each, whoever is at it at the same time, and counted. */
export function openInvitations(
  context: AppContext,
): Pick<IdentityPublic, 'issueInvitations' | 'invitationsOf'> {
  const {
    db: { kysely },
    ids,
  } = context
  return {
    issueInvitations: ({ id, codes, usesEach, beginsAt, expiresAt }) =>
      kysely.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext(${id}))`.execute(trx)
        if (
          (await trx
            .selectFrom('invitationCodes')
            .select('code')
            .where('batch', '=', id)
            .limit(1)
            .executeTakeFirst()) !== undefined
        )
          return
        const made = new Set<string>()
        while (made.size < codes) made.add(base32(ids.bytes(INVITATION_LENGTH), INVITATION_LENGTH))
        await openInvitationCodes(context).add(
          trx,
          [...made].map((code) => ({
            code,
            kind: 'batch' as const,
            owner: null,
            usesLeft: usesEach,
            expiresAt,
            batch: id,
            usesAtFirst: usesEach,
            beginsAt,
          })),
        )
      }),
    invitationsOf: async (batchId) =>
      (
        await kysely
          .selectFrom('invitationCodes')
          .select(['code', 'usesLeft', 'usesAtFirst'])
          .where('batch', '=', batchId)
          .orderBy('code')
          .execute()
      ).map(({ code, usesLeft, usesAtFirst }) => ({ code, used: usesAtFirst! - usesLeft! })),
  }
}
