import type { Ms } from '#kernel/time.ts'
import { STATUS, type Envelope } from '#wire/envelope.ts'
import { CallError } from './call-error.ts'

/** The answer of `GET /api/ops/{key}` about a write. */
export type Outcome = { state: 'done' | 'running' | 'unknown'; answer?: Envelope; promise?: string }

export type WriteIo = {
  send(): Promise<{ envelope: Envelope; retryAfter: number | null }>
  ask(): Promise<Outcome>
  pause(ms: Ms): Promise<void>
  elapsed(): number
  /** True where the device is, or has been, without a network since the member confirmed. */
  wasOffline(): boolean
  /** True where another member has come since: their session is told nothing of this write. */
  isAnothers(): boolean
  /** The outcome has become uncertain: the screen says so. */
  onChecking(): void
}

/**
 * A write that never arrived is repeated this long after the member confirmed; later the member decides anew,
 * prices have moved.
 */
export const REPEAT_FOR_MS = 15_000
/** Time for which the outcome is asked for. */
export const ASK_FOR_MS = 60_000
/** The data of a write that was not sent: for want of a network, or because another member has come. */
export const OFFLINE = 'offline'
export const OTHER_MEMBER = 'other-member'
const FIRST_PAUSE_MS = 400
const LONGEST_PAUSE_MS = 5_000

/**
 * Sends a write and does not rest until its outcome is known: no answer means UNKNOWN, never "failed". The
 * outcome is asked by key; only a write that the server has not seen is sent again, under the same key, and
 * not after a time without a network: what the member saw when confirming is not what stands now; nor by the
 * session of another member who has come. Throws `network` where the server is known not to have it,
 * `unknown` where nobody could be asked.
 */
export async function sendUntilKnown(
  io: WriteIo,
): Promise<{ envelope: Envelope; retryAfter: number | null }> {
  const startedAt = io.elapsed()
  let pauseMs = FIRST_PAUSE_MS
  let outcome: Outcome['state'] | 'unsent' = 'unsent'
  let last: CallError | null = null
  while (io.elapsed() - startedAt < ASK_FOR_MS) {
    if (outcome === 'unsent' || outcome === 'unknown') {
      if (io.wasOffline()) throw new CallError('network', 0, '', OFFLINE)
      if (outcome === 'unknown' && io.elapsed() - startedAt >= REPEAT_FOR_MS) throw neverArrived(last)
      try {
        const answer = await io.send()
        if (isDefinite(answer.envelope)) return answer
        last = new CallError(
          'server',
          answer.envelope.code,
          answer.envelope.msg,
          answer.envelope.data,
          answer.retryAfter,
        )
      } catch (failure) {
        if (!(failure instanceof CallError)) throw failure
        last = failure
      }
      io.onChecking()
    }
    await io.pause(Math.max(pauseMs, (last?.retryAfter ?? 0) * 1_000))
    if (io.isAnothers()) break
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    outcome = 'running'
    try {
      const asked = await io.ask()
      if (asked.state === 'done' && asked.answer !== undefined)
        return { envelope: asked.answer, retryAfter: null }
      outcome = asked.state
      if (io.isAnothers()) break
    } catch (failure) {
      if (!(failure instanceof CallError) || failure.kind === 'session') throw failure
    }
  }
  throw new CallError('unknown', 0, '')
}

/**
 * A full queue, a stopping engine and a bug leave open what became of the write; every other envelope is an
 * answer to it.
 */
const isDefinite = ({ code }: Envelope): boolean => code < 500 && code !== STATUS.conflict

const neverArrived = (last: CallError | null): CallError =>
  new CallError(
    last?.kind === 'server' ? 'server' : 'network',
    last?.code ?? 0,
    last?.msg ?? '',
    last?.data ?? null,
  )
