import { HOUR, type Ms } from '#kernel/time.ts'
import type { MessageKind } from '#registry/message-kinds.ts'
import type { Factors } from './step-up.ts'

/**
 * After a factor has changed, nothing leaves and trading is limited for so long: whoever lost the account has
 * time to say so.
 */
export const REST_MS: Ms = 72 * HOUR

type FactorChangeRule = {
  /**
   * The proof asked of the member, outside the demo setting. `login`: the login password, within the last
   * quarter of an hour or once more; `factor`: a passkey, or the authenticator app where there is none;
   * `old-one`: what is replaced; `identity`: the papers of a verified member, and the login password unless
   * that was lost.
   */
  proof: 'login' | 'session' | 'factor' | 'passkey' | 'old-one' | 'identity'
  /** The phone that a code goes to; it comes back with the change. */
  code: 'registered' | 'new' | 'none'
  /**
   * The state from then on of the session that asked for it; `ends`: there is none, or it ends with all
   * others.
   */
  session: 'full' | 'unlocked' | 'as-it-was' | 'ends'
  /** The message to the member, in the inbox, by push and by mail; and by SMS at this phone. */
  told: MessageKind
  sms: 'registered' | 'before'
  /** The time for which no withdrawal leaves and orders keep to the beginner's limits. */
  restMs: Ms
  /**
   * `eased`: the demo setting, where simulated yen alone are at stake, asks for no code and lets nothing
   * rest.
   */
  demo: 'same' | 'eased'
}

/** Whatever is asked of a change of a factor, after its proof. */
const CHANGE = { code: 'registered', sms: 'registered', restMs: REST_MS, demo: 'eased' } as const
const RECOVERY = {
  proof: 'identity',
  session: 'ends',
  told: 'recovered',
  restMs: REST_MS,
  demo: 'same',
} as const

/**
 * Each way in which what protects an account changes: who, with what, gets what, who hears of it, what rests
 * how long (security-and-trust 3). The first factor is a change too.
 */
export const FACTOR_CHANGES = {
  firstPasskey: { ...CHANGE, proof: 'login', session: 'full', told: 'passkeyAdded' },
  anotherPasskey: { ...CHANGE, proof: 'factor', session: 'full', told: 'passkeyAdded' },
  passkeyRemoved: { ...CHANGE, proof: 'factor', session: 'as-it-was', told: 'passkeyRemoved' },
  firstApp: { ...CHANGE, proof: 'login', session: 'unlocked', told: 'authenticatorOn' },
  appBesidePasskey: { ...CHANGE, proof: 'factor', session: 'unlocked', told: 'authenticatorOn' },
  appRemoved: { ...CHANGE, proof: 'factor', session: 'as-it-was', told: 'authenticatorOff' },
  firstTransactionPassword: {
    ...CHANGE,
    proof: 'session',
    session: 'as-it-was',
    told: 'transactionPasswordChanged',
  },
  transactionPasswordChanged: {
    ...CHANGE,
    proof: 'old-one',
    session: 'as-it-was',
    told: 'transactionPasswordChanged',
  },
  transactionPasswordReset: {
    ...CHANGE,
    proof: 'passkey',
    session: 'as-it-was',
    told: 'transactionPasswordChanged',
  },
  // A password opens a session that only looks: the passkey's signature over the new one is enough.
  loginPasswordChanged: {
    ...CHANGE,
    proof: 'passkey',
    code: 'none',
    session: 'as-it-was',
    told: 'passwordChanged',
    restMs: 0,
  },
  phoneChanged: {
    ...CHANGE,
    proof: 'passkey',
    code: 'new',
    session: 'as-it-was',
    told: 'phoneChanged',
    sms: 'before',
  },
  passwordRecovered: { ...RECOVERY, code: 'registered', sms: 'registered' },
  passkeyRecovered: { ...RECOVERY, code: 'registered', sms: 'registered' },
  phoneRecovered: { ...RECOVERY, code: 'new', sms: 'before' },
  transactionPasswordRecovered: { ...RECOVERY, code: 'registered', sms: 'registered' },
} as const satisfies Record<string, FactorChangeRule>

export type FactorChange = keyof typeof FACTOR_CHANGES
export const FACTOR_CHANGE_NAMES = Object.keys(FACTOR_CHANGES) as [FactorChange, ...FactorChange[]]

export const ruleOf = (change: FactorChange): FactorChangeRule => FACTOR_CHANGES[change]

/** The code that a change asks for, and the rest after it; in the demo setting less. */
export function changeNeeds(
  change: FactorChange,
  demo: boolean,
): { code: FactorChangeRule['code']; restMs: Ms } {
  const { code, restMs, demo: inDemo } = ruleOf(change)
  const eased = demo && inDemo === 'eased'
  return { code: eased && code === 'registered' ? 'none' : code, restMs: eased ? 0 : restMs }
}

export const passkeyAddition = ({ passkeys, totp }: Factors): 'firstPasskey' | 'anotherPasskey' =>
  passkeys > 0 || totp ? 'anotherPasskey' : 'firstPasskey'
export const appAddition = ({ passkeys }: Pick<Factors, 'passkeys'>): 'firstApp' | 'appBesidePasskey' =>
  passkeys > 0 ? 'appBesidePasskey' : 'firstApp'
