import type { MemberId } from '#kernel/id.ts'
import { hash as digest } from 'node:crypto'
import type { Logger } from 'pino'
import { assert, Bug } from '#kernel/assert.ts'
import type { Json } from '#kernel/hash.ts'
import { HOUR, type Ms } from '#kernel/time.ts'
import { IdempotencyIndex, oldestKeyTime, keyProblem, type KeyEntry } from './idempotency-index.ts'
import {
  type Answered,
  assertCaller,
  type Call,
  type Caller,
  type Command,
  type DomainEvent,
  type Guard,
  type Outcome,
  type Result,
  SYSTEM_CALLER,
  type NondeterministicInputs,
  reactedTo,
  type Reaction,
} from './command.ts'
import type { TimeBounds } from '../clock.ts'
import type { Span } from '../tracing.ts'
import { HotTables } from './hot-tables.ts'
import { bodyText, chained, commandBody, recordText } from './journal.ts'
import { checkSeal, RowSeal, type SealOptions } from './row-seal.ts'
import type { Signatures } from './signatures.ts'
import type { Batch, Head, RecordedAnswer, NewRecord, Store, StoredAnswer } from './store.ts'
import type { AnyDefinition, TableReader, Whichever } from './table.ts'
import { CommandQueue, type Lane } from './command-queue.ts'

export type { Answered, Result } from './command.ts'

export type EngineClock = {
  /** Wall clock of the product; the demo setting may move it forward. The journal's time. */
  wall(): Ms
  /** The machine's own clock. */
  machine(): Ms
  /** Ages of keys. */
  bounds(): TimeBounds
}

export type Limits = {
  /** Commands run or running whose batch is not durable yet. */
  inFlight: number
  /** Of these, places that only the reserved lane (cancel, withdrawal) may take. */
  reserved: number
  /** Commands that may wait for a place. */
  waiting: number
  /** The longest wait for a place. */
  waitMs: Ms
  /** Commands in one batch. */
  batch: number
  /** Flushes on their way to the disk at the same time. */
  pipe: number
  /** Answered keys in memory, at most 40 bytes each; of older ones the disk is asked. */
  keys: number
}
/**
 * security-and-trust.md 6. Two batches are smaller than what is in flight, so that a third collects while
 * PostgreSQL works: 80 gave a fifth more than 128, at 200 in flight.
 */
export const LIMITS: Limits = {
  inFlight: 256,
  reserved: 16,
  waiting: 1_024,
  waitMs: 500,
  batch: 80,
  pipe: 2,
  keys: 1_000_000,
}

/**
 * Not an answer: the command has had no effect, except for UNKNOWN (its batch may or may not be durable; ask
 * with the same key). OVERLOADED, STOPPED and UNKNOWN are 503 at the edge, KEY_REUSED 422, KEY_EXPIRED and
 * KEY_INVALID 400.
 */
export type Unanswered = 'OVERLOADED' | 'STOPPED' | 'UNKNOWN' | 'KEY_REUSED' | 'KEY_EXPIRED' | 'KEY_INVALID'
export class EngineError extends Error {
  override name = 'EngineError'
  readonly code: Unanswered
  constructor(code: Unanswered) {
    super(code)
    this.code = code
  }
}

export type Listener = (event: DomainEvent, record: { seq: number; at: Ms }) => void

/** `type`: of the command, whose module words a refusal. */
export type Op =
  | { state: 'done'; type: string; result: Result<unknown> }
  | { state: 'running' }
  | { state: 'unknown' }

export type Engine = {
  /** Resolves when the batch is durable. Rejects with EngineError, or with what the command threw. */
  submit<Input, Inputs, Answer>(
    command: Command<Input, Inputs, Answer>,
    input: Input,
    caller: Caller,
    options?: { lane?: Lane },
  ): Promise<Answered<Answer>>
  /**
   * True if a key has been answered, for good: whatever comes with it is told that answer, or that it was
   * another request's, and has no effect. Of a first write that still waits or is under way it is known when
   * that is over: it may have had no effect, and then the next is a first one itself.
   */
  hasIdempotencyKey(memberId: MemberId, key: string): Promise<boolean>
  /** The state of a key: for `GET /api/ops/{key}`. */
  op(memberId: MemberId, key: string): Promise<Op>
  /** Hears every event from now on, in journal order, after it is durable. Returns the way to stop. */
  subscribe(listener: Listener): () => void
  /** The hot rows as they are now, which may be ahead of the disk: for recovery at start and for checks. */
  read: TableReader
  /** Answers what was accepted, then lets go of the lease. */
  stop(): Promise<void>
  stats(): {
    seq: number
    at: Ms
    commands: number
    refused: number
    replays: number
    batches: number
    inFlight: number
    waiting: number
    keys: number
  }
}

