import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { openMemoryWatch } from './memory-watch.ts'

it('memory is short from 85 % after a collection until it is below 75 %, and each change is told once', () => {
  let used = 0
  const told: boolean[] = []
  const watch = openMemoryWatch({
    read: () => ({ used, limit: 100 }),
    onChange: (isShort) => told.push(isShort),
  })
  const seen = [84, 85, 90, 75, 74, 84, 99].map((share) => {
    used = share
    watch.collected()
    return watch.isShort()
  })
  expect(seen).toEqual([false, true, true, true, false, false, true])
  expect(told).toEqual([true, false, true])
})

it('a heap that fills with what is held is found short before V8 gives up', async () => {
  const program = `
    import { openMemoryWatch } from ${JSON.stringify(new URL('./memory-watch.ts', import.meta.url).href)}
    const watch = openMemoryWatch({ onChange: () => { console.log('short'); process.exit(0) } })
    watch.start()
    const held = []
    setInterval(() => { for (let n = 0; n < 2_000; n++) held.push(Array(100).fill(n + 0.5)) }, 1)`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=300',
    '--input-type=module',
    '--eval',
    program,
  ])
  expect(stdout).toBe('short\n')
})
