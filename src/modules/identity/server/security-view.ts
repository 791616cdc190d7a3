import { iso } from '#kernel/time.ts'
import type { Caller, AppContext } from '#modules/module.ts'
import type { SecurityView } from '../contract.ts'
import { maskEmail } from '../model/email.ts'
import { maskMobile } from '../model/mobile.ts'
import type { Passkeys } from './passkeys.ts'
import { memberOf, restsBecause, withdrawalsClosedUntil } from './public.ts'
import type { Sessions } from './sessions.ts'
import type { StepUps } from './step-up.ts'

/** The protection of the account, on one page. */
export function securityView({
  context,
  passkeys,
  stepUps,
  sessions,
}: {
  context: AppContext
  passkeys: Passkeys
  stepUps: StepUps
  sessions: Sessions
}) {
  const {
    db: { kysely },
    clock,
    config,
  } = context
  return async ({ memberId, sessionId, full }: Caller): Promise<SecurityView> => {
    const [list, { totp }, row, email, open] = await Promise.all([
      passkeys.of(memberId),
      stepUps.factorsOf(memberId),
      kysely
        .selectFrom('credentials')
        .select(['mobile', 'transactionHash'])
        .where('memberId', '=', memberId)
        .executeTakeFirstOrThrow(),
      kysely
        .selectFrom('emailAddresses')
        .select(['address', 'verifiedAt'])
        .where('memberId', '=', memberId)
        .executeTakeFirst(),
      sessions.of(memberId),
    ])
    const read = context.engine.read
    const now = clock.wall()
    const member = memberOf(read, memberId)!
    const heldUntil = member.heldUntil !== null && now < member.heldUntil ? member.heldUntil : null
    const closedUntil = withdrawalsClosedUntil(read, memberId, now)
    return {
      passkeys: list.map(({ id, name, synced, madeAt, usedAt }) => ({
        id,
        name,
        synced,
        madeAt: iso(madeAt),
        usedAt: usedAt === null ? null : iso(usedAt),
      })),
      totp,
      hasTransactionPassword: row.transactionHash !== null,
      mobile: maskMobile(row.mobile),
      sessions: open.length,
      session: { factor: open.find(({ id }) => id === sessionId)?.factor ?? 'password', full },
      email:
        email === undefined
          ? null
          : { address: maskEmail(email.address), verified: email.verifiedAt !== null },
      frozen: member.frozenAt !== null,
      heldUntil: heldUntil === null ? null : iso(heldUntil),
      withdrawalsClosedUntil: closedUntil === null ? null : iso(closedUntil),
      restsBecause: restsBecause(read, memberId, now),
      demo: config.demo,
    }
  }
}
