import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const SOURCE = join(import.meta.dirname, '../../../test/fix/counterparty.cpp')

/** The counterparty, compiled; null without a compiler or QuickFIX (Debian: g++, libquickfix-dev). */
export function compiled(folder: string): string | null {
  const file = join(folder, 'counterparty')
  const options = ['-std=c++14', '-O0', '-w', '-o', file, SOURCE, '-lquickfix', '-lpthread']
  return spawnSync('g++', options).status === 0 ? file : null
}

type Options = {
  program: string
  folder: string
  port: () => number
  /** CompIDs of its own end and of the other. */
  sender: string
  target: string
  /** Settings of its session besides. */
  more?: Readonly<Record<string, string>>
} & ({ role: 'initiator'; key: KeyObject } | { role: 'acceptor' })

/** QuickFIX as one end of a session, a process of its own with its own files. */
export class QuickFix {
  readonly lines: string[] = []
  #process: ChildProcess | null = null
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    const { program, folder, port, role, sender, target, more = {} } = this.#options
    mkdirSync(join(folder, 'store'), { recursive: true })
    const settings = join(folder, 'settings.cfg')
    const own =
      role === 'initiator'
        ? {
            ReconnectInterval: '1',
            HeartBtInt: '5',
            SocketConnectHost: '127.0.0.1',
            SocketConnectPort: String(port()),
          }
        : { SocketAcceptPort: String(port()), SocketReuseAddress: 'Y' }
    // Under [DEFAULT]: QuickFIX reads the time between two tries to connect nowhere else.
    const lines = Object.entries({ ...own, ...more }).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(
      settings,
      `[DEFAULT]
ConnectionType=${role}
StartTime=00:00:00
EndTime=00:00:00
FileStorePath=${join(folder, 'store')}
UseDataDictionary=N
PersistMessages=Y
${lines.join('')}[SESSION]
BeginString=FIX.4.4
SenderCompID=${sender}
TargetCompID=${target}
`,
    )
    const child = spawn(program, [settings], { stdio: ['pipe', 'pipe', 'inherit'] })
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.lines.push(line)
      if (!line.startsWith('SIGN ') || !('key' in this.#options)) return
      const { key } = this.#options
      const text = line.slice('SIGN '.length).replaceAll('|', '\u0001')
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
      child.stdin.write(`SIG ${signature.toString('base64url')}\n`)
    })
    child.stdin.on('error', () => {})
    this.#process = child
  }

  send(line: string): void {
    this.#process!.stdin!.write(`${line}\n`)
  }

  async kill(): Promise<void> {
    const child = this.#process!
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  freeze(): void {
    this.#process!.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process!.kill('SIGCONT')
  }

  /** Messages of a type that came, as maps of their fields, those that were sent again included. */
  came(type: string): Map<number, string>[] {
    return this.lines
      .filter((line) => line.startsWith('APP '))
      .map((line) => {
        const fields = line.slice('APP '.length).split('|').filter(Boolean)
        return new Map(
          fields.map((field) => [Number(field.split('=')[0]), field.slice(field.indexOf('=') + 1)]),
        )
      })
      .filter((fields) => fields.get(35) === type)
  }
}
