import { power, powers } from '#modules/staff/model/power.ts'

/** Roles that see the keys of the firm; each of them ends one alone. */
export const KEY_READERS = ['administrator', 'auditor', 'treasurer'] as const

/** Powers over programs of the firm, which read and do nothing (decision 0179). */
export const POWERS = powers({
  /** The terms of a key are whole in the request: no word of it is changed afterwards. */
  'firm-key.make': power({
    signers: [['administrator'], ['auditor']],
    prepared: true,
    standing: true,
    reason: 'none',
    seen: 'published',
  }),
  /** By one person, since it is never to wait for another. */
  'firm-key.revoke': power({ signers: [KEY_READERS], reason: 'none', seen: 'published' }),
  /** The address that notices go to: it is never changed afterwards. */
  'firm-webhook.make': power({
    signers: [['administrator'], ['auditor']],
    prepared: true,
    standing: true,
    reason: 'none',
    seen: 'published',
  }),
  /** Paused, resumed or deleted, and notices sent again: the address stays what two people signed. */
  'firm-webhook.set': power({ signers: [KEY_READERS], reason: 'none', seen: 'published' }),
  /** Another secret, which whoever signs for it reads. */
  'firm-webhook.secret': power({ signers: [['administrator']], reason: 'none', seen: 'published' }),
})
