import { DAY } from '#kernel/time.ts'
import { verifications } from '#modules/members/server/tables.ts'
import { businessTime, TRANSACTION_PASSWORD } from './funded.fixture.ts'
import type { Answer, TestApp, AnyJson } from './test-app.ts'
import { FACTS, sendPicture } from './verified.fixture.ts'

type Called = Pick<TestApp, 'call' | 'port' | 'context' | 'modules'>

/** Somebody at the console: calls below /api/console with their own token, and the one route for acts. */
export type AtConsole = {
  token: string
  get(path: string): Promise<AnyJson>
  act(
    power: string,
    subject: string,
    more?: { body?: object; reason?: { code: string; text?: string } | null; lang?: string },
  ): Promise<Answer>
}

/** A demo operator, signed in with the printed code. */
export async function atConsole(app: Pick<TestApp, 'call'>, operatorId: string): Promise<AtConsole> {
  const { code } = (await app.call('GET', '/api/dev/operators')).data.find(
    (each: { operatorId: string }) => each.operatorId === operatorId,
  )
  const { token } = (await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })).data
  return {
    token,
    get: async (path) => (await app.call('GET', `/api/console${path}`, { token })).data,
    act: (power, subject, { body = {}, reason = null, lang = 'ja' } = {}) =>
      app.call('POST', `/api/console/act?lang=${lang}`, {
        token,
        body: { power, subject, body, ...(reason === null ? {} : { reason }) },
      }),
  }
}

/** Acceptance of the member's identity by a reviewer, for a server without demo desk. */
export async function verifyByHand(
  app: Called,
  member: { token: string; userId: string },
  { kana = 'サトウ ハルカ', idNumber = '301234567890' } = {},
): Promise<void> {
  const pictures = {
    front: await sendPicture(app, member.token, 'identity-front'),
    back: await sendPicture(app, member.token, 'identity-back'),
  }
  const { data } = await app.call('GET', '/api/identity', { token: member.token })
  const submitted = await app.call('POST', '/api/identity/submit', {
    token: member.token,
    body: { name: '佐藤 遥', kana, idNumber, documentType: 'licence', ...FACTS, consents: data.consents },
  })
  if (submitted.code !== 1) throw new Error(submitted.msg)
  for (const side of ['front', 'back'] as const) {
    const picture = { subject: `${member.userId}.${side}`, body: { pictureId: pictures[side] } }
    await app.modules.staff.act('demo-reviewer-1', { power: 'identity.view', ...picture })
    const accepted = await app.modules.staff.act('demo-reviewer-1', { power: 'identity.accept', ...picture })
    if (!accepted.ok) throw new Error(accepted.rejection)
  }
  if (app.context.engine.read.of(verifications).get(member.userId) === undefined)
    throw new Error('not verified')
}

/**
 * A verified member's account at a bank, accepted by a reviewer, at ten o'clock of a banking day from which
 * it may be paid to. Answers its id.
 */
export async function bankAccountByHand(
  app: Called,
  member: { token: string },
  { holder = 'サトウ ハルカ', number = '1234567' } = {},
): Promise<string> {
  const { token } = member
  await app.call('POST', '/api/auth/transaction-password', {
    token,
    body: { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD },
  })
  const imageId = await sendPicture(app, token, 'passbook')
  const added = await app.call('POST', '/api/bank-accounts', {
    token,
    body: {
      holder,
      bankCode: '0001',
      branchCode: '001',
      type: 'ordinary',
      number,
      imageId,
      transactionPassword: TRANSACTION_PASSWORD,
    },
  })
  if (added.code !== 1) throw new Error(added.msg)
  await app.modules.staff.act('demo-reviewer-1', {
    power: 'bank-account.view',
    subject: added.data.id,
    body: {},
  })
  const accepted = await app.modules.staff.act('demo-reviewer-1', {
    power: 'bank-account.accept',
    subject: added.data.id,
    body: {},
  })
  if (!accepted.ok) throw new Error(accepted.rejection)
  await app.call('POST', '/api/dev/clock', {
    body: { at: new Date(businessTime(app.context.clock.wall() + 3 * DAY, 10)).toISOString() },
  })
  return added.data.id
}
