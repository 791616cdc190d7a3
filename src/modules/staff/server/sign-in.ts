import { assert } from '#kernel/assert.ts'
import { createHmac, randomBytes, timingSafeEqual, type JsonWebKey } from 'node:crypto'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import { no, type Refusal } from '#kernel/result.ts'
import { iso } from '#kernel/time.ts'
import { operatorCaller } from '#platform/engine/command.ts'
import { isLoopback, windowLimiter, type Limits } from '#platform/limits.ts'
import { on, SessionOver, TooMany, type RouteHandler, type AppContext } from '#modules/module.ts'
import * as contract from '../operator-contract.ts'
import { hasPasskey } from './act.ts'
import { countPasskey, enrolPasskey } from './operator-effects.ts'
import type { OperatorSessions, Factor } from './operator-sessions.ts'
import { counterOf, type PasskeySite } from './passkey-answer.ts'
import { operatorPasskeys, operators, type OperatorRow } from './tables.ts'

/** Crockford's base 32: can be read out and typed. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 10
/** ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257]

const derived = (key: Buffer, words: string): string =>
  Array.from(
    createHmac('sha256', key).update(words).digest().subarray(0, CODE_LENGTH),
    (byte) => ALPHABET[byte % 32],
  ).join('')
/** The code as it was meant: capitals, without what people put in between; look-alikes read right. */
const read = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
const same = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(read(one)), Buffer.from(read(other))]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Demo setting: the code of a demo operator, the same at every start. */
export const demoCode = (key: Buffer, operatorId: string): string => derived(key, `console ${operatorId}`)
/** The part of an invitation's code that one of its signers holds. */
export const halfOf = (key: Buffer, { id, invite }: OperatorRow, signerId: string): string =>
  derived(key, `invite ${id} ${invite} ${signerId}`)

type Challenge = { bytes: Buffer; until: number; operatorId: string | null; invite: string | null }
type Deps = { context: AppContext; limits: Limits; sessions: OperatorSessions; site: PasskeySite }

/**
 * The ways into the console: by a passkey; in the demo setting by a printed code; and the first passkey by an
 * invitation.
 */
