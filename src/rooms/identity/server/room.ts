import { LIMITS, type Limits } from '#platform/limits.ts'
import { NotFound, on, type House, type Request, type Room } from '#rooms/room.ts'
import { no } from '#kernel/result.ts'
import * as contract from '../contract.ts'
import { isVerified, limitsOf } from '../model/levels.ts'
import { maskMobile, normalizeMobile } from '../model/mobile.ts'
import { demoOf, settleDemo } from './demo.ts'
import { entrance } from './entrance.ts'
import { loginWith } from './login.ts'
import { openMember } from './open-member.ts'
import { authenticator } from './authenticator.ts'
import { openNotices } from './notices.ts'
import { openPasskeys } from './passkeys.ts'
import type { IdentityPublic } from './public.ts'
import { questions } from './questions.ts'
import { registration } from './register.ts'
import { openSecrets } from './secrets.ts'
import { securityView } from './security-view.ts'
import { openSessions, type Sessions } from './sessions.ts'
import { developerInbox, noGateway, smsCodes } from './sms.ts'
import { members } from './tables.ts'
import { socketTickets } from './tickets.ts'
import { transactionPassword } from './transaction-password.ts'
import { wills } from './will.ts'

const iso = (at: number): string => new Date(at).toISOString()

/** Members: who they are, how they get in, and what their level allows. */
export function createIdentity(house: House, limits: Limits = LIMITS): { room: Room; identity: IdentityPublic } {
  const { config, clock, ids, log } = house
  const secrets = openSecrets(config.keys.pepper)
  const sessions = openSessions({ db: house.db, clock, log, demo: config.demo, random: ids.bytes, newId: ids.uuid }, limits.session)
  const tickets = socketTickets(() => clock.machine(), ids.bytes, limits.socket.ticketMs)
  const open = openMember(house)
  const notices = openNotices(house)
  const door = entrance({ house, open, sessions, notices })
  const inbox = config.demo ? developerInbox(log) : null
  const codes = smsCodes(house, secrets, inbox ?? noGateway, limits.smsCode)
  const { sendCode, register } = registration({ house, limits, secrets, codes, entrance: door })
  const transaction = transactionPassword({ house, limits, secrets, sessions })
  const passkeys = openPasskeys(house)
  const authenticatorApp = authenticator(house, secrets, limits)
  const asked = questions(() => clock.machine(), ids.uuid, limits.passkey.questionMs)
  const will = wills({ house, passkeys, authenticator: authenticatorApp, questions: asked, transaction })
  const security = securityView({ house, passkeys, will, sessions })
  const demo = config.demo ? demoOf(config.keys.demo) : null

  const room: Room = {
    name: 'identity',
    tables: [members],
    commands: [open],
    doors: [
      on(contract.smsCode, sendCode),
      on(contract.register, register),
      on(contract.login, loginWith({ house, limits, secrets, entrance: door })),
      on(contract.logout, async ({ caller }) => {
        await sessions.end(caller!.sessionId)
        return { status: 'ended' as const }
      }),
      on(contract.askPasskey, will.ask),
      on(contract.getSecurity, ({ caller }) => security(caller!)),
      on(contract.unlock, transaction.open),
      on(contract.setTransactionPassword, transaction.set),
      on(contract.getUserInfo, ({ caller }) => userInfo(house, sessions, caller!)),
      on(contract.socketTicket, ({ caller }) => {
        const { ticket, until } = tickets.issue(caller!)
        return { ticket, expiresAt: iso(until) }
      }),
      on(contract.devInbox, ({ query, lang }) => {
        const mobile = normalizeMobile(query.mobile)
        if (mobile === null) return no('MOBILE_FORMAT')
        return (inbox?.read(mobile) ?? []).map(({ at, code }) => ({
          at: iso(at), kind: 'sms' as const, code, text: house.text(lang, 'identity.sms', { code }),
        }))
      }),
    ],
    start: async () => {
      if (demo !== null) await settleDemo(house, demo, secrets, open)
    },
  }
  const identity: IdentityPublic = {
    find: sessions.find, redeem: tickets.redeem, onSessionEnd: sessions.onEnd, proveWill: will.prove, tell: notices.tell, onTell: notices.onTell,
    langOf: async (memberId) => (await house.db.kysely.selectFrom('credentials').select('lang').where('memberId', '=', memberId).executeTakeFirst())?.lang ?? 'ja',
    demo,
  }
  return { room, identity }
}

async function userInfo(house: House, sessions: Sessions, { memberId, sessionId }: NonNullable<Request<typeof contract.getUserInfo>['caller']>) {
  const { db: { kysely }, engine } = house
  const member = engine.read.of(members).get(memberId)
  const row = await kysely.selectFrom('credentials')
    .leftJoin('invitationCodes', 'invitationCodes.owner', 'credentials.memberId')
    .select(['mobile', 'transactionHash', 'registeredAt', 'code']).where('memberId', '=', memberId).executeTakeFirst()
  if (member === undefined || row === undefined) throw new NotFound('member')
  const { maxLeverage, maxOrderValueYen, maxOpenLots } = limitsOf(member.level)
  const unlockedUntil = sessions.unlockedUntil(sessionId)
  return {
    user_id: memberId, mobile: maskMobile(row.mobile), level: member.level,
    maxLeverage, maxOrderValue: maxOrderValueYen, maxOpenLots,
    verified: isVerified(member.level), registeredAt: iso(row.registeredAt), invitationCode: row.code,
    hasTransactionPassword: row.transactionHash !== null,
    tradingUnlockedUntil: unlockedUntil === null ? null : iso(unlockedUntil),
    simulated: true,
  }
}
