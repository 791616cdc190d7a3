import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { AppContext } from '#modules/module.ts'
import { base32 } from '../model/code.ts'
import { openCredentials } from './credentials.ts'
import { demoMembersOf } from './demo.ts'
import { freeze } from './protect-member.ts'
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
    engine,
  } = context
  const { parts } = openCredentials(context)
  const over = { expiresAt: Math.floor(clock.wall()) }
  await kysely.updateTable('invitationCodes').set(over).where('kind', 'in', ['demo', 'batch']).execute()
  for (const memberId of await demoMembersOf(context)) {
    const passwordHash = await secrets.hash(base32(ids.bytes(UNKNOWN_LENGTH), UNKNOWN_LENGTH))
    await kysely
      .updateTable('credentials')
      .set({ ...parts.password(memberId, passwordHash), ...parts.transaction(memberId, null) })
      .where('memberId', '=', memberId)
      .execute()
    await kysely.deleteFrom('passkeys').where('memberId', '=', memberId).execute()
    await kysely.deleteFrom('authenticators').where('memberId', '=', memberId).execute()
    await kysely.updateTable('invitationCodes').set(over).where('owner', '=', memberId).execute()
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
