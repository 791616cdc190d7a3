import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../app/api.ts'
import { onPath } from '../debian.ts'
import { freePort, removeDir, temporaryDir } from '../app/start.ts'

/**
 * One server, started as an administrator does and stopped as machines do: whoever is told, everything ends
 * in good order, and nothing is left.
 */
const ROOT = join(import.meta.dirname, '..', '..')
let dataDir = ''
beforeAll(async () => {
  dataDir = await temporaryDir()
})
afterAll(() => removeDir(dataDir))

type Start = { child: ChildProcess; ended: Promise<number | NodeJS.Signals>; said: () => string; url: string }

async function start(command: string, ...args: string[]): Promise<Start> {
  const port = await freePort()
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG: 'info',
      DATABASE_URL: '',
      DEMO_PAST: 'off',
    },
    stdio: [command === 'script' ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal!)),
  )
  return { child, ended, said: () => said, url: `http://localhost:${port}` }
}

const read = (pid: string, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
const commandOf = (pid: string): string => read(pid, 'cmdline').replaceAll('\0', ' ')
/** Every process that has to do with this data, by its environment or its command. */
const pidsOfThisServer = (): string[] =>
  readdirSync('/proc').filter(
    (pid) =>
      /^\d+$/.test(pid) &&
      Number(pid) !== process.pid &&
      [read(pid, 'environ'), read(pid, 'cmdline')].some((text) => text.includes(dataDir)),
  )
const ofThisServer = (): string[] => pidsOfThisServer().map(commandOf)
const processesWith = (argument: string): number[] =>
  pidsOfThisServer()
    .filter((pid) => commandOf(pid).includes(argument))
    .map(Number)

const isWell = (url: string) =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )
const checkNoProcessLeft = () =>
  waitFor(
    () => Promise.resolve(ofThisServer()),
    (left) => left.length === 0,
    30_000,
  )
const postmasterFile = () => join(dataDir, 'postgres', 'cluster', 'postmaster.pid')

/** Of a stop in good order: it said so once, and PostgreSQL has closed its files. */
async function expectGoodOrder({ said }: Start): Promise<void> {
  expect(await checkNoProcessLeft()).toEqual([])
  expect(said().match(/"msg":"stopping"/g)).toHaveLength(1)
  expect(said()).toContain('"msg":"stopped"')
  expect(existsSync(postmasterFile())).toBe(false)
}

describe('npm start', () => {
  it.each<[what: string, act: (pid: number) => unknown, code: (code: number | NodeJS.Signals) => boolean]>([
    ['SIGTERM to npm', (pid) => process.kill(pid, 'SIGTERM'), (code) => code === 0 || code === 'SIGTERM'],
    [
      'SIGTERM to the whole group, as systemd does, and Ctrl-C after it',
      (pid) => {
        process.kill(-pid, 'SIGTERM')
        process.kill(-pid, 'SIGINT')
      },
      () => true,
    ],
    [
      'SIGHUP to npm, which dies by it without a word as by SIGKILL',
      (pid) => process.kill(pid, 'SIGHUP'),
      () => true,
    ],
  ])('%s stops all of it in good order', async (_what, act, isRight) => {
    const app = await start('npm', 'start')
    await waitFor(() => isWell(app.url), Boolean, 60_000)
    act(app.child.pid!)
    expect(isRight(await app.ended)).toBe(true)
    await expectGoodOrder(app)
  })

  it('SIGTERM in the middle of a start leaves nothing either', async () => {
    const app = await start('npm', 'start')
    await waitFor(() => Promise.resolve(existsSync(postmasterFile())), Boolean, 60_000)
    process.kill(app.child.pid!, 'SIGTERM')
    await app.ended
    expect(await checkNoProcessLeft()).toEqual([])
    await expectGoodOrder(app)
  })

  const mayUnshare = spawnSync('unshare', ['-pf', '--mount-proc', 'true']).status === 0
  it.runIf(mayUnshare)('SIGTERM to process 1 of a container', async () => {
    const app = await start('unshare', '-pf', '--mount-proc', process.execPath, 'scripts/boot.mjs', 'start')
    await waitFor(() => isWell(app.url), Boolean, 60_000)
    const [first] = readFileSync(`/proc/${app.child.pid}/task/${app.child.pid}/children`, 'utf8').split(' ')
    process.kill(Number(first), 'SIGTERM')
    expect(await app.ended).toBe(0)
    await expectGoodOrder(app)
  })

  const terminal = onPath('script')
  it.skipIf(terminal === undefined)(
    'Ctrl-C, and Ctrl-C again, in a terminal (needs util-linux script)',
    async () => {
      const app = await start('script', '--quiet', '--return', '--command', 'npm start', '/dev/null')
      await waitFor(() => isWell(app.url), Boolean, 60_000)
      for (let presses = 0; presses < 2; presses++) app.child.stdin!.write('\x03')
      expect(typeof (await app.ended)).toBe('number')
      await expectGoodOrder(app)
    },
  )

  it.skipIf(terminal === undefined)('a terminal that is closed (needs util-linux script)', async () => {
    const app = await start('script', '--quiet', '--return', '--command', 'npm start', '/dev/null')
    await waitFor(() => isWell(app.url), Boolean, 60_000)
    process.kill(app.child.pid!, 'SIGKILL')
    await app.ended
    expect(await checkNoProcessLeft()).toEqual([])
    expect(existsSync(postmasterFile())).toBe(false)
  })

  it('a supervisor that starts it without npm and tells its child alone', async () => {
    const app = await start(process.execPath, 'scripts/boot.mjs', 'start')
    await waitFor(() => isWell(app.url), Boolean, 60_000)
    process.kill(app.child.pid!, 'SIGTERM')
    expect([0, 'SIGTERM']).toContain(await app.ended)
    await expectGoodOrder(app)
  })

  it('a data directory that is gone is named: no new firm is begun in its place, nothing is left running', async () => {
    const app = await start('npm', 'start')
    await waitFor(() => isWell(app.url), Boolean, 60_000)
    const [server] = processesWith('--kept')
    const away = `${dataDir}-away`
    renameSync(dataDir, away)
    process.kill(server!, 'SIGKILL')
    expect(await app.ended).toBe(2)
    expect(app.said()).toContain(`The data of this server is gone from ${dataDir}`)
    expect(await checkNoProcessLeft()).toEqual([])
    expect(existsSync(dataDir)).toBe(false)
    renameSync(away, dataDir)
    const again = await start('npm', 'start')
    await waitFor(() => isWell(again.url), Boolean, 60_000)
    process.kill(again.child.pid!, 'SIGTERM')
    await again.ended
    await expectGoodOrder(again)
  })
})
