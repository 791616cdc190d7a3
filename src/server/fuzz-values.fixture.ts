import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Random } from '#kernel/random.ts'
import type { Route } from '#wire/route.ts'
import { HOSTILE } from './hostile.fixture.ts'

type Schema = NonNullable<Route['input']>

type Check = {
  check: string
  minimum?: number
  maximum?: number
  value?: number
  inclusive?: boolean
  pattern?: RegExp
}
type Def = {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  options?: Schema[]
  entries?: Record<string, string>
  values?: unknown[]
  items?: Schema[]
  keyType?: Schema
  valueType?: Schema
  pattern?: RegExp
  format?: string
  checks?: { _zod: { def: Check } }[]
}
const defOf = (schema: Schema): Def => (schema as { def: Def }).def

const PER_NAME = 40

/**
 * The values in answers so far, by the name of their field: ids, codes and dates that exist bring a request
 * further than made-up ones.
 */
export class Seen {
  readonly #values = new Map<string, unknown[]>()

  add(name: string, value: unknown): void {
    const of = this.#values.get(name) ?? []
    this.#values.set(name, of)
    if (of.includes(value)) return
    of.push(value)
    if (of.length > PER_NAME) of.shift()
  }
  of(name: string): readonly unknown[] {
    return this.#values.get(name) ?? []
  }
  /**
   * Takes in an answer. `family`: the first word of the route's path, whose objects an `id` names. Tokens are
   * nobody else's.
   */
  handle(family: string, value: unknown, depth = 0): void {
    if (depth > 5 || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) return value.slice(0, 4).forEach((item) => this.handle(family, item, depth + 1))
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'token') continue
      if (typeof inner === 'string' ? inner.length < 200 : typeof inner === 'number') {
        this.add(name, inner)
        if (name === 'id') this.add(`${family}.id`, inner)
      } else this.handle(family, inner, depth + 1)
    }
  }
}

/** Other names under which a field's values come. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  verificationCode: ['code'],
  oneTimeCode: ['code'],
  firstCode: ['code'],
  code: ['code'],
  accountId: ['bank-accounts.id'],
  imageId: ['image', 'pictureId'],
  subject: ['id', 'memberId', 'userId', 'subject'],
  account: ['mobile', 'id'],
  from: ['date', 'tradeDate', 'day'],
  to: ['date', 'tradeDate', 'day'],
  dates: ['date'],
  before: ['id', 'at', 'date'],
  after: ['seq', 'id'],
  about: ['id'],
  record: ['id'],
  lot: ['id'],
  order: ['id'],
  newMobile: ['mobile'],
  q: ['code', 'memberId', 'id', 'mobile'],
  query: ['code', 'name'],
  price: ['last', 'ask', 'bid', 'lowerLimit', 'upperLimit'],
  takeProfit: ['last', 'upperLimit'],
  stopLoss: ['last', 'lowerLimit'],
  drawId: ['id', 'drawId'],
  listingId: ['id'],
  pickId: ['id'],
  pool: ['id', 'pool'],
  document: ['document', 'name', 'id'],
  member: ['userId', 'memberId'],
  user_id: ['userId'],
  sessionId: ['id'],
  passkeyId: ['id'],
}

const WORDS = [
  '',
  'a',
  'Akari',
  '佐藤 遥',
  'サトウ ハルカ',
  '株'.repeat(30),
  'é',
  '١٢٣',
  '😀😀',
  'two\nlines',
  '\u200fabc',
  '=1+1',
  '<b>x</b>',
  "o'hara",
  '%',
  '\\',
  '{n}',
  '{n, plural, one {#}}',
  'x'.repeat(140),
  'null',
  '-',
  '0',
  '2026-11-20',
  '100',
]
const NUMBERS = [1, 2, 10, 100, 200, 500, 1_000, 10_000, 500_000, 1_000_000, 100.5, 1_000.1, 3.3, 99_999_999]
const fromPattern = new Map<string, string[]>()

/**
 * Makes what a schema takes, mostly; borders fall on either side. `own`: what the caller alone knows
 * (passwords, the own id).
 */
