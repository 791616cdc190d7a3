import type { DateJst } from '#kernel/time.ts'
import type { Replay } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import { parseActions } from '#modules/instruments/model/actions-file.ts'
import { fileCalendar } from '#modules/instruments/model/calendar.ts'
import { readListing, readTable } from '#modules/instruments/server/module.ts'
import { parseReplayFile } from '#modules/venue/model/replay-bars.ts'
import { replayedMarket, type ReplayedMarket } from '#modules/venue/model/replay-issues.ts'

/** Rows that are logged one by one; all of them stand in the console. */
const LOGGED = 20

export type ReplayFiles = ReplayedMarket &
  Pick<Replay, 'from' | 'speed'> & { readonly dates: readonly DateJst[] }

/**
 * The files of a replay, read and held against each other. Throws `Misconfigured`, a sentence, where nothing
 * can be played; what can only in part is logged with its line.
 */
export function readReplay({ file: path, listing, actions, from, speed }: Replay, log: Log): ReplayFiles {
  try {
    const file = readTable(path, parseReplayFile)
    if (file.dates.at(-1)! < from)
      throw new RangeError(`REPLAY_FROM is ${from}, and the last day of ${path} is ${file.dates.at(-1)!}`)
    const calendar = fileCalendar(file.dates)
    const market = replayedMarket(
      file,
      readListing(listing),
      actions === null ? null : readTable(actions, (text) => parseActions(text, calendar)),
    )
    tell(market, log)
    return { ...market, from, speed, dates: file.dates }
  } catch (error) {
    throw new Misconfigured(error instanceof Error ? error.message : String(error))
  }
}

function tell({ issues, faults, refused, unlisted, barless }: ReplayedMarket, log: Log): void {
  // `code` is hidden in the log, which knows it as what is sent by SMS.
  for (const { code: issue, ...row } of refused.slice(0, LOGGED))
    log.warn({ ...row, issue }, 'a row of the replay was refused')
  for (const { code: issue, ...fault } of faults.slice(0, LOGGED))
    log.warn({ ...fault, issue }, 'a day of the replay is played with a fault')
  log.info(
    {
      issues: issues.length,
      refusedRows: refused.length,
      faults: faults.length,
      unlisted: unlisted.length,
      withoutBars: barless,
    },
    'the files of the replay were read',
  )
  if (unlisted.length > 0)
    log.warn(
      { issues: unlisted.slice(0, LOGGED), count: unlisted.length },
      'issues of the bars that the listing does not have are left out',
    )
}