export type EngineOptions = {
  /** Store in which batches become durable: `openPostgresStore` (postgres-store.ts). */
  store: Store
  tables: readonly AnyDefinition[]
  commands: readonly Command[]
  guard?: Guard
  react?: Reaction
  clock: EngineClock
  world: NondeterministicInputs
  log: Logger
  /** Seals the rows in memory beside the head of the chain; left out: a start takes them as they are. */
  seal?: SealOptions
  /** Signatures of devices, for the records of the commands that they signed. */
  signatures?: Signatures
  limits?: Partial<Limits>
  /** The span of a command that is submitted now; undefined: it is not traced. Left out: none is. */
  span?: (type: string) => Span | undefined
  /** A failed flush or a bug: what is in memory can no longer be trusted. Must end the process. */
  fatal: (error: unknown) => void
  /** For tests of crashes: called at each point by name. */
  at?: (point: 'batch closed' | 'batch sent' | 'batch durable') => void
}

/** The member's key under which a command answers. */
type Keyed = { memberId: MemberId; key: string; entry: KeyEntry }
/** A command on its way: waiting for a place, run, or on its way to the disk. */
type Job = {
  command: Command
  input: unknown
  /** Canonical text of the input, '' where there is none. */
  inputText: string
  caller: Caller
  lane: Lane
  /** null: nobody can ask for its answer again. */
  keyed: Keyed | null
  since: Ms
  resolve: (answered: Answered<Whichever>) => void
  reject: (error: unknown) => void
  /** From its submission until it is durable, and its way to the disk. */
  span: Span | undefined
  commit: Span | undefined
}
type Ran = { job: Job; call: Call; result: Result<unknown>; answer: string; events: readonly DomainEvent[] }

