import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import type { MessageKind } from '#modules/inbox/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { FACTOR_CHANGES } from '../model/factor-change.ts'
import { openKnownDevices } from './known-devices.ts'

/** The messages to a member when somebody has changed how the account is entered, or where it is reached. */
const CHANGES: readonly MessageKind[] = [
  ...Object.values(FACTOR_CHANGES).map(({ told }) => told),
  'emailChanged',
]

/**
 * The news about how an account is entered, for whoever weighs a withdrawal: when the newest device, beyond
 * the first one, began to prove more than the login password (the machine's time), and when a password, a
 * factor, the phone or the mail address was last changed (market time); null: never.
 */
export async function accessNews(
  context: Pick<AppContext, 'db' | 'config'>,
  memberId: MemberId,
): Promise<{ deviceAt: Ms | null; changedAt: Ms | null }> {
  const [deviceAt, change] = await Promise.all([
    openKnownDevices(context).newestWithFactor(memberId),
    context.db.kysely
      .selectFrom('messages')
      .select('at')
      .where('memberId', '=', memberId)
      .where('kind', 'in', [...CHANGES])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { deviceAt, changedAt: change?.at ?? null }
}
