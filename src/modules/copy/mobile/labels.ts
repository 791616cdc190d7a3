import type { TagTone } from '#ui/Tag.tsx'
import type { FollowView, PoolStatus } from '../contract.ts'

export const POOL_TONES: Readonly<Record<PoolStatus, TagTone>> = {
  announced: 'brand',
  open: 'ok',
  running: 'brand',
  closing: 'warn',
  ended: 'grey',
  void: 'grey',
}

/** The name of a record's state: the specification's three states, and the cause of the third. */
export const stateOf = ({
  status,
  leaving,
  withdrawn,
  reason,
}: FollowView): 'pending' | 'following' | 'leaving' | 'ended' | 'withdrawn' | 'refused' =>
  leaving ? 'leaving' : withdrawn ? 'withdrawn' : reason !== null ? 'refused' : status
export const STATE_TONES: Readonly<Record<ReturnType<typeof stateOf>, TagTone>> = {
  pending: 'warn',
  following: 'ok',
  leaving: 'brand',
  ended: 'grey',
  withdrawn: 'grey',
  refused: 'danger',
}
