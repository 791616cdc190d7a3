import { openOutbox } from '#platform/outbox/outbox.ts'
import { inProcessBus } from '#platform/bus/in-process.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { Bug } from '#kernel/assert.ts'
import type { Coded } from '#platform/database/row-mac.ts'
import type { Guard, Reaction } from '#platform/engine/command.ts'
import type { Rules } from '#platform/engine/check-tables.ts'
import { codedNames, sealKey, sealMemory } from '#platform/engine/row-seal.ts'
import { imageCleaner } from '#platform/images.ts'
import { jobList } from '#platform/jobs.ts'
import { LIMITS } from '#platform/limits.ts'
import type { Log } from '#platform/log.ts'
import { encryptedImages, imagesCheck } from '#platform/encryption.ts'
import type { AppContext, Module } from '#modules/module.ts'
import { changedDays, publishedHours } from '#modules/schedules/server/public.ts'
import { noLogMarks } from '#modules/venue/server/public.ts'
import { openMarket } from './market-world.ts'
import { readReplay } from './replay-files.ts'
import { createModules, type Modules } from './modules.ts'
import { beginInPast, confirmEffect, setWallClock, timeSeen, CLOCK_TABLES } from './wall-clock.ts'

/**
 * Tables and commands of every module, without a server at work: what a journal is run again by. Nothing is
 * opened, nothing trades, nothing is written.
 */
export function rulesOf(config: Config, database: Database['config'], log: Log): Rules {
  const never = (what: string) => (): never => {
    throw new Bug(`${what} was asked while a journal is run again`)
  }
  const db = connect(database, log)
  const clock = systemClock({})
  let modules: Modules | null = null
  const world = openMarket({
    config,
    replay: config.replay && readReplay(config.replay, log),
    clock,
    log,
    logMarks: noLogMarks(),
    isStill: true,
    market: () => modules!.market,
    actions: () => modules!.actions,
    days: () => modules!.days,
    engine: never('the engine'),
    db: () => db,
  })
  const { calendar, businessDays, schedule } = world
  const context: AppContext = {
    config,
    clock,
    calendar,
    businessDays,
    schedule,
    db,
    log,
    bus: inProcessBus(),
    outbox: openOutbox({ db, clock, log, chance: never('chance') }),
    tracing: null,
    text: never('a text'),
    images: encryptedImages(db, config.keys.images, clock, never('an id'), imageCleaner(LIMITS.upload)),
    ids: { uuid: never('an id'), bytes: never('chance') },
    get engine() {
      return never('the engine')()
    },
    doneBefore: never('the jobs'),
  }
  modules = createModules(context, world, LIMITS)
  modules.staff.register('health', confirmEffect(clock))
  const macs = codedRows(config, modules.all)
  const coded = codedNames(
    sealKey(config.keys.salts),
    sealMemory(config.dataDir).read(),
    macs.map(({ name }) => name),
  )
  return {
    tables: [...CLOCK_TABLES, ...modules.all.flatMap((module) => module.tables ?? [])],
    commands: [
      setWallClock(clock),
      beginInPast(clock),
      timeSeen(clock),
      ...modules.all.flatMap((module) => module.commands ?? []),
    ],
    guard: guardOf(modules.all),
    react: reactionOf(modules.all),
    ran(read, changed) {
      for (const { name } of changed)
        if (name === 'schedules') world.changeDays?.(changedDays(read), publishedHours(read))
    },
    stored: [
      imagesCheck(config.keys.images),
      ...modules.all.flatMap(({ stored = [] }) => stored),
      ...macs.filter(({ name }) => coded.includes(name)).map(({ stored }) => stored),
    ],
    sealKey: sealKey(config.keys.salts),
  }
}

/** The first reason of any module for which a caller is shut out. */
export function guardOf(modules: readonly Module[]): Guard {
  const guards = modules.flatMap(({ guard }) => guard ?? [])
  return (tables, call) => {
    for (const guard of guards) {
      const refusal = guard(tables, call)
      if (refusal !== null) return refusal
    }
    return null
  }
}

/** Everything that modules add to a command that was done. */
export function reactionOf(modules: readonly Module[]): Reaction {
  const reactions = modules.flatMap(({ react }) => react ?? [])
  return (tables, events, call) => reactions.flatMap((react) => react(tables, events, call))
}

/** Rows beside the journal that have codes, of all modules and of the platform. */
export const codedRows = ({ keys }: Config, modules: readonly Module[]): readonly Coded[] => [
  jobList(keys.salts),
  ...modules.flatMap(({ macs = [] }) => macs),
]
