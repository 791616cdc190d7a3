import { canonical, type Json } from '#kernel/hash.ts'

/**
 * The means by which a session was opened: the password alone, a passkey, or the password with a code of the
 * authenticator app.
 */
export type Factor = 'password' | 'passkey' | 'totp'

type StepUpRule = {
  /**
   * The transaction password: `always`, or as the `stand-in` where a member of the demo setting has set up
   * nothing stronger.
   */
  transactionPassword: 'always' | 'stand-in' | 'never'
  /**
   * The cases in which a code of the authenticator app is enough: `instead` of a passkey where there is none,
   * `beside` also where there is one.
   */
  totp: 'beside' | 'instead' | 'never'
  /** True if the demo setting lets a member who has set up nothing do it at all. */
  demo: boolean
}

/**
 * Acts that need a proof of the member's will, and what proves it (security-and-trust 3): a passkey's
 * signature over exactly what is to be done, and for money the transaction password too. The authenticator
 * app is a stop-gap: withdrawals within limits of their own.
 */
export const STEP_UP_RULES = {
  withdrawal: { transactionPassword: 'always', totp: 'beside', demo: true },
  'bank-account.add': { transactionPassword: 'stand-in', totp: 'never', demo: true },
  'bank-account.remove': { transactionPassword: 'stand-in', totp: 'never', demo: true },
  'one-tap.arm': { transactionPassword: 'stand-in', totp: 'instead', demo: true },
  'account.close': { transactionPassword: 'always', totp: 'never', demo: true },
  'account.unfreeze': { transactionPassword: 'stand-in', totp: 'instead', demo: true },
  'password.change': { transactionPassword: 'never', totp: 'never', demo: true },
  'transaction-password.reset': { transactionPassword: 'never', totp: 'never', demo: false },
  'phone.change': { transactionPassword: 'stand-in', totp: 'never', demo: true },
  'email.change': { transactionPassword: 'never', totp: 'instead', demo: true },
  'api-key.make': { transactionPassword: 'stand-in', totp: 'instead', demo: true },
  'factor.change': { transactionPassword: 'never', totp: 'instead', demo: false },
} as const satisfies Record<string, StepUpRule>

export type StepUpAction = keyof typeof STEP_UP_RULES
export const STEP_UP_ACTIONS = Object.keys(STEP_UP_RULES) as [StepUpAction, ...StepUpAction[]]

/**
 * The acts for which a passkey may be asked: one that needs a step-up proof, logging in with it alone, making
 * the session full, or its own enrolment.
 */
export type ChallengeAction = StepUpAction | 'login' | 'step-up' | 'unlock' | 'enrol'

/** The factors that a member has set up. */
export type Factors = { passkeys: number; totp: boolean }
/**
 * `demo`: nothing is set up, and the demo setting lets the session (with the transaction password where the
 * act asks) stand in.
 */
export type StepUpMethod = 'passkey' | 'totp' | 'demo'

/**
 * `method` null: the act needs a passkey, and there is none. `orTotp`: a code of the authenticator app may be
 * given instead.
 */
export type RequiredFactors = { method: StepUpMethod | null; orTotp: boolean; transactionPassword: boolean }

/**
 * The factors that this member must give for an act. A factor that was set up is always asked for, in the
 * demo setting too.
 */
export function requiredFactors(
  action: StepUpAction,
  { passkeys, totp }: Factors,
  demo: boolean,
): RequiredFactors {
  const rule: StepUpRule = STEP_UP_RULES[action]
  const method =
    passkeys > 0
      ? 'passkey'
      : totp
        ? rule.totp === 'never'
          ? null
          : 'totp'
        : demo && rule.demo
          ? 'demo'
          : null
  return {
    method,
    orTotp: method === 'passkey' && totp && rule.totp === 'beside',
    transactionPassword:
      rule.transactionPassword === 'always' || (rule.transactionPassword === 'stand-in' && method === 'demo'),
  }
}

/**
 * The text whose SHA-256 a passkey signs: the act, exactly what it does, and the id of the challenge, which
 * is good once. Phone and server make it by themselves, so that nobody can put another content under a
 * signature.
 */
export const signingPayload = (challenge: { id: string; action: ChallengeAction; content: Json }): string =>
  `AKARI-WILL-v1\n${canonical(challenge)}`
