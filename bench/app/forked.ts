import { fork, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Held, LoadReady, Wanted } from './load-app.ts'

export type Forked = LoadReady & { held(): Promise<Held> }

const answerOf = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the server ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (answer) => {
      child.off('exit', ended)
      resolve(answer as T)
    })
  })

/** A server in a process of its own, on a folder that is gone afterwards. */
export async function withServer<T>(wanted: Wanted, use: (app: Forked) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'akari-load-'))
  chmodSync(folder, 0o711)
  const child = fork(join(import.meta.dirname, 'load-app.ts'), [folder, JSON.stringify(wanted)], {
    execArgv: ['--expose-gc'],
  })
  try {
    const ready = await answerOf<LoadReady>(child)
    const held = () => {
      child.send('held')
      return answerOf<Held>(child)
    }
    return await use({ ...ready, held })
  } finally {
    if (child.exitCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.send('stop')
      await gone
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
