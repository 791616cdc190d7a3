import { findWork, type Work } from '#modules/identity/model/work.ts'

/** Tries between which the screen may be painted. */
const AT_ONCE = 4_000

/**
 * Finds what the server asks of a device that was never in while an account is guessed at. Takes some
 * seconds.
 */
export async function doWork(challenge: string, bits: number): Promise<Work> {
  for (let from = 0; ; from += AT_ONCE) {
    const nonce = findWork(challenge, bits, from, AT_ONCE)
    if (nonce !== null) return { challenge, nonce }
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
  }
}
