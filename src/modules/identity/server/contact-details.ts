import type { MemberId } from '#kernel/id.ts'
import { timingSafeEqual } from 'node:crypto'
import { no, type Refusal } from '#kernel/result.ts'
import { iso, type Ms } from '#kernel/time.ts'
import { onWall } from '#platform/clock.ts'
import { sharedTries } from '#platform/database/shared-tries.ts'
import type { Limits } from '#platform/limits.ts'
import type { Sql } from '#platform/database/row-list.ts'
import type { AppContext, Request } from '#modules/module.ts'
import type * as contract from '../contract.ts'
import { smsCodeFrom } from '../model/code.ts'
import { maskEmail, normalizeEmail } from '../model/email.ts'
import { maskMobile, normalizeMobile } from '../model/mobile.ts'
import { openCredentials } from './credentials.ts'
import type { Mailer } from './mail.ts'
import type { FactorChanges } from './factor-changes.ts'
import { minutesOf } from './minutes.ts'
import type { Notices } from './notices.ts'
import { protectionList } from './row-lists.ts'
import type { Secrets } from './secrets.ts'
import { askerOf, type PhoneCodes } from './sms.ts'
import type { StepUps } from './step-up.ts'

type Deps = {
  context: AppContext
  limits: Limits
  secrets: Secrets
  codes: PhoneCodes
  mailer: Mailer
  stepUps: StepUps
  changes: FactorChanges
  notices: Notices
}