export function signInRoutes({ context, limits, sessions, site }: Deps): RouteHandler[] {
  const { config, clock, ids } = context
  const wrong = windowLimiter([limits.console.codeFailures])
  const asked = windowLimiter(limits.login.perAddress)
  const challenges = new Map<string, Challenge>()
  const table = () => context.engine.read.of(operators)

  const entered = async (operatorId: string, factor: Factor) => {
    const token = await sessions.start(operatorId, factor)
    const found = await sessions.find(token, true)
    if (found === null) throw new SessionOver()
    return { token, operatorId, endsAt: iso(sessions.ends(found.sessionId).endsAt) }
  }
  /** After five wrong codes from an address the right one has to wait there too; others do not. */
  function checkCode(operatorId: string, address: string, isRight: boolean): Refusal | null {
    const who = `${operatorId} ${address}`
    const wait = wrong.take(who, clock.machine())
    if (wait > 0) throw new TooMany(wait)
    if (!isRight) return no('CODE_WRONG')
    wrong.giveBack(who)
    return null
  }
  function ask(operatorId: string | null, invite: string | null) {
    // In the order of asking, so the old ones are in front.
    for (const [old, { until }] of challenges) {
      if (until > clock.machine() && challenges.size < limits.passkey.challenges) break
      challenges.delete(old)
    }
    const id = ids.uuid()
    const challenge = {
      bytes: randomBytes(32),
      until: clock.machine() + limits.passkey.challengeMs,
      operatorId,
      invite,
    }
    challenges.set(id, challenge)
    return {
      id,
      challenge: challenge.bytes.toString('base64url'),
      rpId: site.rpId,
      expiresAt: iso(challenge.until),
    }
  }
  function take(id: string): Challenge | null {
    const challenge = challenges.get(id)
    challenges.delete(id)
    return challenge === undefined || challenge.until <= clock.machine() ? null : challenge
  }

  return [
    on(contract.listDemoOperators, () =>
      table()
        .all()
        .filter((each) => each.isDemo && each.endedAt === null && !hasPasskey(context.engine.read, each.id))
        .map(({ id, role, number }) => ({
          operatorId: id,
          role,
          number,
          code: demoCode(config.keys.demo, id),
        })),
    ),
    on(contract.consoleLogin, ({ input: { operatorId, code }, address }) => {
      const operator = table().get(operatorId)
      const mayEnter =
        operator !== undefined &&
        operator.isDemo &&
        operator.endedAt === null &&
        !hasPasskey(context.engine.read, operatorId)
      return (
        checkCode(operatorId, address, mayEnter && same(code, demoCode(config.keys.demo, operatorId))) ??
        entered(operatorId, 'code')
      )
    }),
    on(contract.consoleAskPasskey, ({ address }) => {
      const wait = config.demo && isLoopback(address) ? 0 : asked.take(address, clock.machine())
      if (wait > 0) throw new TooMany(wait)
      return ask(null, null)
    }),
    on(contract.consoleLoginByPasskey, async ({ input: { id, answer } }) => {
      const challenge = take(id)
      const key = context.engine.read.of(operatorPasskeys).get(answer.id)
      if (challenge === null || challenge.invite !== null || key === undefined || key.endedAt !== null)
        return no('PASSKEY_WRONG')
      const counter = counterOf(answer, JSON.parse(key.publicKey) as JsonWebKey, challenge.bytes, site)
      if (counter === null) return no('PASSKEY_WRONG')
      const { result } = await context.engine.submit(
        countPasskey,
        { id: key.id, counter },
        operatorCaller(key.operatorId),
      )
      return result.ok ? entered(key.operatorId, 'passkey') : result
    }),
    on(contract.consoleAskEnrolment, ({ input: { operatorId, code }, address }) => {
      const operator = table().get(operatorId)
      const isOpen =
        operator !== undefined && operator.invite !== null && clock.wall() < operator.inviteUntil!
      const halves = isOpen
        ? operator.invitedBy!.map((signer) => halfOf(config.keys.pepper, operator, signer))
        : []
      const isRight = isOpen && (same(code, halves.join('')) || same(code, halves.toReversed().join('')))
      const wrong = checkCode(operatorId, address, isRight)
      if (wrong !== null) return wrong
      assert(operator !== undefined, 'only an invited operator has a right code')
      const { id, challenge, rpId } = ask(operatorId, operator.invite)
      return { id, challenge, rpId, role: operator.role, number: operator.number }
    }),
    on(contract.consoleEnrol, async ({ input: { id, passkey } }) => {
      const challenge = take(id)
      if (challenge === null || challenge.invite === null) return no('PASSKEY_WRONG')
      const made = await readPasskey(passkey, challenge.bytes, site)
      if (made === null) return no('PASSKEY_WRONG')
      const { clientDataJSON, attestationObject } = passkey
      const enrolled = {
        operatorId: challenge.operatorId!,
        invite: challenge.invite,
        passkey: made,
        clientDataJSON,
        attestationObject,
      }
      const { result } = await context.engine.submit(
        enrolPasskey,
        enrolled,
        operatorCaller(challenge.operatorId!),
      )
      return result.ok ? entered(challenge.operatorId!, 'passkey') : result
    }),
    on(contract.consoleLogout, async ({ operator }) => {
      await sessions.end(operator.sessionId)
      return { status: 'ended' as const }
    }),
    on(contract.consoleRenew, async ({ operator }) => ({
      token: await sessions.renew(operator.sessionId),
      operatorId: operator.operatorId,
      endsAt: iso(sessions.ends(operator.sessionId).endsAt),
    })),
  ]
}

type Made = { id: string; clientDataJSON: string; attestationObject: string; transports: string[] }

/**
 * A new passkey out of what the browser made; null where it does not answer this challenge at this address.
 */
async function readPasskey(made: Made, challenge: Buffer, site: PasskeySite) {
  try {
    const { origin } = JSON.parse(Buffer.from(made.clientDataJSON, 'base64url').toString()) as {
      origin?: unknown
    }
    const isHere =
      site.origin === null && typeof origin === 'string' && /^http:\/\/localhost(:\d+)?$/.test(origin)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: made.id,
        rawId: made.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: made.clientDataJSON, attestationObject: made.attestationObject },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: isHere ? origin : (site.origin ?? 'http://localhost'),
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { credential } = registrationInfo
    return {
      id: credential.id,
      publicKey: JSON.stringify(jwkOf(credential.publicKey)),
      transports: made.transports.join(),
      counter: credential.counter,
    }
  } catch {
    return null
  }
}

/** COSE as Node reads keys. */
function jwkOf(publicKey: Uint8Array<ArrayBuffer>): JsonWebKey {
  const key = decodeCredentialPublicKey(publicKey)
  const part = (bytes: Uint8Array | undefined): string => Buffer.from(bytes!).toString('base64url')
  if (cose.isCOSEPublicKeyEC2(key))
    return { kty: 'EC', crv: 'P-256', x: part(key.get(cose.COSEKEYS.x)), y: part(key.get(cose.COSEKEYS.y)) }
  if (cose.isCOSEPublicKeyOKP(key)) return { kty: 'OKP', crv: 'Ed25519', x: part(key.get(cose.COSEKEYS.x)) }
  if (cose.isCOSEPublicKeyRSA(key))
    return { kty: 'RSA', n: part(key.get(cose.COSEKEYS.n)), e: part(key.get(cose.COSEKEYS.e)) }
  throw new TypeError('a key of no kind that is known')
}
