import { canonical, type Json } from '#kernel/hash.ts'
import type { Ms } from '#kernel/time.ts'
import type { Reason } from './approval.ts'
import type { PowerName } from '#registry/powers.ts'

/** JSON without personal text: ids, amounts, words of closed lists. */
export type Body = { readonly [name: string]: Json | undefined }

/**
 * The request that is signed. `askedAt` is when the first signer asked (wall clock): it makes each request
 * another, so that no signature counts twice.
 */
export type ActRequest = { power: PowerName; subject: string; body: Body; reason: Reason | null; askedAt: Ms }

const TAG = 'KABU-APPROVE-v1\0'

/**
 * The text whose SHA-256 is signed, and names the request: an edited one is another (security-and-trust 1).
 */
export const requestText = ({ power, subject, body, reason, askedAt }: ActRequest): string =>
  TAG + canonical({ askedAt, body, power, reason, subject })

/** The text whose SHA-256 whoever asked signs to take an open request back. */
export const withdrawalText = (id: string): string => `KABU-WITHDRAW-v1\0${id}`
