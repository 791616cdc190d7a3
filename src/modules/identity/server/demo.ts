import { createHmac } from 'node:crypto'
import type { AppContext } from '#modules/module.ts'
import type { Level } from '../contract.ts'
import { base32, INVITATION_LENGTH } from '../model/code.ts'
import { maskMobile, normalizeMobile } from '../model/mobile.ts'
import { passwordProblem } from '../model/password.ts'
import { openCredentials } from './credentials.ts'
import { openInvitationCodes, type InvitationCode } from './invitation-codes.ts'
import { openAccount } from './issue-session.ts'
import type { openMember } from './open-member.ts'
import type { DemoMember } from './public.ts'
import { beginProtection } from './row-lists.ts'
import type { Secrets } from './secrets.ts'
import { members } from './tables.ts'

const DEMO_LEVEL: Level = 'advanced'
/** Of a range that is not given out. */
const MOBILES = ['090-0000-0001', '090-0000-0002']
const MEMBER_USES = 10
const PASSWORD_LENGTH = 8

/** So many, that draws have losers and boards have orders (decision 0138). */
const SIMULATED = 30
const simulatedMobile = (n: number): string => `090-0000-1${String(n + 1).padStart(3, '0')}`

/** `simulated`: members whom nobody's phone belongs to. Their code is printed nowhere. */
export type Demo = {
  members: DemoMember[]
  invitationCode: string
  simulated: { members: DemoMember[]; invitationCode: string }
}

/**
 * The demo values that can be printed at every start without being kept: passwords and codes are derived from
 * a key file of their own.
 */
export function demoOf(key: Buffer): Demo {
  const derived = (words: string) => createHmac('sha256', key).update(words).digest()
  const password = (words: string): string => {
    for (let turn = 0; ; turn++) {
      const candidate = base32(derived(`${words} ${turn}`), PASSWORD_LENGTH).toLowerCase()
      if (passwordProblem(candidate) === null) return candidate
    }
  }
  const member = (mobile: string): DemoMember => ({
    mobile,
    password: password(`password ${mobile}`),
    transactionPassword: password(`transaction ${mobile}`),
    level: DEMO_LEVEL,
  })
  const code = (words: string): string => base32(derived(words), INVITATION_LENGTH)
  return {
    members: MOBILES.map(member),
    invitationCode: code('invitation'),
    simulated: {
      members: Array.from({ length: SIMULATED }, (_, n) => member(simulatedMobile(n))),
      invitationCode: code('simulated'),
    },
  }
}

/**
 * Whoever's password has been printed, by id: a phone may have changed since. Nobody else comes to this level
 * by the demo code, whatever the key was that it was derived from: who registers begins without experience.
 */
export async function demoMembersOf({ db: { kysely } }: Pick<AppContext, 'db'>): Promise<string[]> {
  const rows = await kysely
    .selectFrom('credentials')
    .innerJoin('invitationCodes', 'invitationCodes.code', 'credentials.invitedBy')
    .select('memberId')
    .where('invitationCodes.kind', '=', 'demo')
    .where('credentials.level', '=', DEMO_LEVEL)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/** Members whom the demo setting has made besides those that it prints, by id. */
export async function simulatedMembersOf(
  { db: { kysely } }: Pick<AppContext, 'db'>,
  { simulated }: Demo,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom('credentials')
    .select('memberId')
    .where('invitedBy', '=', simulated.invitationCode)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/** Makes the demo members and the demo code, as far as they are not there yet. Answers the members' ids. */
export async function settleDemo(
  context: AppContext,
  demo: Pick<Demo, 'members' | 'invitationCode'>,
  secrets: Secrets,
  open: ReturnType<typeof openMember>,
): Promise<string[]> {
  const settled: string[] = []
  const { firstParts } = openCredentials(context)
  const {
    db: { kysely },
    ids,
    clock,
    log,
  } = context
  const invitations = openInvitationCodes(context)
  const give = async (code: InvitationCode): Promise<void> => {
    if (await isThere(kysely, code)) return
    await kysely.transaction().execute((trx) => invitations.add(trx, [code]))
  }
  const ofNoBatch = { expiresAt: null, batch: null, usesAtFirst: null, beginsAt: null }
  await give({ ...ofNoBatch, code: demo.invitationCode, kind: 'demo', owner: null, usesLeft: null })
  for (const { mobile: typed, password, level } of demo.members) {
    const mobile = normalizeMobile(typed)!
    let member = await kysely
      .selectFrom('credentials')
      .select('memberId')
      .where('mobile', '=', mobile)
      .executeTakeFirst()
    if (member === undefined) {
      const account = {
        memberId: ids.uuid(),
        level,
        invitedBy: demo.invitationCode,
        registeredAt: Math.floor(clock.wall()),
      }
      const parts = firstParts(account.memberId, mobile, await secrets.hash(password))
      await kysely.transaction().execute(async (trx) => {
        await trx
          .insertInto('credentials')
          .values({ ...account, ...parts, lang: 'ja' })
          .execute()
        await beginProtection(context.config, trx, account)
      })
      member = account
      log.info({ member: member.memberId, number: maskMobile(mobile) }, 'demo member made')
    }
    await give({
      ...ofNoBatch,
      code: base32(ids.bytes(INVITATION_LENGTH), INVITATION_LENGTH),
      kind: 'member',
      owner: member.memberId,
      usesLeft: MEMBER_USES,
    })
    if (context.engine.read.of(members).get(member.memberId) === undefined)
      await openAccount(context, open, member.memberId, level)
    settled.push(member.memberId)
  }
  return settled
}

/** True if this code exists, or its owner has one. */
const isThere = async (
  kysely: AppContext['db']['kysely'],
  { code, owner }: Pick<InvitationCode, 'code' | 'owner'>,
): Promise<boolean> =>
  (await kysely
    .selectFrom('invitationCodes')
    .select('code')
    .where((row) => row.or([row('code', '=', code), row('owner', '=', owner ?? '')]))
    .limit(1)
    .executeTakeFirst()) !== undefined
