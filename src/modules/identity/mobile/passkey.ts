import type { Json } from '#kernel/hash.ts'
import type { OutputOf } from '#wire/route.ts'
import type { askNewPasskey, Assertion, Attestation, PasskeyChallenge } from '#modules/identity/contract.ts'
import { signingPayload, type ChallengeAction } from '#modules/identity/model/step-up.ts'

/**
 * A browser without passkeys: too old, or the page did not come over https (or from this machine by the name
 * of localhost).
 */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && isSecureContext

/** True if this device has a lock of its own that can keep a passkey. */
export const canKeepPasskey = (): Promise<boolean> =>
  canUsePasskeys()
    ? PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
    : Promise.resolve(false)

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const challengeOf = async (id: string, action: ChallengeAction, content: Json): Promise<string> =>
  base64url(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signingPayload({ id, action, content }))),
  )

const descriptors = ({ passkeys }: PasskeyChallenge) =>
  passkeys.map(({ id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: transports as AuthenticatorTransport[],
  }))

/** Has a passkey sign exactly this. Null when the member let it be, or the device has none that fits. */
export async function sign(
  asked: PasskeyChallenge,
  action: ChallengeAction,
  content: Json,
): Promise<{ id: string; assertion: Assertion } | null> {
  const { id, rpId } = asked
  const [{ startAuthentication }, challenge] = await Promise.all([
    import('@simplewebauthn/browser'),
    challengeOf(id, action, content),
  ])
  const allowCredentials = descriptors(asked)
  try {
    const assertion = await startAuthentication({
      optionsJSON: { challenge, rpId, userVerification: 'required', allowCredentials },
    })
    return { id, assertion: { ...assertion, response: { ...assertion.response } } }
  } catch {
    return null
  }
}

/** ES256 and RS256 of COSE, and Ed25519: what the server reads. */
const ALGORITHMS = [-8, -7, -257]

/**
 * Has the device make a passkey for this app, found by itself at login and opened by the device's own lock.
 * Null when the member let it be.
 */
export async function create(
  asked: OutputOf<typeof askNewPasskey>,
): Promise<{ id: string; attestation: Attestation } | null> {
  const { id, rpId, user } = asked
  const [{ startRegistration }, challenge] = await Promise.all([
    import('@simplewebauthn/browser'),
    challengeOf(id, 'enrol', {}),
  ])
  try {
    const attestation = await startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rpId, name: 'Akari' },
        user: { ...user, displayName: user.name },
        attestation: 'none',
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
        excludeCredentials: descriptors(asked),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
      },
    })
    return { id, attestation: { ...attestation, response: { ...attestation.response } } }
  } catch {
    return null
  }
}
