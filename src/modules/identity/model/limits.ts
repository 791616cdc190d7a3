import { DAY, HOUR, MINUTE } from '#kernel/time.ts'

/** Tries at what proves who somebody is, and how long what was proven is good. */
export const LIMITS = {
  login: {
    /**
     * Of one who guesses at one account: a device that has been in, or an address. Nobody locks out another
     * so.
     */
    perGuesser: { failures: 5, withinMs: 15 * MINUTE, firstLockMs: 15 * MINUTE, longestLockMs: DAY },
    /**
     * Of all devices together that were never in: after so many wrong ones each guess costs its device 2^bits
     * hashes, some seconds of a phone.
     */
    ofStrangers: { failures: 20, withinMs: DAY, bits: 17, lifeMs: 5 * MINUTE },
    perAddress: [
      { max: 30, withinMs: MINUTE },
      { max: 300, withinMs: HOUR },
    ],
  },
  transactionPassword: { failures: 5, lockMs: DAY },
  /** Codes of the authenticator app. */
  totp: { failures: 5, withinMs: 15 * MINUTE, firstLockMs: 15 * MINUTE, longestLockMs: DAY },
  /** A challenge to a passkey is good for this long, and for one answer. */
  passkey: { challengeMs: 5 * MINUTE },
  registration: {
    perAddress: [{ max: 5, withinMs: DAY }],
    invitationTriesPerAddress: [{ max: 10, withinMs: HOUR }],
  },
  smsCode: {
    lifeMs: 10 * MINUTE,
    tries: 5,
    perMobile: [{ max: 5, withinMs: 10 * MINUTE }],
    perAddress: [{ max: 20, withinMs: HOUR }],
    /**
     * `toMobile`: of all guests together to one number; `perMember`: of one who is logged in. `ofServer`: of
     * all guests, and again of all members.
     */
    toMobile: [
      { max: 10, withinMs: HOUR },
      { max: 20, withinMs: DAY },
    ],
    perMember: [
      { max: 5, withinMs: 10 * MINUTE },
      { max: 20, withinMs: DAY },
    ],
    ofServer: [
      { max: 300, withinMs: HOUR },
      { max: 2_000, withinMs: DAY },
    ],
  },
  session: {
    idleMs: 7 * DAY,
    absoluteMs: 30 * DAY,
    devices: 5,
    unlockIdleMs: 30 * MINUTE,
    unlockAbsoluteMs: 12 * HOUR,
    freshMs: 15 * MINUTE,
  },
}