export class Values {
  readonly #random: Random
  readonly #seen: Seen
  readonly #own: Readonly<Record<string, unknown>>
  constructor(random: Random, seen: Seen, own: Readonly<Record<string, unknown>>) {
    this.#random = random
    this.#seen = seen
    this.#own = own
  }
  one<T>(of: readonly T[]): T {
    return of[this.#random.below(of.length)]!
  }
  chance(share: number): boolean {
    return this.#random.next() < share
  }
  below(n: number): number {
    return this.#random.below(n)
  }

  of(schema: Schema, name: string, family: string): unknown {
    const known = this.#known(schema, name, family)
    if (known !== undefined) return known
    const def = defOf(schema)
    switch (def.type) {
      case 'object': {
        const made: Record<string, unknown> = {}
        for (const [field, inner] of Object.entries(def.shape!)) {
          if (defOf(inner).type !== 'optional' || this.chance(0.6))
            made[field] = this.of(inner, field, family)
        }
        return made
      }
      case 'optional':
      case 'readonly':
      case 'default':
      case 'nonoptional':
        return this.of(def.innerType!, name, family)
      case 'nullable':
        return this.chance(0.3) ? null : this.of(def.innerType!, name, family)
      case 'array':
        return Array.from({ length: this.one([0, 1, 1, 2, 3]) }, () => this.of(def.element!, name, family))
      case 'tuple':
        return def.items!.map((item) => this.of(item, name, family))
      case 'record':
        return Object.fromEntries(
          Array.from({ length: this.below(4) }, () => [
            String(this.of(def.keyType!, 'key', family)),
            this.of(def.valueType!, 'value', family),
          ]),
        )
      case 'union':
        return this.of(this.one(def.options!), name, family)
      case 'enum':
        return this.one(Object.values(def.entries!))
      case 'literal':
        return this.one(def.values!)
      case 'boolean':
        return this.chance(0.5)
      case 'number':
        return this.#number(def)
      case 'string':
        return this.#string(def)
      default:
        return this.chance(0.5) ? this.#loose() : this.one(WORDS)
    }
  }

  /** Something that was seen under this name, or is the caller's own, and that fits. */
  #known(schema: Schema, name: string, family: string): unknown {
    const inner = defOf(schema).type === 'optional' ? defOf(schema).innerType! : schema
    if (name in this.#own && this.chance(0.8)) return this.#own[name]
    if (!this.chance(0.7)) return undefined
    const found = [
      name === 'id' ? `${family}.id` : name,
      ...(ALSO[name] ?? []),
      ...(name === 'id' ? ['id'] : []),
    ]
      .map((each) => this.#seen.of(each))
      .find((each) => each.length > 0)
    if (found === undefined) return undefined
    const value = this.one(found)
    return z.safeParse(inner, value).success ? value : undefined
  }

  #number({ format, checks = [] }: Def): number {
    let [least, most] = [-1e9, 1e12]
    for (const {
      _zod: { def },
    } of checks) {
      if (def.check === 'greater_than') least = def.value!
      if (def.check === 'less_than') most = def.value!
    }
    if (this.chance(0.15)) return this.one([least, least - 1, most, most + 1, Number.MAX_SAFE_INTEGER, 0])
    const fitting = NUMBERS.filter(
      (each) => each >= least && each <= most && (format === undefined || Number.isInteger(each)),
    )
    return fitting.length > 0 ? this.one(fitting) : Math.floor(least + this.#random.next() * (most - least))
  }

  #string({ checks = [], pattern: own }: Def): string {
    const pattern = own ?? checks.map(({ _zod: { def } }) => def.pattern).find((each) => each !== undefined)
    if (pattern !== undefined) {
      let made = fromPattern.get(pattern.source)
      if (made === undefined)
        fromPattern.set(
          pattern.source,
          (made = fc.sample(
            fc.stringMatching(new RegExp(pattern.source, pattern.flags.includes('u') ? 'u' : '')),
            { seed: 7, numRuns: 30 },
          )),
        )
      return this.one(made)
    }
    const most = checks.map(({ _zod: { def } }) => def.maximum).find((each) => each !== undefined)
    if (most !== undefined && this.chance(0.1)) return 'あ'.repeat(most + this.below(2))
    return this.one(WORDS)
  }

  /** A value for a field that takes anything: words that the modules behind the contract know. */
  #loose(): unknown {
    const names = [
      'from',
      'until',
      'codes',
      'usesEach',
      'byRuleYen',
      'orderYen',
      'openOrders',
      'lineId',
      'pictureId',
      'form',
      'role',
      'date',
      'dates',
      'textId',
      'words',
      'texts',
      'listing',
      'appealId',
      'file',
      'yen',
      'rows',
      'ratePpm',
      'on',
      'version',
    ]
    return Object.fromEntries(
      Array.from({ length: this.below(5) }, () => {
        const name = this.one(names)
        const seen = this.#seen.of(name)
        return [
          name,
          seen.length > 0 && this.chance(0.6)
            ? this.one(seen)
            : this.one<unknown>([...NUMBERS, ...WORDS, {}, [], null, true]),
        ]
      }),
    )
  }

