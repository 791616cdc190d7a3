/**
 * Variables of the environment that are settings. `setting-names.test.ts` holds the list against what
 * `readConfig` reads and against the README's table.
 */
export const SETTINGS = [
  'ACCESS_LOG',
  'ARCHIVE_DIR',
  'CHAT_URL',
  'CLOCK_DATE',
  'CONSOLE_HOST',
  'DATABASE_URL',
  'DATABASE_URL_FILE',
  'DATA_DIR',
  'DEMO',
  'DEMO_DESK',
  'DEMO_PAST',
  'FIRM_FILE',
  'FIX_CERT_FILE',
  'FIX_HOST',
  'FIX_KEY_FILE',
  'FIX_PORT',
  'HOST',
  'KEYS_DIR',
  'LOG',
  'MAIL_DIR',
  'MAIL_FROM',
  'MAIL_TOKEN',
  'MAIL_TOKEN_FILE',
  'MAIL_URL',
  'MARKET',
  'METRICS_HOST',
  'METRICS_PORT',
  'NEWS_FEEDS',
  'SCREENING_LIST',
  'NOTICE_WEBHOOK_PRIVATE',
  'NOTICE_WEBHOOK_SECRET',
  'NOTICE_WEBHOOK_SECRET_FILE',
  'NOTICE_WEBHOOK_URL',
  'ORIGIN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_HEADERS_FILE',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'PASSKEYS',
  'PORT',
  'PROXY',
  'PUSH_TEST_ORIGIN',
  'REPLAY_ACTIONS',
  'REPLAY_FILE',
  'REPLAY_FROM',
  'REPLAY_LISTING',
  'REPLAY_SPEED',
  'SCHEDULE',
  'SMS_COUNTRIES',
  'SMS_TOKEN',
  'SMS_TOKEN_FILE',
  'SMS_URL',
  'VENUE_ADDRESS',
  'VENUE_CA_FILE',
  'VENUE_HEARTBEAT',
  'VENUE_LISTING',
  'VENUE_MARKET_ADDRESS',
  'VENUE_MARKET_TARGET',
  'VENUE_RESET',
  'VENUE_SENDER',
  'VENUE_TARGET',
  'VENUE_TLS',
  'WEBHOOK_TEST_ORIGIN',
] as const

/** Names of other programs that are a letter away from a setting. */
const OF_OTHERS: ReadonlySet<string> = new Set(['HOSTS', 'PORTS', 'POST', 'LOGS'])
/** Shorter names are too near to anything to be guessed at by a letter that differs. */
const SHORTEST_GUESSED = 4
/** From this length on two letters may differ. */
const LONG = 8

/**
 * Variables that are set and are no setting, but nearly the name of one: a server that took a misspelt
 * `ORIGIN` for none would bind every passkey to localhost.
 */
export function misspelt(
  env: Readonly<Record<string, string | undefined>>,
): { name: string; meant: string }[] {
  const settings: readonly string[] = SETTINGS
  return Object.keys(env)
    .filter((name) => !settings.includes(name) && !OF_OTHERS.has(name) && (env[name] ?? '').trim() !== '')
    .flatMap((name) => {
      const meant = settings.find((setting) => isNearly(name, setting))
      // Set as well: what is nearly its name is of something else.
      return meant === undefined || env[meant] !== undefined ? [] : [{ name, meant }]
    })
}

function isNearly(name: string, setting: string): boolean {
  if (name.toUpperCase().replaceAll('_', '') === setting.replaceAll('_', '')) return true
  if (setting.length < SHORTEST_GUESSED) return false
  return distance(name, setting) <= (setting.length >= LONG ? 2 : 1)
}

/** Letters to add, leave out, change or swap with the next one (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          rows[i - 1]![j]! + 1,
          row[j - 1]! + 1,
          rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
          swapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
        ),
      )
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