/**
 * Recovers from the store, then takes commands. Rejects when another writer is at work or the journal is
 * broken.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { store, clock } = options
  const seal = options.seal === undefined ? null : new RowSeal(options.seal, options.tables)
  const tables = new HotTables(options.tables, seal)
  const limits = { ...LIMITS, ...options.limits }
  const answers = new IdempotencyIndex(limits.keys)
  const head = await store.recover(options.tables, oldestKeyTime(clock.bounds()), {
    row: (definition, row) => tables.load(definition, row),
    key: ({ member, key }) => answers.answered(member, key),
    // One more than there is room for: then its bucket goes, and with it all that were not read.
    mostKeys: limits.keys + 1,
  })
  if (seal !== null) {
    const found = await checkSeal(seal, options.seal!, head, store).catch(async (error: unknown) => {
      await store.close()
      throw error
    })
    if (found === 'sealed') options.log.info({ seq: head.seq }, 'the rows were sealed as they were found')
  }
  const writer = new Writer(options, limits, tables, answers, head, seal)
  if (head.seq < 0) await writer.begin()
  return writer
}

class Writer implements Engine {
  readonly read: TableReader
  readonly #options: EngineOptions
  readonly #limits: Limits
  readonly #commands: ReadonlySet<Command>
  readonly #tables: HotTables
  readonly #answers: IdempotencyIndex
  readonly #listeners = new Set<Listener>()
  readonly #queue: CommandQueue<Job>
  #state: 'open' | 'closing' | 'closed' = 'open'
  /** Of the last command that has run; the disk may be behind. */
  #head: Head
  #journal: NewRecord[] = []
  #collecting: Ran[] = []
  readonly #sent: Ran[][] = []
  #inFlight = 0
  #running = false
  #flushing: NodeJS.Immediate | null = null
  #drained: (() => void) | null = null
  #keysHour: number
  readonly #seal: RowSeal | null
  readonly #count = { commands: 0, refused: 0, replays: 0, batches: 0 }

  constructor(
    options: EngineOptions,
    limits: Limits,
    tables: HotTables,
    answers: IdempotencyIndex,
    { seq, ts, hash }: Head,
    seal: RowSeal | null,
  ) {
    this.#options = options
    this.#limits = limits
    this.#commands = new Set(options.commands)
    this.#tables = tables
    this.#answers = answers
    this.#head = { seq, ts, hash }
    this.#seal = seal
    this.#queue = new CommandQueue<Job>(
      this.#limits,
      () => options.clock.machine(),
      (job) => this.#drop(job, new EngineError('OVERLOADED')),
    )
    this.#keysHour = hourOf(options.clock.bounds().earliest)
    this.read = tables.access
  }

  /** The first record of an empty journal. */
  async begin(): Promise<void> {
    const nobody = SYSTEM_CALLER
    this.#write({ ...nobody, seq: 0, at: this.#options.clock.wall() }, 'genesis', '{"v":"1"}')
    await this.#options.store.flush(this.#closeBatch([]))
  }

  submit<Input, Inputs, Answer>(
    command: Command<Input, Inputs, Answer>,
    input: Input,
    caller: Caller,
    options: { lane?: Lane } = {},
  ): Promise<Answered<Answer>> {
    assert(this.#commands.has(command), `command ${command.type} is not registered with the engine`)
    assertCaller(command, caller)
    assert(!this.#running, 'a command cannot submit another')
    if (this.#state !== 'open') return Promise.reject(new EngineError('STOPPED'))
    const { memberId, key } = caller
    assert(
      memberId === null || caller.actor === `m:${memberId}`,
      'the journal knows a member by its actor alone',
    )
    const inputText = input === undefined ? '' : bodyText(input as Json)
    const job: Job = {
      command,
      input,
      inputText,
      caller,
      lane: options.lane ?? 'normal',
      keyed: null,
      since: this.#options.clock.machine(),
      resolve: never,
      reject: never,
      span: undefined,
      commit: undefined,
    }
    if (memberId === null || key === '') return this.#accept(job)

    const bounds = this.#options.clock.bounds()
    const problem = keyProblem(key, bounds)
    if (problem !== null) return Promise.reject(new EngineError(problem))
    this.#forgetOldAnswers(bounds)
    const request = digest('sha256', `${command.type}\n${inputText}`, 'binary')
    const seen = this.#answers.get(memberId, key)
    if (seen !== undefined)
      return this.#repeat(seen, request, () => this.submit(command, input, caller, options))
    const entry: KeyEntry = { request, running: null }
    this.#answers.begin(memberId, key, entry)
    job.keyed = { memberId, key, entry }
    const answered =
      this.#answers.whereIs(memberId, key) === 'nowhere'
        ? this.#accept<Answer>(job)
        : this.#lookUp<Answer>(job, job.keyed)
    entry.running = answered
    return answered
  }

  async hasIdempotencyKey(memberId: MemberId, key: string): Promise<boolean> {
    const whereabouts = this.#answers.whereIs(memberId, key)
    if (whereabouts === 'memory') return true
    const running = this.#answers.get(memberId, key)?.running
    if (running === undefined || running === null)
      return whereabouts === 'disk' && (await this.#answerOf(memberId, key)) !== null
    return running.then(
      () => true,
      () => false,
    )
  }

  async op(memberId: MemberId, key: string): Promise<Op> {
    const whereabouts = this.#answers.whereIs(memberId, key)
    if (whereabouts !== 'memory' && this.#answers.get(memberId, key) !== undefined)
      return { state: 'running' }
    if (whereabouts === 'nowhere') return { state: 'unknown' }
    const answer = await this.#answerOf(memberId, key)
    return answer === null
      ? { state: 'unknown' }
      : { state: 'done', type: answer.type, result: resultOf(answer) }
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async stop(): Promise<void> {
    if (this.#state === 'open') {
      this.#state = 'closing'
      if (this.#inFlight > 0 || this.#queue.length > 0)
        await new Promise<void>((resolve) => (this.#drained = resolve))
      this.#state = 'closed'
    }
    await this.#options.store.close()
  }

  stats() {
    return {
      seq: this.#head.seq,
      at: this.#head.ts,
      ...this.#count,
      inFlight: this.#inFlight,
      waiting: this.#queue.length,
      keys: this.#answers.size,
    }
  }

  /** The same key again: the same answer, after the batch that it stands in. */
  async #repeat<Answer>(
    seen: KeyEntry,
    request: string,
    retry: () => Promise<Answered<Answer>>,
  ): Promise<Answered<Answer>> {
    const isSame = seen.request === request
    const first = await seen.running!.catch((error: unknown) => {
      // The one before was another request under an answered key: that says nothing about this one.
      if (!isSame && error instanceof EngineError && error.code === 'KEY_REUSED') return null
      throw error
    })
    if (first === null) return retry()
    if (!isSame) throw new EngineError('KEY_REUSED')
    this.#count.replays += 1
    return { result: first.result as Result<Answer>, replay: true, seq: first.seq }
  }

  /** A key that was answered, or of which only the disk knows whether it was. */
  async #lookUp<Answer>(job: Job, { memberId, key, entry: { request } }: Keyed): Promise<Answered<Answer>> {
    const end = () => this.#answers.end(memberId, key)
    const answer = await this.#answerOf(memberId, key).catch((error: unknown) => {
      end()
      throw error
    })
    if (answer === null && this.#answers.whereIs(memberId, key) !== 'memory' && this.#state === 'open')
      return this.#accept<Answer>(job)
    end()
    if (answer === null && this.#state !== 'open') throw new EngineError('STOPPED')
    assert(answer !== null, 'an answer was forgotten before its key')
    if (answer.request !== request) throw new EngineError('KEY_REUSED')
    this.#count.replays += 1
    return { result: resultOf(answer) as Result<Answer>, replay: true, seq: answer.seq }
  }

  #answerOf(memberId: MemberId, key: string): Promise<RecordedAnswer | null> {
    return this.#options.store.answer(memberId, key)
  }

  #accept<Answer>(job: Job): Promise<Answered<Answer>> {
    return new Promise((resolve, reject) => {
      job.resolve = resolve
      job.reject = reject
      job.span = this.#options.span?.(job.command.type)
      if (this.#queue.isEmpty(job.lane) && this.#hasPlace(job.lane)) this.#run(job)
      else this.#queue.enqueue(job)
    })
  }

  #hasPlace(lane: Lane): boolean {
    const { inFlight, reserved, batch } = this.#limits
    return (
      this.#collecting.length < batch &&
      this.#inFlight < (lane === 'reserved' ? inFlight : inFlight - reserved)
    )
  }

  #run(job: Job): void {
    const { command, input, caller } = job
    const call: Call = {
      actor: caller.actor,
      memberId: caller.memberId,
      device: caller.device,
      key: caller.key,
      seq: this.#head.seq + 1,
      at: Math.max(this.#head.ts, this.#options.clock.wall()),
    }
    let outcome: Outcome<unknown>
    let result: Result<unknown>
    let body: string
    let answer = ''
    this.#running = true
    try {
      const inputs = command.captureInputs(this.#options.world, input, call, this.read)
      outcome = reactedTo<unknown>(
        this.#options.guard?.(this.read, call) ?? command.run(this.#tables.access, input, inputs, call),
        this.#options.react,
        this.#tables.access,
        call,
      )
      result = outcome.ok ? { answer: outcome.answer, ok: true } : outcome
      if (!outcome.ok) this.#tables.undo()
      body = commandBody(
        inputs,
        job.inputText,
        outcome,
        this.#tables.transfers(),
        this.#options.signatures?.of(caller.device, caller.key),
      )
      if (job.keyed !== null) answer = JSON.stringify(result)
    } catch (error) {
      this.#tables.undo()
      this.#drop(job, error)
      if (error instanceof Bug) this.#die(error)
      return
    } finally {
      this.#running = false
    }
    this.#tables.keep()
    this.#write(call, command.type, body)
    this.#collecting.push({ job, call, result, answer, events: outcome.ok ? outcome.events : [] })
    this.#inFlight += 1
    this.#count.commands += 1
    if (!outcome.ok) this.#count.refused += 1
    if (this.#collecting.length >= this.#limits.batch) this.#flush()
    else this.#flushing ??= setImmediate(() => this.#flush())
  }

  #write(call: Call, type: string, body: string): void {
    const { seq, at: ts } = call
    const record = recordText({ actor: call.actor, device: call.device, key: call.key, seq, ts, type }, body)
    const hash = chained(this.#head.hash, record)
    this.#journal.push({ seq, ts, type, record, hash })
    this.#head = { seq, ts, hash }
  }

  /**
   * Commands that arrived in the same turn of the event loop share a batch; so do those that found the pipe
   * full.
   */
  #flush(): void {
    if (this.#flushing !== null) clearImmediate(this.#flushing)
    this.#flushing = null
    if (this.#collecting.length === 0 || this.#sent.length >= this.#limits.pipe || this.#state === 'closed')
      return
    const ran = this.#collecting
    this.#collecting = []
    this.#sent.push(ran)
    this.#count.batches += 1
    if (this.#options.span !== undefined)
      for (const { job } of ran) job.commit = job.span?.part('commit', { 'akari.batch': ran.length })
    const batch = this.#closeBatch(ran)
    this.#options.at?.('batch closed')
    this.#options.store.flush(batch).then(
      () => this.#durable(),
      (error) => this.#die(error),
    )
    this.#options.at?.('batch sent')
  }

  #closeBatch(ran: readonly Ran[]): Batch {
    const journal = this.#journal
    this.#journal = []
    const answers: StoredAnswer[] = []
    for (const {
      job: { keyed },
      call,
      answer,
    } of ran) {
      if (keyed === null) continue
      const { memberId, key, entry } = keyed
      answers.push({ member: memberId, key, seq: call.seq, request: entry.request, answer })
    }
    const changes = this.#tables.takeChanges()
    return {
      previous: journal[0]!.seq - 1,
      journal,
      answers,
      changes,
      ...(this.#seal === null ? {} : { seal: this.#seal.at(journal.at(-1)!.hash) }),
    }
  }

  /** The oldest batch in the pipe is on the disk: now it may be told. */
  #durable(): void {
    if (this.#state === 'closed') return
    this.#options.at?.('batch durable')
    const ran = this.#sent.shift()!
    this.#inFlight -= ran.length
    for (const { job, call, result } of ran) {
      if (job.keyed !== null) {
        const { memberId, key } = job.keyed
        this.#answers.end(memberId, key)
        this.#answers.answered(memberId, key)
      }
      job.commit?.end()
      job.span?.end({ attributes: { 'akari.result': result.ok ? 'done' : 'refused' } })
      job.resolve({ result, replay: false, seq: call.seq })
    }
    for (const { call, events } of ran) for (const event of events) this.#tell(event, call)
    for (let job = this.#nextWaiting(); job !== undefined; job = this.#nextWaiting()) this.#run(job)
    if (this.#collecting.length > 0) this.#flushing ??= setImmediate(() => this.#flush())
    else if (this.#inFlight === 0) this.#drained?.()
  }

  #nextWaiting(): Job | undefined {
    return this.#queue.next((lane) => this.#hasPlace(lane))
  }

  #tell(event: DomainEvent, { seq, at }: Call): void {
    for (const listener of this.#listeners) {
      try {
        listener(event, { seq, at })
      } catch (error) {
        this.#options.log.error({ err: error, event: event.type, seq }, 'a listener failed')
      }
    }
  }

  /** Without effect: the key is free again. */
  #drop(job: Job, error: unknown): void {
    if (job.keyed !== null) this.#answers.end(job.keyed.memberId, job.keyed.key)
    job.span?.end({ failed: true })
    job.reject(error)
  }

  #die(error: unknown): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    const unknown = [...this.#sent.flat(), ...this.#collecting]
    for (const { job } of unknown) {
      job.commit?.end({ failed: true })
      job.span?.end({ failed: true })
      job.reject(new EngineError('UNKNOWN'))
    }
    for (const job of this.#queue.drain()) this.#drop(job, new EngineError('STOPPED'))
    this.#drained?.()
    this.#options.fatal(error)
  }

  #forgetOldAnswers(bounds: TimeBounds): void {
    if (hourOf(bounds.earliest) === this.#keysHour) return
    this.#keysHour = hourOf(bounds.earliest)
    this.#answers.forget(oldestKeyTime(bounds))
    this.#options.store
      .forgetAnswers(oldestKeyTime(bounds))
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'old answers stay'))
  }
}

const resultOf = ({ answer }: StoredAnswer): Result<unknown> => JSON.parse(answer) as Result<unknown>

/** The answer of a job that is not accepted yet: there must be none. */
const never = (): void => {
  throw new Bug('answered before it was accepted')
}

const hourOf = (at: Ms): number => Math.floor(at / HOUR)
