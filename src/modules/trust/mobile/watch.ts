import { serverNow } from '#client/clock.ts'
import { proofFailures, commitments } from '#client/commitments.ts'
import { session } from '#client/session.ts'
import { checkHead, isSound, type HeadCheck } from './check.ts'
import { checkCommitment, settle } from './check-commitment.ts'

/** The next head comes in a demo server after this long; elsewhere the question is put again. */
const FIRST_LOOK_MS = 16_000
const LOOK_EVERY_MS = 10_000

/**
 * The newest head against the last one that this device saw. Null: none is published, or not one to go by.
 * Throws `CallError`.
 */
async function lookAtHead(): Promise<HeadCheck | null> {
  const check = await checkHead()
  if (check === null || isSound(check)) return check
  proofFailures.add({ kind: 'rewritten', promise: null, at: serverNow() })
  return null
}

/**
 * The head, where `always` or where a commitment to the member who is here is old enough to be in one; then
 * those promises.
 */
async function look(always: boolean): Promise<void> {
  const { userId } = session.get()
  const due = commitments
    .entries()
    .filter(({ userId: owner, at }) => owner === userId && serverNow() - at >= FIRST_LOOK_MS)
  if (!always && due.length === 0) return
  const newest = await lookAtHead()
  if (newest === null) return
  for (const commitment of due) settle(commitment, await checkCommitment(commitment, newest))
}

/**
 * Looks after what the server says, by itself: at once whether its journal goes on from where this device saw
 * it last (security-and-trust 5.1: at each login), then whether what it promises is kept. What is found goes
 * to `proofFailures`, which every page shows. Returns the way to stop.
 */
export function watch(): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = async (isFirst: boolean) => {
    try {
      await look(isFirst)
    } catch {
      // Nobody answered: asked again.
    }
    if (!stopped) timer = setTimeout(() => void turn(false), LOOK_EVERY_MS)
  }
  void turn(true)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
