import type { Ms } from '#kernel/time.ts'
import { askOutcome } from './call.ts'
import { elapsed, pause } from './clock.ts'
import { isOnline, whenOnline } from './online.ts'
import { openWrites, type Ended } from './open-writes.ts'
import { session } from './session.ts'
import { SUCCESS } from '#wire/envelope.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** A write that the server does not know for so long is not on its way any more. */
export const LOST_AFTER_MS = 6_000

/**
 * Asks, by its key, for the outcome of every write whose page has given up or is gone, until it is known: at
 * once when the line is back. Sends nothing anew. The function returned ends it.
 */
export function askForOutcomes(onLearned: () => void): () => void {
  const left = new AbortController()
  const unknownSince = new Map<string, number>()

  async function outcomeOf(key: string): Promise<Ended | null> {
    const { state, answer } = await askOutcome(key)
    if (state === 'done' && answer !== undefined)
      return answer.code === SUCCESS
        ? { state: 'done', answer: answer.data }
        : { state: 'refused', answer: answer.msg }
    if (state !== 'unknown') unknownSince.delete(key)
    else if (!unknownSince.has(key)) unknownSince.set(key, elapsed())
    const since = unknownSince.get(key)
    return since !== undefined && elapsed() - since >= LOST_AFTER_MS ? { state: 'none' } : null
  }

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    while (!left.signal.aborted) {
      for (const [name, { key }] of isOnline() && session.get().token !== '' ? openWrites.inDoubt() : []) {
        const ended = await outcomeOf(key).catch(() => null)
        // Another member, or the page that asks itself again.
        if (
          ended === null ||
          !openWrites.inDoubt().some(([other, write]) => other === name && write.key === key)
        )
          continue
        openWrites.end(name, ended)
        onLearned()
      }
      pauseMs = (await rest(pauseMs, left.signal)) ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }
  void run()
  return () => left.abort()
}

/** True where the line has come back meanwhile. */
async function rest(ms: Ms, left: AbortSignal): Promise<boolean> {
  const over = new AbortController()
  let isBack = false
  const end = () => over.abort()
  const stop = whenOnline(() => {
    isBack = true
    end()
  })
  left.addEventListener('abort', end)
  await pause(ms, over.signal).catch(() => {})
  stop()
  left.removeEventListener('abort', end)
  return isBack
}
