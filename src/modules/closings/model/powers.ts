import { power, powers } from '#modules/staff/model/power.ts'

/** Roles that read the figures and the closing of a day. */
export const CLOSING_READERS = ['auditor', 'treasurer', 'administrator'] as const

/** A report leaves the server as a file: nothing changes, and everybody may know that it was taken. */
export const POWERS = powers({
  'closing.export': power({ signers: [CLOSING_READERS], reason: 'none', seen: 'published' }),
})
