import { join } from 'node:path'
import { no } from '#kernel/result.ts'
import { type DateJst, iso, MINUTE, type Ms } from '#kernel/time.ts'
import { VENUE } from '#platform/backup/archive.ts'
import { every } from '#platform/every.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { signerFrom } from '#platform/signing.ts'
import { on, type AppContext, type Module } from '#modules/module.ts'
import { openingAt } from '#modules/instruments/model/schedule.ts'
import type { OutputOf } from '#wire/route.ts'
import * as contract from '../contract.ts'
import type { DayPlan } from '../model/day-plan.ts'
import { RULES_VERSION } from '../model/match.ts'
import { offSpans } from '../model/off-days.ts'
import {
  closesHash,
  commitmentOf,
  commitmentText,
  DAY_FORMAT,
  withoutNames,
  type DayFile,
} from '../model/market-day.ts'
import { textHash } from '../model/receipt.ts'
import { readPublished, writePublished, publishedCheck } from './day-files.ts'
import { commitDayCommand, marketDays, revealDayCommand, type MarketDayRow } from './days.ts'
import type { DayOver } from './exchange-host.ts'
import type { Venue } from './ports.ts'
import { seedOfDay } from './seeds.ts'
import { LineDamaged } from './log-line.ts'
import { COPIED_EVERY_MS, venueArchive } from './venue-archive.ts'
import { readDayLog } from './venue-files.ts'

/**
 * Days of the simulated market: what is committed to before each, and what is revealed after it
 * (security-and-trust 5.5).
 */
export type DaysPublic = {
  /**
   * Resolves when the commitment to this plan is durable. `joins`: a plan of issues that join a day that is
   * on.
   */
  commit(plan: DayPlan, joins: boolean): Promise<void>
  /** A day is over. The same again changes nothing. */
  over(day: DayOver): void
}

const SHOWN = 60
/** A seal that comes with the opening is none that came late. */
const LATE_AFTER: Ms = MINUTE

