import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { HOUR, iso } from '#kernel/time.ts'
import { onWall } from '#platform/clock.ts'
import { memberCaller } from '#platform/engine/command.ts'
import { every } from '#platform/every.ts'
import { guarded } from '#platform/guarded.ts'
import { forgetTries } from '#platform/database/shared-tries.ts'
import { budgetOf, LIMITS, type Limits } from '#platform/limits.ts'
import { oneTimeValues } from '#platform/one-time-values.ts'
import { NotFound, on, type AppContext, type Caller, type Request, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { normalizeEmail } from '../model/email.ts'
import { isVerified, limitsOf } from '../model/levels.ts'
import { maskMobile, normalizeMobile } from '../model/mobile.ts'
import { authenticator } from './authenticator.ts'
import { demoOf, settleDemo, simulatedMembersOf } from './demo.ts'
import { deviceKeys, withDeviceKey } from './device-keys.ts'
import { sessionIssuer } from './issue-session.ts'
import { factorChanges } from './factor-changes.ts'
import { forgetFailures } from './failure-queries.ts'
import { passkeyRoutes, passkeyLogin, stepUpRoute, totpRoutes } from './factors.ts'
import { openInvitations } from './invitation-queries.ts'
import { openKnownDevices } from './known-devices.ts'
import { leaveDemo } from './leave-demo.ts'
import { loginPassword } from './login-password.ts'
import { addressGate, guesserGate, loginWith } from './login.ts'
import { mailInFolder, mailInInbox, mailOverHttp, noMail, openMailer } from './mail.ts'
import { noticeChannels, openNotices } from './notices.ts'
import { openMember } from './open-member.ts'
import { openPasskeys } from './passkeys.ts'
import { passwordChange } from './passwords.ts'
import { freeze, recover, rest, unfreeze } from './protect-member.ts'
import { freezeOf, tradingLevel, type IdentityCheck, type IdentityPublic } from './public.ts'
import { challenges } from './webauthn-challenges.ts'
import { eraseContacts } from './erase-contacts.ts'
import { contactDetails } from './contact-details.ts'
import { recovery } from './recovery.ts'
import { refuseMany, registration } from './register.ts'
import { loginProbe } from './login-probe.ts'
import { failureList, invitationList, protectionList } from './row-lists.ts'
import { memberMacs } from './row-macs.ts'
import { openSecrets } from './secrets.ts'
import { securityView } from './security-view.ts'
import { mayEnd, openSessions, type Sessions } from './sessions.ts'
import { smsSender } from './sms-sender.ts'
import { countErrors, noSms, phoneCodes, smsInInbox, smsOverHttp } from './sms.ts'
import { managedAccounts } from './managed-accounts.ts'
import { members } from './tables.ts'
import { socketTickets } from './tickets.ts'
import { transactionPassword } from './transaction-password.ts'
import { transactionRoutes } from './transaction-routes.ts'
import { stepUps } from './step-up.ts'
import { sessionKeysCheck } from './stored-checks.ts'

/** Members: who they are, how they get in, what protects them, and what their level allows. */
export function createIdentity(
  context: AppContext,
  limits: Limits = LIMITS,
): { module: Module; identity: IdentityPublic } {
  const { config, clock, ids, log } = context
  const channels = openChannels(context)
  const mailer = openMailer(context, channels.mail)
  const notices = openNotices(context)
  for (const channel of noticeChannels(context, mailer, channels.sms)) context.outbox.open(channel)

  const secrets = openSecrets(config.keys.pepper)
  const devices = deviceKeys(context)
  const macs = memberMacs(config)
  const sessions = openSessions(
    {
      db: context.db,
      clock,
      log,
      demo: config.demo,
      random: ids.bytes,
      newId: ids.uuid,
      keys: devices.keys,
      macs,
      devices: openKnownDevices(context),
    },
    limits.session,
  )
  const values = oneTimeValues(context)
  const tickets = socketTickets(values, limits.socket.ticketMs, sessions.isOpen)
  const open = openMember(context)
  const route = sessionIssuer({ context, open, sessions, notices })
  const codes = phoneCodes(context, secrets, channels.sms, limits.smsCode)
  const sender = smsSender(context, limits)
  const changes = factorChanges({ context, codes, sender, sessions, notices })
  const takeGuesser = guesserGate(context, limits)
  // Of its own: who spends what an address has of passwords keeps nobody there from a passkey.
  const takeTry = addressGate(context, limits, 'passkeys')

  const passwords = loginPassword(context, secrets, limits)
  const transaction = transactionPassword(context, secrets, limits)
  const passkeys = openPasskeys(context, macs)
  const app = authenticator(context, macs, secrets, limits)
  const asked = challenges(values, limits.passkey)
  const proofs = stepUps({ context, passkeys, authenticator: app, challenges: asked, transaction, sessions })

  const { sendCode, register } = registration({
    context,
    limits,
    secrets,
    codes,
    sender,
    sessions,
    sessionIssuer: route,
    simulated: () => [...demoMemberIds, ...simulatedIds],
  })
  const transactions = transactionRoutes({
    context,
    secrets,
    transaction,
    sessions,
    stepUps: proofs,
    passkeys,
    challenges: asked,
    changes,
  })
  const deps = {
    context,
    limits,
    passkeys,
    authenticator: app,
    challenges: asked,
    stepUps: proofs,
    passwords,
    sessions,
    sessionIssuer: route,
    changes,
  }
  const [passkey, totp] = [passkeyRoutes(deps), totpRoutes(deps)]
  const byPasskey = passkeyLogin(deps, takeTry)
  const reached = contactDetails({
    context,
    limits,
    secrets,
    codes,
    mailer,
    stepUps: proofs,
    changes,
    notices,
  })
  let identityCheck: IdentityCheck | null = null
  const lost = recovery({
    context,
    limits,
    secrets,
    codes,
    sender,
    sessionIssuer: route,
    changes,
    passkeys,
    takeGuesser,
    identityCheck: () => identityCheck,
  })
  const security = securityView({ context, passkeys, stepUps: proofs, sessions })
  const demo = config.demo ? demoOf(config.keys.demo) : null
  let demoMemberIds: readonly MemberId[] = []
  let simulatedIds: ReadonlySet<string> = new Set()
  let stopSaving = async () => {}
  let stopForgetting = () => {}
  const probe = loginProbe(context)
  let stopProbe = () => {}

  const module: Module = {
    name: 'identity',
    tables: [members, managedAccounts],
    stored: [sessionKeysCheck],
    macs: [...Object.values(macs), protectionList(config), invitationList(config), failureList(config)],
    commands: [open, freeze, unfreeze, rest, recover, ...devices.commands],
    routes: [
      on(contract.smsCode, sendCode),
      on(contract.register, withDeviceKey(register)),
      on(
        contract.login,
        withDeviceKey(loginWith({ context, passwords, codes, sessionIssuer: route, takeGuesser })),
      ),
      on(contract.askLoginPasskey, byPasskey.ask),
      on(contract.loginByPasskey, withDeviceKey(byPasskey.enter)),
      on(contract.stepUp, withDeviceKey(stepUpRoute(deps))),
      on(contract.logout, async ({ caller }) => {
        await sessions.end(caller.sessionId)
        return { status: 'ended' as const }
      }),
      on(contract.unlock, transactions.open),
      on(contract.setTransactionPassword, transactions.set),
      on(contract.changePassword, passwordChange({ context, secrets, passwords, stepUps: proofs, changes })),
      on(contract.askPasskey, proofs.ask),
      on(contract.askFactorCode, changes.ask),
      on(contract.getSecurity, ({ caller }) => security(caller)),
      on(contract.askNewPasskey, passkey.ask),
      on(contract.addPasskey, withDeviceKey(passkey.add)),
      on(contract.removePasskey, passkey.remove),
      on(contract.beginTotp, totp.begin),
      on(contract.confirmTotp, withDeviceKey(totp.confirm)),
      on(contract.removeTotp, totp.remove),
      ...sessionRoutes(sessions),
      on(contract.changePhone, reached.changePhone),
      on(contract.setEmail, reached.setEmail),
      on(contract.verifyEmail, reached.verifyEmail),
      on(contract.freezeAccount, async ({ caller }) => {
        const { memberId, sessionId } = caller
        await context.engine.submit(freeze, { memberId }, callerOf(caller))
        await sessions.endOthers(memberId, sessionId)
        await notices.tell(memberId, 'accountFrozen', {})
        return { frozen: true }
      }),
      on(contract.unfreezeAccount, async (request) => {
        const proven = await proofs.prove(request, 'account.unfreeze', {})
        if (!proven.ok) return proven
        const { result } = await context.engine.submit(
          unfreeze,
          { memberId: request.caller.memberId },
          callerOf(request.caller),
        )
        if (!result.ok) return result
        await notices.tell(request.caller.memberId, 'accountUnfrozen', {})
        return result.answer
      }),
      on(contract.askRecovery, lost.ask),
      on(contract.recover, lost.recover),
      on(contract.getUserInfo, ({ caller }) => userInfo(context, sessions, caller)),
      on(contract.skipTour, async ({ caller: { memberId } }) => {
        await context.db.kysely
          .insertInto('skippedTours')
          .values({ memberId, at: clock.machine() })
          .onConflict((on) => on.column('memberId').doNothing())
          .execute()
        return { tourSkipped: true as const }
      }),
      on(contract.socketTicket, ({ caller }) => {
        const { ticket, until } = tickets.issue({ ...caller, budget: budgetOf(caller) })
        return { ticket, expiresAt: iso(onWall(clock, until)) }
      }),
      on(contract.devInbox, channels.read),
    ],
    faults: () => [
      ...(probe.failed() ? ['storage-damaged' as const] : []),
      ...(config.sms === null && !config.demo ? ['sms-missing' as const] : []),
      ...(config.mail === null && !config.demo ? ['mail-missing' as const] : []),
    ],
    watched: () => ({ smsErrors: channels.sms.errors() }),
    start: async () => {
      stopSaving = sessions.keepSeen()
      stopForgetting = every(
        HOUR,
        guarded(log, 'old failures', async () => {
          await forgetFailures(context, clock.machine(), limits.login.perGuesser.longestLockMs)
          await values.forget()
          await forgetTries(context.db, clock.machine())
        }),
      )
      await probe.look()
      stopProbe = probe.start()
      if (config.leavesDemo) await leaveDemo(context, secrets, sessions)
      if (demo !== null) {
        demoMemberIds = await settleDemo(context, demo, secrets, open)
        simulatedIds = new Set(await simulatedMembersOf(context, demo))
      }
      if (config.isPrivate) await refuseMany(context, [...demoMemberIds, ...simulatedIds])
    },
    stop: () => {
      stopForgetting()
      stopProbe()
      return stopSaving()
    },
  }
  const identity: IdentityPublic = {
    find: sessions.find,
    redeem: tickets.redeem,
    deviceOf: (sessionId) => sessions.about(sessionId).deviceHash?.toString('base64url') ?? sessionId,
    onSessionEnd: sessions.onEnd,
    onLogoutEverywhere: sessions.onEndOthers,
    proveStepUp: proofs.prove,
    tell: notices.tell,
    eraseContacts: (memberIds) => eraseContacts(context, memberIds),
    sendMail: mailer.send,
    onIdentityCheck: (check) => {
      identityCheck = check
    },
    langOf: async (memberId) =>
      (
        await context.db.kysely
          .selectFrom('credentials')
          .select('lang')
          .where('memberId', '=', memberId)
          .executeTakeFirst()
      )?.lang ?? 'ja',
    ...openInvitations(context),
    demo,
    demoMemberIds: () => demoMemberIds,
    async settleSimulated() {
      const ids = demo === null ? [] : await settleDemo(context, demo.simulated, secrets, open)
      simulatedIds = new Set(ids)
      return ids
    },
    isSimulated: (memberId) => simulatedIds.has(memberId),
    hasSimulated: () => simulatedIds.size > 0,
  }
  return { module, identity }
}

const callerOf = ({ memberId, sessionId }: Caller) => memberCaller(memberId, sessionId, '')

/**
 * Services for SMS and mails: those of the settings; else the developer inbox of the demo setting; else none,
 * and who asks is told so.
 */
function openChannels({ config, log }: AppContext) {
  const texts = config.demo && config.sms === null ? smsInInbox(log) : null
  const mails = config.demo && config.mail === null ? mailInInbox() : null
  return {
    sms: countErrors(texts ?? (config.sms === null ? noSms : smsOverHttp(config.sms.url, config.sms.token))),
    mail:
      mails ??
      (config.mail === null
        ? noMail
        : 'url' in config.mail
          ? mailOverHttp(config.mail.url, config.mail.token)
          : mailInFolder(config.mail.folder, config.mail.from)),
    /** The messages that the developer inbox shows of a number, or else of an address. */
    read({ query }: Request<typeof contract.devInbox>) {
      if (query.mobile === undefined) {
        const address = normalizeEmail(query.email ?? '')
        return address === null
          ? no('EMAIL_FORMAT')
          : (mails?.read(address) ?? []).map(({ at, title, text, code }) => ({
              at: iso(at),
              kind: 'mail' as const,
              title,
              text,
              code,
            }))
      }
      const mobile = normalizeMobile(query.mobile)
      return mobile === null
        ? no('MOBILE_FORMAT')
        : (texts?.read(mobile) ?? []).map(({ at, text, code }) => ({
            at: iso(at),
            kind: 'sms' as const,
            title: '',
            text,
            code,
          }))
    },
  }
}

/** The member's sessions, and the end of them. */
const sessionRoutes = (sessions: Sessions) => [
  on(contract.listSessions, async ({ caller }) =>
    (await sessions.of(caller.memberId)).map(({ id, device, factor, startedAt, seenAt, keyBy }) => ({
      id,
      device,
      factor,
      startedAt: iso(startedAt),
      seenAt: iso(seenAt),
      current: id === caller.sessionId,
      key: keyBy,
    })),
  ),
  on(contract.endSession, async ({ caller, input: { sessionId } }) => {
    const other = (await sessions.of(caller.memberId)).find(({ id }) => id === sessionId)
    if (other === undefined) return no('SESSION_NOT_FOUND')
    if (!mayEnd(sessions.about(caller.sessionId).factor, other.factor)) return no('STEP_UP_NEEDED')
    await sessions.end(sessionId)
    return { status: 'ended' as const }
  }),
  on(contract.endOtherSessions, async ({ caller }) => ({
    ended: await sessions.endOthersLike(caller.memberId, caller.sessionId),
  })),
]

async function userInfo(context: AppContext, sessions: Sessions, { memberId, sessionId }: Caller) {
  const {
    db: { kysely },
    engine,
  } = context
  const member = engine.read.of(members).get(memberId)
  const row = await kysely
    .selectFrom('credentials')
    .leftJoin('invitationCodes', 'invitationCodes.owner', 'credentials.memberId')
    .leftJoin('skippedTours', 'skippedTours.memberId', 'credentials.memberId')
    .select(['mobile', 'transactionHash', 'registeredAt', 'code', 'skippedTours.at as tourSkippedAt'])
    .where('credentials.memberId', '=', memberId)
    .executeTakeFirst()
  if (member === undefined || row === undefined) throw new NotFound('member')
  const { level, restsUntil } = tradingLevel(engine.read, memberId, context.clock.wall())
  const { maxLeverage, maxOrderValueYen, maxOpenLots } = limitsOf(level)
  const freeze = freezeOf(engine.read, memberId, context.clock.wall())
  const unlockedUntil = sessions.unlockedUntil(sessionId)
  return {
    user_id: memberId,
    mobile: maskMobile(row.mobile),
    level: member.level,
    maxLeverage,
    maxOrderValue: maxOrderValueYen,
    maxOpenLots,
    limitedUntil: restsUntil === null ? null : iso(restsUntil),
    frozen: freeze && { by: freeze.by, until: freeze.until === null ? null : iso(freeze.until) },
    verified: isVerified(member.level),
    registeredAt: iso(row.registeredAt),
    invitationCode: row.code,
    hasTransactionPassword: row.transactionHash !== null,
    tradingUnlockedUntil: unlockedUntil === null ? null : iso(onWall(context.clock, unlockedUntil)),
    tourSkipped: row.tourSkippedAt !== null,
    simulated: true,
  }
}
