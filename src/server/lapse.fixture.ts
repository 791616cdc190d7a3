import { MINUTE } from '#kernel/time.ts'
import type { TestApp } from './test-app.ts'

/**
 * Half an hour of the machine's clock in which nobody asked for anything: the trading unlock of this session
 * lapses. The clock is put right again at once, lest keys and signatures made meanwhile seem old.
 */
export async function lapseUnlock({ call, context: { clock } }: TestApp, token: string): Promise<void> {
  const machine = clock.machine.bind(clock)
  clock.machine = () => machine() + 31 * MINUTE
  try {
    const { code } = await call('GET', '/api/auth/security', { token })
    if (code !== 1) throw new Error('nobody is logged in with this token')
  } finally {
    clock.machine = machine
  }
}