export function createVenue(
  context: AppContext,
  { venue, isLogDamaged }: { venue: Venue; isLogDamaged: () => boolean },
): { module: Module; days: DaysPublic } {
  const { config, log, schedule, calendar } = context
  const directory = join(config.dataDir, 'venue')
  const signer = signerFrom(config.keys.signing)
  const archiving = archivingOf(context, directory)
  let sawDamage = false
  let revealing: Promise<void> = Promise.resolve()
  // A text about a day never changes: it is signed once, not for everyone who reads the list.
  const signatures = new Map<string, string>()
  const signed = (text: string): string => {
    const known = signatures.get(text) ?? signer.sign(text)
    signatures.set(text, known)
    return known
  }

  const viewOf = ({
    tradeDate,
    part,
    joins,
    commitment,
    seed,
    closesHash: closes,
    fileHash,
    ...row
  }: MarketDayRow): contract.MarketDayView => {
    const committedAt = iso(row.committedAt)
    const revealedAt = row.revealedAt === null ? null : iso(row.revealedAt)
    return {
      tradeDate,
      part,
      joins,
      late: part === 1 && row.committedAt > openingAt(schedule, tradeDate) + LATE_AFTER,
      commitment,
      committedAt,
      signature: signed(commitmentText({ tradeDate, part, commitment, committedAt })),
      seed,
      revealedAt,
      closesHash: closes,
      fileHash,
    }
  }
  const unrevealed = () => context.engine.read.of(marketDays).by('unrevealed', 'all')

  /** null where it is not there, or not what was written. */
  function dayLog(tradeDate: DateJst): ReturnType<typeof readDayLog> {
    try {
      return readDayLog(directory, tradeDate)
    } catch (err) {
      if (!(err instanceof LineDamaged)) throw err
      sawDamage = true
      log.error({ err, tradeDate }, 'the log of a day is damaged: it cannot be published')
      return null
    }
  }

  /** The file of a day, written; null where the log of what the day was committed to is not there. */
  function publish(
    tradeDate: DateJst,
    over: DayOver | null,
  ): { fileHash: string; closesHash: string } | null {
    const found = over === null ? null : dayLog(tradeDate)
    const committed = unrevealed().findLast((row) => row.tradeDate === tradeDate && !row.joins)?.commitment
    if (over === null || found === null || commitmentOf(found.opening.plan) !== committed) return null
    const file: DayFile = {
      format: DAY_FORMAT,
      tradeDate,
      schedule: config.schedule,
      rules: RULES_VERSION,
      seed: found.opening.plan.seed,
      opening: found.opening,
      lines: withoutNames(found.lines),
      closes: over.closes,
    }
    const text = JSON.stringify(file)
    writePublished(directory, tradeDate, text)
    return { fileHash: textHash(text), closesHash: closesHash(over.closes) }
  }

  async function reveal(over: DayOver): Promise<void> {
    // Days before it whose end nobody has told: the files of the exchange were lost.
    const dates = [...new Set(unrevealed().map(({ tradeDate }) => tradeDate))].filter(
      (date) => date <= over.tradeDate,
    )
    for (const tradeDate of dates) {
      const published = publish(tradeDate, tradeDate === over.tradeDate ? over : null)
      await context.engine.submit(
        revealDayCommand,
        {
          tradeDate,
          seed: seedOfDay(config.keys.market, tradeDate),
          closesHash: published?.closesHash ?? null,
          fileHash: published?.fileHash ?? null,
        },
        SYSTEM_CALLER,
      )
    }
  }

  const module: Module = {
    name: 'venue',
    tables: [marketDays],
    stored: [publishedCheck(directory)],
    commands: [commitDayCommand, revealDayCommand],
    routes: [
      on(contract.listMarketDays, () => {
        const rows = context.engine.read
          .of(marketDays)
          .all()
          .toSorted((a, b) =>
            a.tradeDate === b.tradeDate ? b.part - a.part : a.tradeDate < b.tradeDate ? 1 : -1,
          )
        return { publicKey: signer.publicKey, days: rows.slice(0, SHOWN).map(viewOf), simulated: true }
      }),
      on(contract.listOffDays, () => ({
        spans: offSpans(
          context.engine.read
            .of(marketDays)
            .all()
            .map(({ tradeDate }) => tradeDate),
          calendar,
        ),
        simulated: true,
      })),
      on(contract.getMarketDay, async ({ params }) => {
        const revealed = context.engine.read
          .of(marketDays)
          .by('byDate', params.date)
          .toSorted((a, b) => a.part - b.part)
          .findLast(({ fileHash }) => fileHash !== null)
        const text = revealed === undefined ? null : await readPublished(directory, params.date)
        if (text === null) return no('NOT_PUBLISHED')
        return textHash(text) !== revealed!.fileHash
          ? no('DAY_FILE_CHANGED')
          : (JSON.parse(text) as OutputOf<typeof contract.getMarketDay>)
      }),
    ],
    start: () => Promise.resolve(archiving.start()),
    faults: () => [
      ...(sawDamage || isLogDamaged() ? ['exchange-log-damaged' as const] : []),
      ...(archiving.fails() ? ['archive-failing' as const] : []),
      ...(venue.isAway() ? ['venue-away' as const] : []),
    ],
    stop: async () => {
      await venue.stop()
      await revealing
      archiving.stop()
    },
  }
  return {
    module,
    days: {
      async commit(plan, joins) {
        await context.engine.submit(
          commitDayCommand,
          { tradeDate: plan.tradeDate, joins, commitment: commitmentOf(plan) },
          SYSTEM_CALLER,
        )
      },
      over: (day) => {
        revealing = revealing
          .then(() => reveal(day))
          .catch((err: unknown) =>
            log.error({ err, tradeDate: day.tradeDate }, 'a day could not be revealed'),
          )
      },
    },
  }
}

/** Copies of the exchange's files for the archive, where there is one; the last with the stop. */
function archivingOf(
  { config: { archiveDir }, clock, log }: Pick<AppContext, 'config' | 'clock' | 'log'>,
  directory: string,
): { start(): void; stop(): void; fails(): boolean } {
  if (archiveDir === null) return { start: () => {}, stop: () => {}, fails: () => false }
  const archive = venueArchive(directory, join(archiveDir, VENUE))
  let end = () => {}
  let fails = false
  const copy = () => {
    try {
      archive.copy({ machine: clock.machine(), market: clock.market() })
      fails = false
    } catch (err) {
      if (!fails) log.error({ err }, 'the files of the exchange could not be archived; it is tried again')
      fails = true
    }
  }
  return {
    start() {
      copy()
      end = every(COPIED_EVERY_MS, copy)
    },
    stop() {
      end()
      copy()
    },
    fails: () => fails,
  }
}
