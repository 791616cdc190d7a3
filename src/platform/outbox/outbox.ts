import { DAY, HOUR, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import type { OutboxChannelName } from '#wire/outbox.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/connect.ts'
import type { Sql } from '../database/row-list.ts'
import type { DueScan } from '../due-scan.ts'
import type { Log } from '../log.ts'
import {
  claimMessage,
  dueMessages,
  forgetMessages,
  insertMessages,
  markDone,
  markFailed,
  messagesOf,
  reviveMessage,
  stuckChannels,
  type OutboxRow,
} from './queries.ts'
import { waitAfter } from './retry.ts'

/**
 * Contents of a message of each channel: modules add theirs by declaration merging. References, and an
 * address only where it would be another by the time that it is sent.
 */
export interface OutboxBodies {}
export type Channel = keyof OutboxBodies & OutboxChannelName

export type Message<C extends Channel = Channel> = {
  /** Made once: whoever takes the message knows it again by this key. */
  id: string
  kind: string
  body: OutboxBodies[C]
}
/** `tries`: this one included. */
export type Trying<C extends Channel = Channel> = Message<C> & { madeAt: Ms; tries: number }

/** A no that stays one: the message is not tried again by itself. */
export class RefusedForGood extends Error {
  override name = 'RefusedForGood'
}

/** A channel, as it takes messages. `send` throws where it did not take one: what it throws names nobody. */
export type ChannelSpec<C extends Channel = Channel> = {
  channel: C
  /** One that may fail for one recipient alone: it does not count as a fault of the server. */
  personal?: true
  /** Looked at by itself: servers of members that answer slowly hold up nothing else. */
  isApart?: true
  /** Tries of one message; left out: as many as messages have. */
  mostTries?: number
  send(message: Trying<C>): Promise<'sent' | 'dropped'>
  /** After a failure: `nextAt` null, where it was the last try. */
  failed?(message: Trying<C>, problem: string, nextAt: Ms | null): Promise<void>
}

export type Outbox = {
  /** Lays messages in, in the transaction of what they tell of. One that is there already changes nothing. */
  put<C extends Channel>(
    sql: Sql,
    channel: C,
    messages: readonly (Message<C> & { notBefore?: Ms })[],
  ): Promise<void>
  /** Tries these now, once what they tell of is durable. Resolves when each was tried; it never rejects. */
  deliver(ids: readonly string[]): Promise<void>
  /** Gives a message that failed its tries again; false where there is none. */
  resend(id: string): Promise<boolean>
  open<C extends Channel>(spec: ChannelSpec<C>): void
  /** Of all channels but those that are apart, and of those. */
  scans: readonly [DueScan, DueScan]
  /** Channels that have taken nothing for an hour while something waits. */
  stuck(): readonly OutboxChannelName[]
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>
}

const LOOKS_EVERY: Ms = 2 * SECOND
const AT_ONCE = 8
/** Looks in one turn, so that a long list does not wait for the clock. */
const ROUNDS = 20
const STUCK_AFTER: Ms = HOUR
const FORGETS_EVERY: Ms = HOUR
const DONE_KEPT: Ms = 7 * DAY
const DEAD_KEPT: Ms = 90 * DAY
const PROBLEM_LONGEST = 120
/** Longer than any channel waits for an answer. */
const LAST_TRY_LASTS: Ms = MINUTE

type Deps = {
  db: Pick<Database, 'kysely'>
  clock: Pick<Clock, 'wall'>
  log: Pick<Log, 'warn' | 'error'>
  /** From 0 to 1. */
  chance: () => number
}

/**
 * Messages that leave the server: rows, written with what they tell of, each sent at least once under one
 * key. A try is counted before it is made, so a kill between sending and its mark sends the same key again.
 * Nothing of it is a command: a journal that is run again sends nothing.
 */
export function openOutbox({ db: { kysely }, clock, log, chance }: Deps): Outbox {
  const channels = new Map<string, ChannelSpec>()
  const atWork = new Set<Promise<void>>()
  let stuck: readonly OutboxChannelName[] = []
  let forgotAt = 0
  const now = () => Math.floor(clock.wall())

  async function attempt(row: OutboxRow): Promise<void> {
    const spec = channels.get(row.channel)
    if (spec === undefined || row.body === null) return
    const tries = row.tries + 1
    const wait = waitAfter(tries, chance(), spec.mostTries)
    // Nobody else takes it while the last try is under way, and a kill then still comes to its end.
    const at = now()
    const nextAt = at + (wait ?? LAST_TRY_LASTS)
    if (!(await claimMessage(kysely, row, at, nextAt))) return
    const message = { id: row.id, kind: row.kind, body: row.body as never, madeAt: row.madeAt, tries }
    try {
      const state = await spec.send(message)
      await markDone(kysely, row.id, state, now())
    } catch (error) {
      const problem = (error as Error).message.slice(0, PROBLEM_LONGEST)
      const again = error instanceof RefusedForGood || wait === null ? null : nextAt
      log.warn({ channel: row.channel, kind: row.kind, tries, problem }, 'a message was not taken')
      await markFailed(kysely, row.id, problem, again === null ? now() : null)
      await spec.failed?.(message, problem, again)
    }
  }
  /** One after another in a few lines at once; what fails beside the channel is tried again when due. */
  async function attemptAll(rows: readonly OutboxRow[]): Promise<void> {
    const left = [...rows]
    const line = async () => {
      for (let row = left.shift(); row !== undefined; row = left.shift())
        await attempt(row).catch((err: unknown) => log.error({ err }, 'the outbox could not be written'))
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, left.length) }, line))
  }
  const byChannel = (rows: readonly OutboxRow[]): Promise<unknown> =>
    Promise.all(
      [...channels.keys()].map((name) => attemptAll(rows.filter(({ channel }) => channel === name))),
    )

  function tracked(work: Promise<void>): Promise<void> {
    const one = work
      .catch((err: unknown) => log.error({ err }, 'the outbox could not be read'))
      .finally(() => atWork.delete(one))
    atWork.add(one)
    return one
  }
  async function lookAt(isApart: boolean): Promise<void> {
    const names = [...channels.values()]
      .filter((spec) => (spec.isApart === true) === isApart)
      .map(({ channel }) => channel)
    for (let round = 0; round < ROUNDS; round++) {
      const due = await dueMessages(kysely, names, now())
      if (due.length === 0) break
      await byChannel(due)
    }
  }
  async function look(): Promise<void> {
    await lookAt(false)
    const shared = [...channels.values()].filter(({ personal }) => personal !== true)
    stuck = await stuckChannels(
      kysely,
      shared.map(({ channel }) => channel),
      now() - STUCK_AFTER,
    )
    if (now() - forgotAt < FORGETS_EVERY) return
    forgotAt = now()
    await forgetMessages(kysely, now() - DONE_KEPT, now() - DEAD_KEPT)
  }

  return {
    put: (sql, channel, messages) => {
      const madeAt = now()
      return insertMessages(
        sql,
        messages.map(({ id, kind, body, notBefore }) => ({
          id,
          channel,
          kind,
          body,
          state: 'waiting',
          tries: 0,
          madeAt,
          nextAt: notBefore ?? madeAt,
          doneAt: null,
          problem: null,
        })),
      )
    },
    deliver: (ids) => tracked(messagesOf(kysely, ids).then(async (rows) => void (await byChannel(rows)))),
    async resend(id) {
      const isThere = await reviveMessage(kysely, id, now())
      if (isThere) await this.deliver([id])
      return isThere
    },
    open: (spec) => void channels.set(spec.channel, spec),
    scans: [
      { name: 'outbox', everyMs: LOOKS_EVERY, look: () => tracked(look()) },
      { name: 'outbox.apart', everyMs: LOOKS_EVERY, look: () => tracked(lookAt(true)) },
    ],
    stuck: () => stuck,
    idle: async () => void (await Promise.all(atWork)),
  }
}
