import type { PasskeyAnswer } from '#modules/staff/operator-contract.ts'

const base64url = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )

/** True if this browser has passkeys at all, and the page is one that they may be used on. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && isSecureContext

/** Has a passkey answer this challenge. Null: the operator let it be, or has none here. */
export async function answerOf(
  challenge: string,
  rpId: string,
  allowed: readonly string[] = [],
): Promise<PasskeyAnswer | null> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: bytes(challenge),
    rpId,
    userVerification: 'required',
    allowCredentials: allowed.map((id) => ({ id: bytes(id), type: 'public-key' })),
  }
  const made = await navigator.credentials.get({ publicKey }).catch(() => null)
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAssertionResponse))
    return null
  const { clientDataJSON, authenticatorData, signature } = made.response
  return {
    id: made.id,
    clientDataJSON: base64url(clientDataJSON),
    authenticatorData: base64url(authenticatorData),
    signature: base64url(signature),
  }
}

/**
 * Has a passkey sign a request: its challenge is SHA-256 of the request's bytes, which is also the request's
 * id.
 */
export async function signRequest(
  requestText: string,
  passkeys: readonly string[],
): Promise<PasskeyAnswer | null> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(requestText))
  return answerOf(base64url(digest), rpIdOf(), passkeys)
}

/** Passkeys of operators are bound to the host name that the console is reached under. */
const rpIdOf = (): string => location.hostname

/** A new passkey for the console. Null: the operator let it be. `there`: the device has one of `present`. */
export async function createPasskey(asked: {
  challenge: string
  rpId: string
  name: string
  present: readonly string[]
}) {
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytes(asked.challenge),
    rp: { id: asked.rpId, name: 'Akari' },
    user: { id: bytes(asked.challenge), name: asked.name, displayName: asked.name },
    attestation: 'none',
    excludeCredentials: asked.present.map((id) => ({ id: bytes(id), type: 'public-key' })),
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
  const made = await navigator.credentials
    .create({ publicKey })
    .catch((error: unknown) => ((error as DOMException).name === 'InvalidStateError' ? 'there' : null))
  if (made === 'there') return made
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse))
    return null
  const { clientDataJSON, attestationObject } = made.response
  return {
    id: made.id,
    clientDataJSON: base64url(clientDataJSON),
    attestationObject: base64url(attestationObject),
    transports: made.response.getTransports(),
  }
}
