import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Misconfigured, type Config } from './config.ts'

/** What a data directory has been used for: its orders and prices make sense in no other market (product decision 1). */
type Remembered = { market: Config['market']; schedule: Config['schedule']; replayFile: string | null; replayFrom: string | null }

/** Writes down, at the first start, what this data directory is for; later refuses another market, schedule or file. */
export function claimDataDirectory(config: Config): void {
  const file = join(config.dataDir, 'house.json')
  const asked: Remembered = {
    market: config.market,
    schedule: config.schedule,
    replayFile: config.replay && basename(config.replay.file),
    replayFrom: config.replay && config.replay.from,
  }
  if (!existsSync(file)) {
    writeFileSync(file, `${JSON.stringify(asked, null, 2)}\n`)
    return
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Remembered
  const names = { market: 'MARKET', schedule: 'SCHEDULE', replayFile: 'REPLAY_FILE', replayFrom: 'REPLAY_FROM' } as const
  for (const name of Object.keys(names) as (keyof Remembered)[]) {
    if (kept[name] === asked[name]) continue
    throw new Misconfigured(
      `${config.dataDir} was begun with ${names[name]}=${kept[name] ?? '(none)'} and cannot go on with ${asked[name] ?? '(none)'}. ` +
        'Set it as it was, or name another DATA_DIR.',
    )
  }
}
