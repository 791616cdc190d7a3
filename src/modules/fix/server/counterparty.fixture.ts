import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { QuickFix } from '#platform/fix/quickfix.fixture.ts'
import { fixTime } from '#wire/fix/time.ts'

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

export type Fields = Map<number, string>
type Taken = {
  /** The request whose name stands. */
  fields: Fields
  cum: number
  /** 39 of its end; null: it works. */
  ended: string | null
}

/**
 * A venue by QuickFIX. What it does with orders stands here, as a venue's matching engine stands behind its
 * sessions: it outlives their process.
 */
export class Counterparty {
  readonly orders: QuickFix
  readonly prices: QuickFix
  /** Orders by the ClOrdID under which they came. */
  readonly taken = new Map<string, Taken>()
  /** Names that came anew though the venue has them, and nothing marks them as perhaps a repetition. */
  doubled = 0
  /** Orders that arrive are answered by a report. */
  answers = true
  /** So many orders that come next never arrive. */
  loses = 0
  readonly lost = new Map<string, number>()
  readonly #env: Record<string, string>
  readonly #names = new Map<string, string>()
  #read = 0
  #exec = 0
  readonly #timer: NodeJS.Timeout

  constructor(
    { folder, program }: { folder: string; program: string },
    [at, pricesAt]: readonly [number, number],
    more: Readonly<Record<string, string>> = {},
  ) {
    const end = { role: 'acceptor', program, target: 'AKARI' } as const
    this.orders = new QuickFix({ ...end, folder: join(folder, 'o'), port: () => at, sender: 'VENUE', more })
    this.prices = new QuickFix({
      ...end,
      folder: join(folder, 'p'),
      port: () => pricesAt,
      sender: 'VENUE-MD',
    })
    const listing = join(folder, 'listing.csv')
    writeFileSync(
      listing,
      'code,name_ja,name_en,market,sector17_code,scale\n7203,トヨタ自動車,TOYOTA MOTOR,プライム（内国株式）,6,TOPIX Core30\n',
    )
    this.#env = {
      MARKET: 'fix',
      SCHEDULE: 'always-open',
      VENUE_ADDRESS: `127.0.0.1:${at}`,
      VENUE_MARKET_ADDRESS: `127.0.0.1:${pricesAt}`,
      VENUE_TLS: 'off',
      VENUE_SENDER: 'AKARI',
      VENUE_TARGET: 'VENUE',
      VENUE_MARKET_TARGET: 'VENUE-MD',
      VENUE_HEARTBEAT: '1',
      VENUE_LISTING: listing,
    }
    this.#timer = setInterval(() => this.#look(), 10)
  }

  /** Settings of a server that works its orders here. */
  get env(): Record<string, string> {
    return this.#env
  }

  start(): void {
    this.orders.start()
    this.prices.start()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([this.orders.kill(), this.prices.kill()])
  }

  #look(): void {
    const lines = this.orders.lines
    for (; this.#read < lines.length; this.#read++) {
      const fields = fieldsOf(lines[this.#read]!)
      if (fields !== null) this.#hear(fields)
    }
  }

  #hear(fields: Fields): void {
    const name = fields.get(11)!
    const root = this.#names.get(fields.get(41) ?? name) ?? fields.get(41) ?? name
    const of = this.taken.get(root)
    const type = fields.get(35)
    if (type === 'D') this.#placed(name, fields)
    else if (type === 'H') this.#status(root, name)
    else if (of === undefined || of.ended !== null)
      this.reject(fields, type === 'F' ? '1' : '2', of === undefined ? '1' : '0')
    else if (type === 'F') {
      of.ended = '4'
      this.report(root, '4', `|41=${fields.get(41)}`, name)
    } else if (type === 'G') {
      this.#names.set(name, root)
      of.fields = fields
      this.report(root, '5', `|41=${fields.get(41)}|44=${fields.get(44)}`, name)
    }
  }

  #placed(name: string, fields: Fields): void {
    const isRepeat = fields.get(43) === 'Y' || fields.get(97) === 'Y'
    if (this.loses > 0 && !isRepeat) {
      this.loses--
      this.lost.set(name, 0)
      return
    }
    if (this.lost.has(name)) this.lost.set(name, this.lost.get(name)! + 1)
    if (this.taken.has(name)) {
      if (!isRepeat) this.doubled++
      return
    }
    this.taken.set(name, { fields, cum: 0, ended: null })
    if (this.answers) this.report(name, '0')
  }

  #status(root: string, name: string): void {
    const of = this.taken.get(root)
    if (of === undefined)
      return this.orders.send(
        `35=8|37=NONE|17=S-${++this.#exec}|150=I|39=8|103=5|11=${name}|55=7203|54=1|151=0|14=0|6=0|60=${fixTime(Date.now())}`,
      )
    const status = of.ended ?? (of.cum === 0 ? '0' : of.cum === Number(of.fields.get(38)) ? '2' : '1')
    this.report(root, 'I', '', name, status)
  }

  report(root: string, execType: string, more = '', under = root, ordStatus?: string): void {
    const { fields, cum, ended } = this.taken.get(root)!
    const quantity = Number(fields.get(38))
    const status = ordStatus ?? (execType === 'F' ? (cum === quantity ? '2' : '1') : execType)
    const execId = more.includes('|17=') ? '' : `|17=E-${++this.#exec}`
    this.orders.send(
      `35=8|37=${root.slice(0, 8)}${execId}|150=${execType}|39=${status}|11=${under}|55=${fields.get(55)}|54=${fields.get(54)}|38=${quantity}|151=${ended === null ? quantity - cum : 0}|14=${cum}|6=0|60=${fixTime(Date.now())}${more}`,
    )
  }

  fill(root: string, quantity: number, price: string, more = ''): void {
    const order = this.taken.get(root)!
    order.cum += quantity
    if (order.cum === Number(order.fields.get(38))) order.ended ??= '2'
    this.report(root, 'F', `|32=${quantity}|31=${price}${more}`)
  }

  reject(fields: Fields, of: string, reason: string): void {
    this.orders.send(
      `35=9|37=NONE|11=${fields.get(11)}|41=${fields.get(41)}|39=0|434=${of}|102=${reason}|60=${fixTime(Date.now())}`,
    )
  }

  /** Prices of an issue, for whoever follows them. */
  quote(code: string, base: number): void {
    const entries = [
      `269=5|270=${base}`,
      `269=2|270=${base}`,
      `269=0|270=${base - 1}|271=1000`,
      `269=1|270=${base + 1}|271=1000`,
    ]
    this.prices.send(`35=W|262=P0|55=${code}|268=${entries.length}|${entries.join('|')}`)
  }
}

function fieldsOf(line: string): Fields | null {
  if (!line.startsWith('APP ')) return null
  const fields = line.slice('APP '.length).split('|').filter(Boolean)
  return new Map(fields.map((field) => [Number(field.split('=')[0]), field.slice(field.indexOf('=') + 1)]))
}
