import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { iso, SECOND } from '#kernel/time.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import { sharedTries } from '#platform/database/shared-tries.ts'
import { isLoopback, type Limits } from '#platform/limits.ts'
import { TooMany, type AppContext, type Request } from '#modules/module.ts'
import type * as contract from '../contract.ts'
import { readInvitation } from '../model/code.ts'
import { normalizeMobile } from '../model/mobile.ts'
import { openCredentials } from './credentials.ts'
import { deviceKeyOf } from './device-keys.ts'
import { openInvitationCodes } from './invitation-codes.ts'
import type { SessionIssuer } from './issue-session.ts'
import { minutesOf } from './minutes.ts'
import { newPasswordRefusal } from './passwords.ts'
import { countRegistrants } from './registrant-queries.ts'
import { beginProtection } from './row-lists.ts'
import type { Secrets } from './secrets.ts'
import type { Sessions } from './sessions.ts'
import type { SmsSender } from './sms-sender.ts'
import { askerOf, type CodeOf, type PhoneCodes } from './sms.ts'

/** SQLSTATE of the one of two transactions that must not commit (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const NOT_SERIALIZABLE = '40001'

type Deps = {
  context: AppContext
  limits: Limits
  secrets: Secrets
  codes: PhoneCodes
  sender: SmsSender
  sessions: Pick<Sessions, 'guesses'>
  sessionIssuer: SessionIssuer
  /** Members of the demo setting, who are no people. */
  simulated: () => readonly MemberId[]
}

/** Throws `Misconfigured` where prices or a venue that one person may use would be there for several. */
export async function refuseMany(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  simulated: readonly MemberId[],
): Promise<void> {
  const people = await countRegistrants(db.kysely, simulated)
  if (people > 1 && config.venue !== null)
    throw new Misconfigured(
      `MARKET=fix sends the orders of one person, and this server has ${people} members. Those of others need a licence: name the registered firm in FIRM_FILE, or take a new DATA_DIR (and DATABASE_URL).`,
    )
  if (people > 1)
    throw new Misconfigured(
      `REPLAY_FILE holds prices for the private use of one person, and this server has ${people} members. Take prices that may be shown to others, or a new DATA_DIR (and DATABASE_URL).`,
    )
}

/** Everything up to and including the first session of a member. */
export function registration({
  context,
  limits,
  secrets,
  codes,
  sender,
  sessions,
  sessionIssuer,
  simulated,
}: Deps) {
  const { firstParts } = openCredentials(context)
  const {
    db: { kysely },
    clock,
    config,
    ids,
  } = context
  const invitations = openInvitationCodes(context)
  const perAddress = sharedTries(context.db, 'registrations of an address', limits.registration.perAddress)
  const invitationTries = sharedTries(
    context.db,
    'invitations of an address',
    limits.registration.invitationTriesPerAddress,
  )
  const counted = (address: string) => !(config.demo && isLoopback(address))

  async function sendCode(
    request: Request<typeof contract.smsCode>,
  ): Promise<Refusal | { expiresAt: string }> {
    const { input, caller, address, lang } = request
    const mobile = normalizeMobile(input.mobile)
    if (mobile === null) return no('MOBILE_FORMAT')
    const ownBudget = caller === null ? null : (await sessions.guesses(caller)).count
    const refusal = await sender.take({ mobile, address, ownBudget })
    const purpose = input.for ?? 'number'
    return refusal ?? { expiresAt: iso(await codes.send({ mobile, purpose, asker: askerOf(request) }, lang)) }
  }

  async function register(
    request: Request<typeof contract.register>,
  ): Promise<Refusal | { token: string; userId: string }> {
    const { input, address, userAgent, lang } = request
    const mobile = normalizeMobile(input.mobile)
    if (mobile === null) return no('MOBILE_FORMAT')
    const refusal = newPasswordRefusal(input.password, input.confirmPassword)
    if (refusal !== null) return refusal
    const invitation = readInvitation(input.invitationCode)
    if (invitation === '') return no('INVITATION_REQUIRED')
    if (counted(address) && (await invitationTries.take(address, clock.machine())) > 0) throw new TooMany(60)
    if (!(await invites(invitation))) return no('INVITATION_INVALID')
    // Codes that nobody gave are what is counted: many subscribers of a network share one address.
    if (counted(address)) await invitationTries.giveBack(address)
    const of: CodeOf = { mobile, purpose: 'number', asker: askerOf(request) }
    if (!(await codes.isRight(of, input.verificationCode))) return no('VERIFICATION_INVALID')
    const wait = counted(address) ? await perAddress.take(address, clock.machine()) : 0
    if (wait > 0) return no('TOO_MANY_REGISTRATIONS', minutesOf(wait * SECOND))
    const passwordHash = await secrets.hash(input.password)
    const memberId = ids.uuid()
    const outcome = await enrol(memberId, mobile, passwordHash, invitation, lang)
    await codes.use(of)
    return outcome === 'ok'
      ? sessionIssuer.enter(memberId, 'password', {
          userAgent,
          lang,
          deviceId: input.deviceId,
          key: deviceKeyOf(input.deviceKey, 'login'),
        })
      : no(outcome)
  }

  const now = () => Math.floor(clock.wall())
  const invites = async (code: string): Promise<boolean> => {
    const found = await invitations.find(code)
    return (
      found !== undefined &&
      (found.usesLeft ?? 1) > 0 &&
      (found.beginsAt ?? 0) <= now() &&
      (found.expiresAt ?? Infinity) > now()
    )
  }

  /** Prices that one person may use leave room for one: of two at once the database lets one commit. */
  const { isPrivate } = config
  const isolation = isPrivate ? 'serializable' : 'read committed'

  /** The invitation and the new member in one transaction: each is used once, whoever else is at it. */
  const enrol = (memberId: MemberId, mobile: string, passwordHash: string, invitedBy: string, lang: string) =>
    kysely
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (trx) => {
        if (isPrivate && (await countRegistrants(trx, simulated())) > 0) return 'ONE_REGISTRANT' as const
        const account = { memberId, level: 'experience' as const, invitedBy, registeredAt: now() }
        const member = await trx
          .insertInto('credentials')
          .values({ ...account, ...firstParts(memberId, mobile, passwordHash), lang })
          .onConflict((on) => on.column('mobile').doNothing())
          .returning('memberId')
          .executeTakeFirst()
        if (member === undefined) return 'MOBILE_TAKEN' as const
        if (!(await invitations.use(trx, invitedBy))) {
          await trx.deleteFrom('credentials').where('memberId', '=', memberId).execute()
          return 'INVITATION_INVALID' as const
        }
        await beginProtection(config, trx, account)
        return 'ok' as const
      })
      .catch((error: unknown) => {
        if (isPrivate && (error as { code?: string }).code === NOT_SERIALIZABLE)
          return 'ONE_REGISTRANT' as const
        throw error
      })

  return { sendCode, register }
}