  /**
   * JSON text of a value in which one place is not as it should be. `hostile`: a value that no field may
   * take; else nearly right.
   */
  broken(value: unknown, hostile: boolean): string {
    const places: [of: Record<string, unknown>, name: string][] = []
    const walk = (at: unknown) => {
      if (typeof at !== 'object' || at === null) return
      for (const name of Object.keys(at)) {
        places.push([at as Record<string, unknown>, name])
        walk((at as Record<string, unknown>)[name])
      }
    }
    const root = { root: structuredClone(value) }
    walk(root)
    const [at, name] = this.one(places)
    const MARK = '\u0001here\u0001'
    const raw = hostile ? this.one(HOSTILE) : this.#nearly(at, name)
    if (raw !== null) at[name] = MARK
    return (JSON.stringify(root.root) ?? 'null').replace(JSON.stringify(MARK), () => raw ?? 'null')
  }

  /** JSON texts of a value, one for each text in it, which is `word` there. */
  wordInEach(value: unknown, word: string): string[] {
    if (typeof value === 'string') return [JSON.stringify(word)]
    if (typeof value !== 'object' || value === null) return []
    const made = (name: string | number, text: string) =>
      JSON.stringify(
        Array.isArray(value)
          ? value.with(Number(name), JSON.parse(text))
          : { ...value, [name]: JSON.parse(text) as unknown },
      )
    return Object.entries(value).flatMap(([name, inner]) =>
      this.wordInEach(inner, word).map((text) => made(name, text)),
    )
  }

  /** The value to stand there instead, as JSON; null: the place itself was changed. */
  #nearly(at: Record<string, unknown>, name: string): string | null {
    const was = at[name]
    switch (this.below(8)) {
      case 0:
        delete at[name]
        return null
      case 1:
        return 'null'
      case 2:
        return JSON.stringify([was])
      case 3:
        return typeof was === 'number'
          ? `"${was}"`
          : typeof was === 'string' && was !== '' && Number.isFinite(Number(was))
            ? was.trim().replace(/^\+|^0+(?=\d)/, '')
            : 'true'
      case 4:
        return typeof was === 'number'
          ? String(this.one([-was, was + 0.5, was + 1, was * 1e6]))
          : JSON.stringify(`${String(was)} `)
      case 5:
        at[`${name}2`] = was
        return null
      case 6:
        return JSON.stringify(Array.from({ length: 101 }, () => 1))
      default:
        return `${'['.repeat(12)}${']'.repeat(12)}`
    }
  }
}
