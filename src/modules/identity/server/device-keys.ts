import type { MemberId } from '#kernel/id.ts'
import type { KeyObject } from 'node:crypto'
import { assert } from '#kernel/assert.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { defineCommand, done, memberCaller } from '#platform/engine/command.ts'
import { submitUntilTaken } from '#platform/engine/command-batcher.ts'
import { readDeviceKey } from '#platform/http/signature.ts'
import type { AppContext } from '#modules/module.ts'
import type { Assertion } from '../contract.ts'
import type { ChallengeAction } from '../model/step-up.ts'

/**
 * A passkey's answer whose content was `{ deviceKey }` (`signingPayload`): the member's own word that this
 * key is theirs. All base64url but the question's id.
 */
type Evidence = {
  action: ChallengeAction
  question: string
  passkey: string
  clientData: string
  authenticatorData: string
  signature: string
}

/**
 * The key that a device has made for its session (security-and-trust 2), SubjectPublicKeyInfo in base64url.
 * `passkey` null: it is the session's word alone.
 */
export type DeviceKey = { publicKey: string; passkey: Evidence | null }
export type KeyBy = 'passkey' | 'session'
export const byWhat = ({ passkey }: DeviceKey): KeyBy => (passkey === null ? 'session' : 'passkey')

/** The content that a passkey signs where a session begins with it. */
export const keyContent = (deviceKey: string | undefined): { deviceKey?: string } =>
  deviceKey === undefined ? {} : { deviceKey }

/** A device key as it came in, with the passkey's answer that names it. */
export function deviceKeyOf(
  deviceKey: string | undefined,
  action: ChallengeAction,
  proof?: { id: string; assertion: Assertion },
): DeviceKey | null {
  if (deviceKey === undefined) return null
  if (proof === undefined) return { publicKey: deviceKey, passkey: null }
  const {
    id: question,
    assertion: {
      id: passkey,
      response: { clientDataJSON: clientData, authenticatorData, signature },
    },
  } = proof
  return {
    publicKey: deviceKey,
    passkey: { action, question, passkey, clientData, authenticatorData, signature },
  }
}

/** Before all else: what is sent as a device's key is one. */
export const withDeviceKey =
  <R extends { input: { deviceKey?: string | undefined } }, Answer>(handle: (request: R) => Answer) =>
  (request: R): Answer | Refusal =>
    request.input.deviceKey === undefined || readDeviceKey(request.input.deviceKey) !== null
      ? handle(request)
      : no('DEVICE_KEY_INVALID')

/** The key as it is kept with its session. */
export function storedKey(bytes: Buffer | null): KeyObject | null {
  if (bytes === null) return null
  const key = readDeviceKey(bytes)
  assert(key !== null, 'a session would go on without its device key')
  return key
}

export const REGISTER = 'device.register'
type Registered = DeviceKey & { sessionId: string }

/**
 * The key that a session's commands are signed with. Its record, and the one of its end, are what a checker
 * of the journal needs.
 */
const register = defineCommand({
  type: REGISTER,
  captureInputs: (_world, _input: Registered) => null,
  run: () => done({}),
})
const end = defineCommand({
  type: 'device.end',
  captureInputs: (_world, _input: { sessionId: string }) => null,
  run: () => done({}),
})

export type DeviceKeys = {
  /** Resolves with the number of its record when the journal has it. */
  register(memberId: MemberId, sessionId: string, key: DeviceKey): Promise<number>
  end(memberId: MemberId, sessionId: string): Promise<void>
}

/** The life of device keys in the journal: each begins and ends with its session, which has the same id. */
export function deviceKeys(context: AppContext) {
  const callerOf = (memberId: MemberId, sessionId: string) => memberCaller(memberId, sessionId, '')
  const keys: DeviceKeys = {
    async register(memberId, sessionId, key) {
      return (await context.engine.submit(register, { sessionId, ...key }, callerOf(memberId, sessionId))).seq
    },
    end: (memberId, sessionId) =>
      submitUntilTaken(() => context.engine, end, { sessionId }, callerOf(memberId, sessionId), context.log),
  }
  return { keys, commands: [register, end] }
}
