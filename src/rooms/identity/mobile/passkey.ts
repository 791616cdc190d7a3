import type { Json } from '#kernel/hash.ts'
import type { Assertion, PasskeyQuestion } from '#rooms/identity/contract.ts'
import { willText, type QuestionAction } from '#rooms/identity/model/will.ts'

/** A browser without passkeys: too old, or the page did not come over https (or from this machine). */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && isSecureContext

export const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

export const challengeOf = async (id: string, action: QuestionAction, content: Json): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(willText({ id, action, content }))))

/** Has a passkey sign exactly this. Null when the member let it be, or the device has none that fits. */
export async function sign(question: PasskeyQuestion, action: QuestionAction, content: Json): Promise<{ id: string; assertion: Assertion } | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, rpId, passkeys } = question
  const challenge = await challengeOf(id, action, content)
  try {
    const assertion = await startAuthentication({
      optionsJSON: {
        challenge, rpId, userVerification: 'required',
        allowCredentials: passkeys.map((passkey) => ({ id: passkey.id, type: 'public-key', transports: passkey.transports as AuthenticatorTransport[] })),
      },
    })
    return { id, assertion: assertion as unknown as Assertion }
  } catch {
    return null
  }
}
