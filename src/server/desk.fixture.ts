import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { handedOver } from '#modules/staff/server/handed-over.ts'
import { readFileSync } from 'node:fs'
import type { RunningApp } from './app.ts'
import type { TestApp } from './test-app.ts'

/** The token of a demo operator who has signed in. */
export async function signIn(app: TestApp, operatorId: string): Promise<string> {
  const operators = (await app.call('GET', '/api/dev/operators')).data as {
    operatorId: string
    code: string
  }[]
  const { code } = operators.find((each) => each.operatorId === operatorId)!
  return (await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })).data.token
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest()
const text = (words: string): Buffer => Buffer.concat([Buffer.of(0x60 + words.length), Buffer.from(words)])

type Wrong = { origin?: string; rpId?: string; unverified?: boolean; counter?: number; type?: string }

/**
 * An operator's device with a passkey: ES256, a counter. `Wrong` makes it answer falsely. `known`: the id of
 * another device's passkey.
 */
export function operatorDevice(known: string | null = null) {
  const id = known === null ? randomBytes(16) : Buffer.from(known, 'base64url')
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let count = 0
  const client = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge,
        origin: wrong.origin ?? 'http://localhost:8080',
        crossOrigin: false,
      }),
    )
  const data = (wrong: Wrong, more: number, rest: Buffer = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(wrong.counter ?? count)
    return Buffer.concat([
      sha256(wrong.rpId ?? 'localhost'),
      Buffer.of(0x01 | (wrong.unverified ? 0 : 0x04) | more),
      counter,
      rest,
    ])
  }
  return {
    id: base64url(id),
    create(challenge: string, wrong: Wrong = {}) {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const part = (of: string) => Buffer.concat([Buffer.of(0x58, 0x20), Buffer.from(of, 'base64url')])
      const cose = Buffer.concat([
        Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
        part(x!),
        Buffer.of(0x22),
        part(y!),
      ])
      const authData = data(wrong, 0x40, Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cose]))
      const object = Buffer.concat([
        Buffer.of(0xa3),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.of(0xa0),
        text('authData'),
        Buffer.of(0x58, authData.length),
        authData,
      ])
      return {
        id: base64url(id),
        clientDataJSON: base64url(client('webauthn.create', challenge, wrong)),
        attestationObject: base64url(object),
        transports: ['internal'],
      }
    },
    /** Answers a challenge (base64url). */
    answer(challenge: string, wrong: Wrong = {}) {
      count++
      const [said, signed] = [client('webauthn.get', challenge, wrong), data(wrong, 0)]
      const signature = createSign('sha256')
        .update(Buffer.concat([signed, sha256(said)]))
        .sign(privateKey)
      return {
        id: base64url(id),
        clientDataJSON: base64url(said),
        authenticatorData: base64url(signed),
        signature: base64url(signature),
      }
    },
    /** Signs a request: its challenge is the request's id. */
    sign(request: { requestText: string }, wrong: Wrong = {}) {
      return this.answer(base64url(sha256(request.requestText)), wrong)
    },
  }
}
export type OperatorDevice = ReturnType<typeof operatorDevice>

/**
 * Adds an operator as it is done: an administrator prepares, an auditor signs, the two halves of the code
 * make the passkey.
 */
export async function addOperator(
  app: TestApp,
  role: string,
  tokens: { administrator: string; auditor: string },
) {
  const operatorId = `op-${randomBytes(8).toString('hex')}`
  const asked = await app.call('POST', '/api/console/act', {
    token: tokens.administrator,
    body: { power: 'operator.add', subject: operatorId, body: { role } },
  })
  await app.call('POST', `/api/console/approvals/${asked.data.approvalId}/sign`, {
    token: tokens.auditor,
    body: {},
  })
  const half = async (token: string): Promise<string> =>
    (await app.call('GET', '/api/console/operators', { token })).data.find(
      (each: { operatorId: string }) => each.operatorId === operatorId,
    ).invite.half
  const halves = [await half(tokens.administrator), await half(tokens.auditor)]
  return { operatorId, halves }
}

let names = 0
const FAMILY_NAMES = ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '小林', '加藤', '吉田', '山口']
const FIRST_NAMES = ['翔', '蓮', '葵', '陽菜', '大翔', '美月', '悠真', '結衣', '健太', '直子']
/** The name of an operator that no other of this file has. */
export const nextName = (): string =>
  `${FAMILY_NAMES[names % 10]!} ${FIRST_NAMES[Math.floor(names++ / 10) % 10]!}`

/** Enrols with both halves: the device, and the token of the session that it opens. */
export async function enrolOperator(
  app: TestApp,
  { halves, name = nextName() }: { halves: readonly string[]; name?: string },
) {
  const device = operatorDevice()
  const asked = await app.call('POST', '/api/console/auth/enrol/ask', { body: { code: halves.join(' - ') } })
  const entered = await app.call('POST', '/api/console/auth/enrol', {
    body: {
      id: asked.data.id,
      passkey: device.create(asked.data.challenge),
      ...(asked.data.name === null ? { name } : {}),
    },
  })
  return { device, token: entered.data.token as string }
}

/** The code in a file that is for one person. */
export function handedOverTo({ context: { config } }: Pick<RunningApp, 'context'>, name: string): string {
  const text = readFileSync(handedOver(config).pathOf(name), 'utf8')
  return /^ +Code +(\S+)$/m.exec(text)![1]!
}

/** Enrols one of those whom the firm has invited, by the code of their file. */
export async function enrolFounder(app: TestApp, operatorId: string) {
  const device = operatorDevice()
  const { data: asked } = await app.call('POST', '/api/console/auth/enrol/ask', {
    body: { code: handedOverTo(app, operatorId) },
  })
  const { data } = await app.call('POST', '/api/console/auth/enrol', {
    body: {
      id: asked.id,
      passkey: device.create(asked.challenge),
      other: asked.other.operatorId,
      ...(asked.name === null ? { name: nextName() } : {}),
    },
  })
  return { operatorId, device, token: data.token as string }
}
export type Founder = Awaited<ReturnType<typeof enrolFounder>>

/** An act, or the signature under the open request of the same content, by the passkey of `founder`. */
export async function actByPasskey(
  app: TestApp,
  { token, device }: Pick<Founder, 'token' | 'device'>,
  power: string,
  subject: string,
  body: object = {},
) {
  const request = { power, subject, body }
  const { data: prepared } = await app.call('POST', '/api/console/act/prepare', { token, body: request })
  const { askedAt, textId } = prepared
  return app.call('POST', '/api/console/act', {
    token,
    body: { ...request, prepared: { askedAt, textId }, passkey: device.sign(prepared) },
  })
}
