import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { AppContext } from '#modules/module.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { base32 } from '../model/code.ts'
import { removeAuthenticator } from './authenticator.ts'
import { openCredentials } from './credentials.ts'
import { demoMembersOf } from './demo.ts'
import { openInvitationCodes } from './invitation-codes.ts'
import { openPasskeys } from './passkeys.ts'
import { freeze } from './protect-member.ts'
import { invitationList, protectionList } from './row-lists.ts'
import { memberMacs } from './row-macs.ts'
import type { Secrets } from './secrets.ts'
import type { Sessions } from './sessions.ts'

const UNKNOWN_LENGTH = 10

/**
 * The demo setting is over: whose password was printed gets in no more, and the account is frozen; invitation
 * codes that were printed, or issued by printed operators, expire; every session ends. Done again after a
 * crash in between, it changes nothing more.
 */
export async function leaveDemo(
  context: AppContext,
  secrets: Secrets,
  sessions: Pick<Sessions, 'endOthers'>,
): Promise<void> {
  const {
    db: { kysely },
    ids,
    clock,
    config,
    engine,
  } = context
  const { parts } = openCredentials(context)
  // These rows say whose password was printed: where any was changed, nothing is left behind.
  await context.db.pool.connect().then(async (client) => {
    try {
      for (const { stored } of [protectionList(config), invitationList(config)]) {
        const [first] = (await stored.run(client)).differences
        if (first !== undefined) throw new RowForged(first.table, first.key)
      }
    } finally {
      client.release()
    }
  })
  const over = Math.floor(clock.wall())
  const invitations = openInvitationCodes(context)
  const passkeys = openPasskeys(context, memberMacs(config))
  for (const kind of ['demo', 'batch'] as const)
    await invitations.expire(await invitations.owners(kind), over)
  for (const memberId of await demoMembersOf(context)) {
    const passwordHash = await secrets.hash(base32(ids.bytes(UNKNOWN_LENGTH), UNKNOWN_LENGTH))
    await kysely
      .updateTable('credentials')
      .set({ ...parts.password(memberId, passwordHash), ...parts.transaction(memberId, null) })
      .where('memberId', '=', memberId)
      .execute()
    await passkeys.remove(context.db.kysely, memberId, null)
    await removeAuthenticator(context, context.db.kysely, memberId)
    if ((await invitations.owners('member')).includes(memberId)) await invitations.expire([memberId], over)
    await engine.submit(freeze, { memberId }, SYSTEM_CALLER)
  }
  const open = await kysely
    .selectFrom('sessions')
    .select('memberId')
    .distinct()
    .where('endedAt', 'is', null)
    .execute()
  for (const { memberId } of open) await sessions.endOthers(memberId, '')
}