/** The ways to reach a member: the phone, and a mail address that has been verified. */
export function contactDetails({ context, limits, secrets, codes, mailer, stepUps, changes, notices }: Deps) {
  const {
    config,
    db: { kysely },
    clock,
    ids,
  } = context
  const mails = sharedTries(context.db, 'mails with codes', limits.smsCode.perMobile)
  const now = () => Math.floor(clock.machine())
  const protection = protectionList(config)
  /** With its end: who edits the row makes no code live longer. */
  const hashOf = (memberId: MemberId, address: string, code: string, expiresAt: Ms) =>
    secrets.keyed(`mail ${memberId} ${address} ${code} ${expiresAt}`)

  async function changePhone(
    request: Request<typeof contract.changePhone>,
  ): Promise<Refusal | { mobile: string }> {
    const { caller, input, address } = request
    const { memberId, sessionId } = caller
    const mobile = normalizeMobile(input.mobile)
    if (mobile === null) return no('MOBILE_FORMAT')
    const of = { mobile, purpose: 'number', asker: askerOf({ caller, address, input: {} }) } as const
    if (!(await codes.isRight(of, input.verificationCode))) return no('VERIFICATION_INVALID')
    const proven = await stepUps.prove(request, 'phone.change', { mobile: input.mobile })
    if (!proven.ok) return proven
    if (!(await codes.use(of))) return no('VERIFICATION_INVALID')
    // Only the holder of that phone hears that a number is already a member's.
    if (await isTaken(context, mobile)) return no('MOBILE_TAKEN')
    const late = await changes.begin('phoneChanged', request)
    if (late !== null) return late
    const { mobile: before } = await openCredentials(context).of(memberId)
    const isChanged = await changes.make(
      'phoneChanged',
      { memberId, sessionId },
      {},
      (trx) => replacePhone(context, trx, memberId, mobile),
      before,
    )
    if (!isChanged) return no('MOBILE_TAKEN')
    return { mobile: maskMobile(mobile) }
  }

  async function setEmail(
    request: Request<typeof contract.setEmail>,
  ): Promise<Refusal | { expiresAt: string }> {
    const { caller, input, lang } = request
    const { memberId } = caller
    if (config.mail === null && !config.demo) return no('SENDING_MISSING')
    const address = normalizeEmail(input.email)
    if (address === null) return no('EMAIL_FORMAT')
    const proven = await stepUps.prove(request, 'email.change', { email: input.email })
    if (!proven.ok) return proven
    const wait = await mails.take(memberId, clock.machine())
    if (wait > 0) return no('TOO_MANY_CODES', minutesOf(wait * 1_000))
    const code = smsCodeFrom(ids.bytes(4))
    const codeExpiresAt = now() + limits.smsCode.lifeMs
    await protection.change(kysely, memberId, 'email', async (trx, [before]) => {
      const verifiedBefore =
        before === undefined ? null : before.verifiedAt === null ? before.verifiedBefore : before.address
      const row = { memberId, address, verifiedAt: null, verifiedBefore }
      const asked = { codeHash: hashOf(memberId, address, code, codeExpiresAt), codeExpiresAt, codeTries: 0 }
      await trx
        .insertInto('emailAddresses')
        .values({ ...row, ...asked })
        .onConflict((on) => on.column('memberId').doUpdateSet({ ...row, ...asked }))
        .execute()
      return { put: [row] }
    })
    await mailer.send({
      key: ids.uuid(),
      to: address,
      lang,
      title: context.text(lang, 'identity.mail.codeTitle'),
      text: context.text(lang, 'identity.mail.code', { code }),
      code,
    })
    return { expiresAt: iso(onWall(clock, codeExpiresAt)) }
  }

  async function verifyEmail({
    caller,
    input,
  }: Request<typeof contract.verifyEmail>): Promise<Refusal | { address: string }> {
    const { memberId } = caller
    // Counted first and in one statement: many guesses at once are still counted one by one.
    const row = await kysely
      .updateTable('emailAddresses')
      .set((columns) => ({ codeTries: columns('codeTries', '+', 1) }))
      .where('memberId', '=', memberId)
      .where('codeExpiresAt', '>', now())
      .where('codeTries', '<', limits.smsCode.tries)
      .returning(['address', 'codeHash', 'codeExpiresAt'])
      .executeTakeFirst()
    if (
      row === undefined ||
      row.codeHash === null ||
      !timingSafeEqual(
        row.codeHash,
        hashOf(memberId, row.address, input.verificationCode, row.codeExpiresAt!),
      )
    )
      return no('VERIFICATION_INVALID')
    const used = await kysely
      .updateTable('emailAddresses')
      .set({ codeHash: null, codeExpiresAt: null })
      .where('memberId', '=', memberId)
      .where('codeHash', '=', row.codeHash)
      .returning('memberId')
      .executeTakeFirst()
    // The same code at the same moment: it counts once.
    if (used === undefined) return no('VERIFICATION_INVALID')
    let send = async () => {}
    await protection.change(kysely, memberId, 'email', async (trx, rows) => {
      // The previous address hears of it while it still counts.
      send = await notices.lay(trx, memberId, 'emailChanged', {})
      const verified = { verifiedAt: clock.machine(), verifiedBefore: null }
      const set = await trx
        .updateTable('emailAddresses')
        .set(verified)
        .where('memberId', '=', memberId)
        .where('address', '=', row.address)
        .where('codeHash', 'is', null)
        .returning('memberId')
        .executeTakeFirst()
      return { put: set === undefined ? [] : rows.map((each) => ({ ...each, ...verified })) }
    })
    await send()
    return { address: maskEmail(row.address) }
  }

  return { changePhone, setEmail, verifyEmail }
}

/** True if a member has this number. */
export const isTaken = async ({ db: { kysely } }: AppContext, mobile: string): Promise<boolean> =>
  (await kysely
    .selectFrom('credentials')
    .select('memberId')
    .where('mobile', '=', mobile)
    .executeTakeFirst()) !== undefined

/** Gives the member another number; false where somebody else has it. */
export async function replacePhone(
  context: AppContext,
  sql: Sql,
  memberId: MemberId,
  mobile: string,
): Promise<boolean> {
  const changed = await sql
    .updateTable('credentials')
    .set(openCredentials(context).parts.mobile(memberId, mobile))
    .where('memberId', '=', memberId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('credentials as other').select('other.memberId').where('other.mobile', '=', mobile),
        ),
      ),
    )
    .returning('memberId')
    .executeTakeFirst()
    .catch((error: { code?: string }) => {
      // Two took the same number at once: the index lets one of them.
      if (error.code === '23505') return undefined
      throw error
    })
  return changed !== undefined
}
