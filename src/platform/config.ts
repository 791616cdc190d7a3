import { existsSync, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { isDate, type DateJst } from '#kernel/time.ts'
import { isNetwork } from './http/address.ts'
import { DEMO_FIRM, readFirm, type Firm } from './firm.ts'
import { isLoopback } from './limits.ts'
import { LOG_LEVELS, type LogLevel } from './log.ts'
import { refuseStrangeFiles } from './data-files.ts'
import { readKeys, type Keys } from './keys.ts'
import { Misconfigured } from './misconfigured.ts'

export type Replay = {
  file: string
  listing: string
  /** A file of dividends and splits, which else are guessed from the prices; null: none. */
  actions: string | null
  /** First date replayed, 2024-08-01. */
  from: string
  /** Seconds of market time in one second of the wall clock. */
  speed: number
  /** True: whoever the prices come from lets one person use them, so that nobody else may register. */
  isPrivate: boolean
}

/** A counterparty at which orders are worked and prices are made, by FIX. */
export type FixVenueConfig = {
  orders: { host: string; port: number }
  prices: { host: string; port: number }
  /** CompIDs of this server, of the venue for orders, and of the venue for prices. */
  sender: string
  target: string
  marketTarget: string
  /** Seconds between heartbeats. */
  heartbeat: number
  /** Beginning of both numbers at 1 anew: never, with the first logon of a day in Japan, with each logon. */
  reset: 'never' | 'daily' | 'logon'
  /** null: in the open, at this machine alone. `caFile` null: certificates of the public authorities. */
  tls: { caFile: string | null } | null
  /** File of the issues. */
  listing: string
}

/** Names of OpenTelemetry's samplers, as `OTEL_TRACES_SAMPLER` has them. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** The collector of traces, and how many of them it gets. */
export type TracingConfig = {
  url: string
  headers: Readonly<Record<string, string>>
  sampler: (typeof SAMPLERS)[number]
  /** Share of the traces, 0 to 1, where the sampler goes by one. */
  ratio: number
  service: string
}

export type Config = {
  version: string
  versionCode: number
  host: string
  port: number
  /** Addresses and networks of proxies in front, whose word is believed as to where a request comes from. */
  proxies: readonly string[]
  /**
   * Services that SMS and mails are handed over to; null: the developer inbox in the demo setting, none
   * outside of it. `mail.folder`: as files.
   */
  sms: { url: string; token: string | null } | null
  /** Country codes of the numbers that codes are sent to, as they begin in E.164. */
  smsCountries: readonly string[]
  mail: { url: string; token: string | null } | { folder: string; from: string } | null
  /**
   * Address under which members reach the app, without a path: passkeys are bound to its host name. null:
   * this machine's, http://localhost.
   */
  origin: string | null
  /**
   * Host name under which the console alone is served, and nowhere else; null: at /console/ beside the app.
   */
  consoleHost: string | null
  dataDir: string
  /** The folder of the keys: `DATA_DIR/keys`, unless they come from elsewhere. */
  keysDir: string
  /** Folder of the archive that a server goes back to any second from (`docs/recovery.md`); null: none. */
  archiveDir: string | null
  /** null: the embedded PostgreSQL. */
  databaseUrl: string | null
  market: 'sim' | 'replay' | 'fix'
  schedule: 'always-open' | 'tse'
  replay: Replay | null
  /**
   * True: one person alone may register, for whoever the prices come from lets one use them, or because
   * nobody has a licence to send the orders of others to a venue.
   */
  isPrivate: boolean
  /** null: the market is not another's. */
  venue: FixVenueConfig | null
  demo: boolean
  /**
   * `DEMO=leave`: off from now on; a database that was begun in the demo setting ends its printed members and
   * operators, and all sessions.
   */
  leavesDemo: boolean
  /**
   * `PASSKEYS=end`: another name in ORIGIN or CONSOLE_HOST is accepted, and passkeys that are bound to the
   * one before end.
   */
  endsPasskeys: boolean
  /** Demo setting: simulated operators decide what waits. Off: by hand, in the console. */
  demoDesk: boolean
  /**
   * Demo setting on the market that is always open: an empty database lives through three months first, with
   * simulated members (decision 0138).
   */
  demoPast: boolean
  /**
   * Today in Japan, as whoever starts the server says: a clock far ahead of the last record is believed by
   * it.
   */
  clockDate: DateJst | null
  logLevel: LogLevel
  /** A line of JSON for each answer, beside the log. */
  accessLog: boolean
  /** Place of `/metrics`, apart from what members and operators reach; null: there is none. */
  metrics: { host: string; port: number } | null
  /** The collector that spans are sent to; null: there are none. */
  tracing: TracingConfig | null
  /** Place where programs log on by FIX; null: there is none. `tls` null: only at this machine. */
  fix: { host: string; port: number; tls: { certFile: string; keyFile: string } | null } | null
  /** Address at which deposits are talked about; null: the conversation of the app. */
  chatUrl: string | null
  /** A server beside the browsers' own that notifications may go to, `http://127.0.0.1:9000`: for tests. */
  pushTestOrigin: string | null
  /** A server beside those of the public web that webhooks of members may go to: for tests. */
  webhookTestOrigin: string | null
  /**
   * The place to which notices to operators are posted, signed with the secret; null: none.
   * `allowsPrivate`: also one's own network, and http.
   */
  noticeWebhook: { url: string; secret: string; allowsPrivate: boolean } | null
  /** The firm; null: outside the demo setting, and `FIRM_FILE` names none. */
  firm: Firm | null
  /** A file of names that members are screened against; null: none is set. */
  screeningList: string | null
  /** RSS and Atom feeds that are shown with the news. */
  newsFeeds: readonly string[]
  /** Built phone app, and the operators' console. */
  webDir: string
  consoleDir: string
  keys: Keys
}

type Environment = Readonly<Record<string, string | undefined>>
const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Reads every setting once (their names: `setting-names.ts`). Throws `Misconfigured` with a sentence that
 * names the variable and what it may be.
 */
export function readConfig(env: Environment): Config {
  const market = oneOf(env, 'MARKET', ['sim', 'replay', 'fix'], 'sim')
  const databaseUrl = secret(env, 'DATABASE_URL')
  const dataDir = dataDirOf(env)
  const keysDir = keysDirOf(env, dataDir)
  const leavesDemo = text(env, 'DEMO')?.toLowerCase() === 'leave'
  const demo = !leavesDemo && flag(env, 'DEMO', databaseUrl === null)
  const settings = {
    ...versionOf(join(ROOT, 'package.json')),
    host: listenAt(env, demo),
    port: integer(env, 'PORT', 0, 65_535, 8_080),
    proxies: proxiesOf(env),
    origin: originOf(env),
    consoleHost: consoleHostOf(env),
    sms: gatewayOf(env, 'SMS'),
    smsCountries: countriesOf(env),
    mail: gatewayOf(env, 'MAIL') ?? mailFolderOf(env),
    dataDir,
    keysDir,
    archiveDir: archiveDirOf(env, dataDir, market),
    databaseUrl: databaseUrl === null ? null : postgresUrl(databaseUrl),
    market,
    schedule: scheduleOf(env, market),
    replay: market === 'replay' ? replayOf(env) : null,
    venue: market === 'fix' ? venueOf(env, demo) : null,
    demo,
    leavesDemo,
    endsPasskeys: oneOf(env, 'PASSKEYS', ['keep', 'end'], 'keep') === 'end',
    demoDesk: demo && flag(env, 'DEMO_DESK', true),
    demoPast:
      flag(env, 'DEMO_PAST', false) &&
      demo &&
      flag(env, 'DEMO_DESK', true) &&
      market === 'sim' &&
      scheduleOf(env, market) === 'always-open',
    clockDate: dateOf(env, 'CLOCK_DATE'),
    logLevel: oneOf(env, 'LOG', LOG_LEVELS, 'info'),
    accessLog: flag(env, 'ACCESS_LOG', false),
    metrics: metricsOf(env),
    tracing: tracingOf(env),
    fix: fixOf(env),
    chatUrl: webAddress(env, 'CHAT_URL'),
    pushTestOrigin: webAddress(env, 'PUSH_TEST_ORIGIN'),
    webhookTestOrigin: webAddress(env, 'WEBHOOK_TEST_ORIGIN'),
    noticeWebhook: noticeWebhookOf(env),
    firm: firmOf(env, demo),
    newsFeeds: webAddresses(env, 'NEWS_FEEDS'),
    screeningList: screeningListOf(env),
    webDir: join(ROOT, 'dist', 'mobile'),
    consoleDir: join(ROOT, 'dist', 'console'),
  }
  const isUnlicensed = settings.venue !== null && settings.firm?.isFictional !== false
  if (market !== 'replay') refuseSettings(env, REPLAY_NAMES, 'replay', market)
  if (market !== 'fix') refuseSettings(env, VENUE_NAMES, 'fix', market)
  refuseStrangeFiles(dataDir)
  const isPrivate = settings.replay?.isPrivate === true || isUnlicensed
  return { ...settings, isPrivate, keys: readKeys(keysDir) }
}

const text = (env: Environment, name: string): string | null => env[name]?.trim() || null

/**
 * The folder of `DATA_DIR`. A variable that a script has left empty would begin anew in another place: throws
 * `Misconfigured`.
 */
export function dataDirOf(env: Environment): string {
  if (env['DATA_DIR'] !== undefined && text(env, 'DATA_DIR') === null)
    throw new Misconfigured('DATA_DIR is empty; it must be a folder. Leave it out for ./data.')
  return resolve(text(env, 'DATA_DIR') ?? './data')
}

function oneOf<const T extends string>(
  env: Environment,
  name: string,
  allowed: readonly T[],
  otherwise: T,
): T {
  const value = text(env, name) ?? otherwise
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) throw new Misconfigured(`${name} is "${value}"; it may be ${allowed.join(', ')}.`)
  return found
}

function integer(env: Environment, name: string, from: number, to: number, otherwise: number): number {
  const value = text(env, name) ?? String(otherwise)
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < from || number > to) {
    throw new Misconfigured(`${name} is "${value}"; it must be a whole number from ${from} to ${to}.`)
  }
  return number
}

function flag(env: Environment, name: string, otherwise: boolean): boolean {
  const value = text(env, name)?.toLowerCase()
  if (value === undefined) return otherwise
  if (['1', 'true', 'on', 'yes'].includes(value)) return true
  if (['0', 'false', 'off', 'no'].includes(value)) return false
  throw new Misconfigured(
    `${name} is "${env[name]}"; it may be on or off${name === 'DEMO' ? ', or leave to end the demo setting of a server' : ''}.`,
  )
}

function postgresUrl(value: string): string {
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new Misconfigured('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  }
  return value
}

function webAddress(env: Environment, name: string): string | null {
  const value = text(env, name)
  if (value === null) return null
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new Misconfigured(
      `${name} is "${value}"; it must be an address that begins with https:// or http://.`,
    )
  }
  return value
}

const MOST_SECRET_BYTES = 65_536

/**
 * A setting that nobody else may read: its value, or the file that `NAME_FILE` names, as containers and
 * service managers hand secrets over. What stands in a file is trimmed.
 */
function secret(
  env: Environment,
  name: 'DATABASE_URL' | 'SMS_TOKEN' | 'MAIL_TOKEN' | 'NOTICE_WEBHOOK_SECRET' | 'OTEL_EXPORTER_OTLP_HEADERS',
): string | null {
  const variable = `${name}_FILE`
  const file = text(env, variable)
  const value = text(env, name)
  if (file === null) return value
  if (value !== null) throw new Misconfigured(`${name} and ${variable} are both set: leave one out.`)
  const path = resolve(file)
  const refuse = (why: string) => new Misconfigured(`${variable} is "${file}", ${why}.`)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw refuse('and there is no such file')
  if (!found.isFile() || found.size > MOST_SECRET_BYTES) throw refuse('which is no file with a secret')
  const content = readable(path)?.trim()
  if (content === undefined) throw refuse('which this user may not read')
  if (content === '') throw refuse('which is empty')
  return content
}

function readable(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** `KEYS_DIR` must be there: one that is misspelt would begin with new keys. */
function keysDirOf(env: Environment, dataDir: string): string {
  const folder = text(env, 'KEYS_DIR')
  if (folder === null) return join(dataDir, 'keys')
  const path = resolve(folder)
  if (!existsSync(path) || !statSync(path).isDirectory())
    throw new Misconfigured(
      `KEYS_DIR is "${folder}", which is no folder. Make it, or leave it out for keys in DATA_DIR.`,
    )
  return path
}

/**
 * Named in commands that PostgreSQL runs by a shell, where a quote or a percent sign would mean something.
 */
function archiveDirOf(env: Environment, dataDir: string, market: Config['market']): string | null {
  const folder = text(env, 'ARCHIVE_DIR')
  if (folder === null) return null
  const path = resolve(folder)
  const refuse = (why: string) => new Misconfigured(`ARCHIVE_DIR is "${folder}", ${why}.`)
  if (/['"%\\$`\n]/.test(path))
    throw refuse('and its path may have no quote, backslash, percent or dollar sign')
  if (path === dataDir || path.startsWith(`${dataDir}/`))
    throw refuse('which lies in DATA_DIR and would be lost with it')
  if (market === 'replay') throw refuse('and a replay of past days is not archived: leave it out')
  return path
}

/** A service that messages are posted to: `SMS_URL` and `SMS_TOKEN`, `MAIL_URL` and `MAIL_TOKEN`. */
function gatewayOf(env: Environment, what: 'SMS' | 'MAIL'): { url: string; token: string | null } | null {
  const url = webAddress(env, `${what}_URL`)
  const token = secret(env, `${what}_TOKEN`)
  if (url === null && token !== null)
    throw new Misconfigured(`${what}_TOKEN is set, but ${what}_URL is not: add it, or leave the token out.`)
  return url === null ? null : { url, token }
}

/**
 * Messages abroad are dear, and numbers there are what those who pump messages own: Japan, unless the server
 * says more.
 */
function countriesOf(env: Environment): string[] {
  const all = (text(env, 'SMS_COUNTRIES') ?? '+81').split(/\s+/)
  const wrong = all.find((one) => !/^\+[1-9]\d{0,2}$/.test(one))
  if (wrong !== undefined)
    throw new Misconfigured(
      `SMS_COUNTRIES has "${wrong}"; it must be country codes, +81, more with spaces between them.`,
    )
  return all
}

function mailFolderOf(env: Environment): { folder: string; from: string } | null {
  const folder = text(env, 'MAIL_DIR')
  if (folder !== null && existsSync(folder) && !statSync(folder).isDirectory())
    throw new Misconfigured(`MAIL_DIR is "${folder}", which is no folder.`)
  return folder === null
    ? null
    : { folder: resolve(folder), from: text(env, 'MAIL_FROM') ?? 'Akari <no-reply@localhost>' }
}

/** The demo's firm is invented: under it no real firm's account is shown. */
function firmOf(env: Environment, demo: boolean): Firm | null {
  const file = text(env, 'FIRM_FILE')
  if (!demo) return file === null ? null : readFirm(resolve(file))
  if (file !== null)
    throw new Misconfigured(
      'FIRM_FILE is set, and the demo setting is on, whose firm is fictional. Set DEMO=off, or leave FIRM_FILE out.',
    )
  return DEMO_FIRM
}

const SECRET_SHORTEST = 16

/** Only whoever runs the server says where its notices go: no operator can point it at an address. */
function noticeWebhookOf(env: Environment): Config['noticeWebhook'] {
  const url = webAddress(env, 'NOTICE_WEBHOOK_URL')
  const signedBy = secret(env, 'NOTICE_WEBHOOK_SECRET')
  const allowsPrivate = flag(env, 'NOTICE_WEBHOOK_PRIVATE', false)
  if (url === null) {
    if (signedBy !== null)
      throw new Misconfigured(
        'NOTICE_WEBHOOK_SECRET is set, but NOTICE_WEBHOOK_URL is not: add it, or leave the secret out.',
      )
    return null
  }
  if (signedBy === null || signedBy.length < SECRET_SHORTEST)
    throw new Misconfigured(
      `NOTICE_WEBHOOK_URL needs NOTICE_WEBHOOK_SECRET, ${SECRET_SHORTEST} characters or more, by which notices are signed.`,
    )
  if (!allowsPrivate && new URL(url).protocol !== 'https:')
    throw new Misconfigured(
      `NOTICE_WEBHOOK_URL is "${url}"; it must begin with https://, or NOTICE_WEBHOOK_PRIVATE=on says that it is in your own network.`,
    )
  return { url, secret: signedBy, allowsPrivate }
}

/** Browsers let passkeys be used over https, and on the machine itself. */
function originOf(env: Environment): string | null {
  const value = webAddress(env, 'ORIGIN')
  if (value === null) return null
  const { origin, protocol, hostname, href } = new URL(value)
  if (protocol !== 'https:' && hostname !== 'localhost')
    throw new Misconfigured(`ORIGIN is "${value}"; it must begin with https://, or be http://localhost.`)
  if (href !== `${origin}/`)
    throw new Misconfigured(
      `ORIGIN is "${value}"; it must be an address without a path, ${origin}: the app is served there alone.`,
    )
  return origin
}

/**
 * One server on one address: for a second one of this name Fastify would make a second server, on which
 * nobody counts connections or watches for slow bodies.
 */
function listenAt(env: Environment, demo: boolean): string {
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const address = host.toLowerCase() === 'localhost' ? '127.0.0.1' : host
  if (demo && text(env, 'DEMO') === null && !isLoopback(address)) {
    throw new Misconfigured(
      `HOST is "${host}", and the demo setting is on: whoever reaches this machine reads every code that is sent and knows the printed passwords. Set DEMO=off for a server of its own, or DEMO=on if that is meant.`,
    )
  }
  return address
}

/** Whoever reaches the place of the metrics reads them: this machine alone, unless an address is named. */
function metricsOf(env: Environment): Config['metrics'] {
  const host = text(env, 'METRICS_HOST')
  if (text(env, 'METRICS_PORT') === null) {
    if (host !== null)
      throw new Misconfigured('METRICS_HOST is set, but METRICS_PORT is not: add it, or leave the host out.')
    return null
  }
  const address = host === null || host.toLowerCase() === 'localhost' ? '127.0.0.1' : host
  if (isIP(address) === 0)
    throw new Misconfigured(`METRICS_HOST is "${host}"; it must be an address of this machine, 127.0.0.1.`)
  const port = integer(env, 'METRICS_PORT', 0, 65_535, 0)
  if (port !== 0 && port === integer(env, 'PORT', 0, 65_535, 8_080))
    throw new Misconfigured(
      `METRICS_PORT is ${port}, where members come in (PORT): metrics have one of their own.`,
    )
  return { host: address, port }
}

/**
 * Variables of OpenTelemetry's specification, as far as they have a meaning here; the protocol is OTLP over
 * HTTP as JSON.
 */
function tracingOf(env: Environment): TracingConfig | null {
  const endpoint = webAddress(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const headers = headersOf(secret(env, 'OTEL_EXPORTER_OTLP_HEADERS') ?? '')
  const sampler = oneOf(env, 'OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on')
  const ratio = Number(text(env, 'OTEL_TRACES_SAMPLER_ARG') ?? '1')
  if (!(ratio >= 0 && ratio <= 1))
    throw new Misconfigured(
      `OTEL_TRACES_SAMPLER_ARG is "${env['OTEL_TRACES_SAMPLER_ARG']}"; it must be a number from 0 to 1, the share of traces.`,
    )
  const service = text(env, 'OTEL_SERVICE_NAME') ?? 'akari'
  if (endpoint === null) return null
  return { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers, sampler, ratio, service }
}

/** `key=value` with commas between them, each value as in a URL. */
function headersOf(list: string): Record<string, string> {
  const pairs = list.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]
      if (at < 1 || value === null || !/^[\w-]+$/.test(name))
        throw new Misconfigured(
          'OTEL_EXPORTER_OTLP_HEADERS must be name=value, more with commas between them, values as in a URL.',
        )
      return [name, value]
    }),
  )
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

/** Orders and figures go over this line: without TLS it is this machine's own, for a proxy that has it. */
function fixOf(env: Environment): Config['fix'] {
  const [host, certFile, keyFile] = [
    text(env, 'FIX_HOST'),
    text(env, 'FIX_CERT_FILE'),
    text(env, 'FIX_KEY_FILE'),
  ]
  if (text(env, 'FIX_PORT') === null) {
    if (host !== null || certFile !== null || keyFile !== null)
      throw new Misconfigured(
        'FIX_PORT is not set, but other settings of FIX are: add it, or leave them out.',
      )
    return null
  }
  const address = host === null || host.toLowerCase() === 'localhost' ? '127.0.0.1' : host
  if (isIP(address) === 0)
    throw new Misconfigured(`FIX_HOST is "${host}"; it must be an address of this machine, 127.0.0.1.`)
  if ((certFile === null) !== (keyFile === null))
    throw new Misconfigured('FIX_CERT_FILE and FIX_KEY_FILE go together: name both, or neither.')
  if (certFile === null && !isLoopback(address))
    throw new Misconfigured(
      `FIX_HOST is "${address}" without FIX_CERT_FILE and FIX_KEY_FILE: orders would cross the network in the open.`,
    )
  for (const file of [certFile, keyFile])
    if (file !== null && !existsSync(file))
      throw new Misconfigured(`There is no file ${file} (FIX_CERT_FILE, FIX_KEY_FILE).`)
  const port = integer(env, 'FIX_PORT', 0, 65_535, 0)
  if (port !== 0 && port === integer(env, 'PORT', 0, 65_535, 8_080))
    throw new Misconfigured(`FIX_PORT is ${port}, where members come in (PORT): FIX has a port of its own.`)
  return { host: address, port, tls: certFile === null ? null : { certFile, keyFile: keyFile! } }
}

function dateOf(env: Environment, name: string): DateJst | null {
  const value = text(env, name)
  if (value !== null && !isDate(value))
    throw new Misconfigured(`${name} is "${value}"; it must be a date such as 2026-11-25.`)
  return value
}

function consoleHostOf(env: Environment): string | null {
  const value = text(env, 'CONSOLE_HOST')?.toLowerCase() ?? null
  if (value === null) return null
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(value))
    throw new Misconfigured(
      `CONSOLE_HOST is "${value}"; it must be a host name without scheme, port or path.`,
    )
  const origin = originOf(env)
  const isTheApps =
    value === 'localhost' || isIP(value) !== 0 || (origin !== null && new URL(origin).hostname === value)
  if (isTheApps)
    throw new Misconfigured(
      `CONSOLE_HOST is "${value}", where the app is: the console needs a host name of its own, to which passkeys can be bound. Leave it out to have it at /console/.`,
    )
  return value
}

/** Left out behind a proxy, everybody would come from the proxy's address, and share its limits. */
function proxiesOf(env: Environment): string[] {
  const all = (text(env, 'PROXY') ?? '').split(/\s+/).filter((one) => one !== '')
  const wrong = all.find((one) => !isNetwork(one))
  if (wrong !== undefined)
    throw new Misconfigured(
      `PROXY is "${wrong}"; it must be the address of the proxy in front or its network, 10.0.0.5 or 10.0.0.0/24, more with spaces between them.`,
    )
  return all
}

const MOST_ADDRESSES = 20

/** Addresses with spaces between them. */
function webAddresses(env: Environment, name: string): string[] {
  const all = (text(env, name) ?? '').split(/\s+/).filter((one) => one !== '')
  if (all.length > MOST_ADDRESSES)
    throw new Misconfigured(`${name} has ${all.length} addresses; it may have ${MOST_ADDRESSES}.`)
  return all.map((one) => webAddress({ [name]: one }, name)!)
}

/** Replay is of the Tokyo exchange, so it keeps its hours; of a counterparty they are what is set. */
function scheduleOf(env: Environment, market: Config['market']): Config['schedule'] {
  if (market !== 'replay')
    return oneOf(env, 'SCHEDULE', ['always-open', 'tse'], market === 'sim' ? 'always-open' : 'tse')
  if (oneOf(env, 'SCHEDULE', ['always-open', 'tse'], 'tse') === 'always-open') {
    throw new Misconfigured(
      `MARKET=replay keeps the hours of the Tokyo exchange: leave SCHEDULE out, or set it to tse.`,
    )
  }
  return 'tse'
}

const REPLAY_NAMES = [
  'REPLAY_FILE',
  'REPLAY_LISTING',
  'REPLAY_ACTIONS',
  'REPLAY_FROM',
  'REPLAY_SPEED',
] as const

const VENUE_NAMES = [
  'VENUE_ADDRESS',
  'VENUE_MARKET_ADDRESS',
  'VENUE_SENDER',
  'VENUE_TARGET',
  'VENUE_MARKET_TARGET',
  'VENUE_HEARTBEAT',
  'VENUE_RESET',
  'VENUE_TLS',
  'VENUE_CA_FILE',
  'VENUE_LISTING',
] as const

function refuseSettings(
  env: Environment,
  names: readonly string[],
  of: Config['market'],
  market: Config['market'],
): void {
  const set = names.find((name) => text(env, name) !== null)
  if (set !== undefined)
    throw new Misconfigured(`${set} is set, but MARKET is ${market}: add MARKET=${of}, or leave it out.`)
}

const isHere = (host: string): boolean => isLoopback(host.toLowerCase() === 'localhost' ? '127.0.0.1' : host)

function addressIn(name: string, value: string): { host: string; port: number } {
  const parts = /^(\[[0-9a-f:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(value)
  if (parts === null || Number(parts[2]) > 65_535)
    throw new Misconfigured(`${name} is "${value}"; it must be host:port, fix.example.com:9878.`)
  return { host: parts[1]!.replace(/^\[|\]$/g, ''), port: Number(parts[2]) }
}

/** Orders of real money go there: it is named whole, and reached in the open at this machine alone. */
function venueOf(env: Environment, demo: boolean): FixVenueConfig {
  const named = (name: (typeof VENUE_NAMES)[number], what: string): string => {
    const value = text(env, name)
    if (value === null) throw new Misconfigured(`MARKET=fix needs ${name}, ${what}.`)
    return value
  }
  const compId = (name: 'VENUE_SENDER' | 'VENUE_TARGET' | 'VENUE_MARKET_TARGET', what: string): string => {
    const value = named(name, what)
    if (!/^[\x21-\x7e]{1,64}$/.test(value))
      throw new Misconfigured(
        `${name} is "${value}"; it must be a CompID: up to 64 letters, digits and signs.`,
      )
    return value
  }
  const orders = addressIn('VENUE_ADDRESS', named('VENUE_ADDRESS', 'the counterparty as host:port'))
  const forPrices = text(env, 'VENUE_MARKET_ADDRESS')
  const prices = forPrices === null ? orders : addressIn('VENUE_MARKET_ADDRESS', forPrices)
  const { host = '' } = [orders, prices].find(({ host: each }) => !isHere(each)) ?? {}
  if (demo && host !== '')
    throw new Misconfigured(
      `MARKET=fix sends orders to ${host}, and the demo setting is on, whose passwords are printed. Set DEMO=off.`,
    )
  const caFile = text(env, 'VENUE_CA_FILE')
  const isSafe = flag(env, 'VENUE_TLS', true)
  if (!isSafe && host !== '')
    throw new Misconfigured(
      `VENUE_TLS is off, and ${host} is another machine: orders would cross the network in the open.`,
    )
  if (caFile !== null && (!isSafe || !existsSync(caFile)))
    throw new Misconfigured(
      isSafe ? `VENUE_CA_FILE: there is no file ${caFile}.` : 'VENUE_CA_FILE is set, but VENUE_TLS is off.',
    )
  const listing = resolve(named('VENUE_LISTING', 'a file of the issues'))
  if (!existsSync(listing) || statSync(listing).isDirectory())
    throw new Misconfigured(`VENUE_LISTING: there is no file ${listing}.`)
  return {
    orders,
    prices,
    sender: compId('VENUE_SENDER', 'the CompID of this server'),
    target: compId('VENUE_TARGET', 'the CompID of the counterparty for orders'),
    marketTarget: compId('VENUE_MARKET_TARGET', 'the CompID of the counterparty for prices'),
    heartbeat: integer(env, 'VENUE_HEARTBEAT', 1, 300, 30),
    reset: oneOf(env, 'VENUE_RESET', ['never', 'daily', 'logon'], 'never'),
    tls: isSafe ? { caFile } : null,
    listing,
  }
}

function screeningListOf(env: Environment): string | null {
  const value = text(env, 'SCREENING_LIST')
  if (value === null) return null
  const path = resolve(value)
  if (!existsSync(path) || statSync(path).isDirectory())
    throw new Misconfigured(`SCREENING_LIST: there is no file ${path}.`)
  return path
}

function replayOf(env: Environment): Replay {
  const file = (name: 'REPLAY_FILE' | 'REPLAY_LISTING' | 'REPLAY_ACTIONS'): string => {
    const value = text(env, name)
    if (value === null)
      throw new Misconfigured(`MARKET=replay needs ${name}, a file of daily bars or its listing.`)
    const path = resolve(value)
    if (!existsSync(path) || statSync(path).isDirectory())
      throw new Misconfigured(`${name}: there is no file ${path}.`)
    return path
  }
  const from = text(env, 'REPLAY_FROM')
  if (from === null || !isDate(from))
    throw new Misconfigured('MARKET=replay needs REPLAY_FROM, a date such as 2024-08-01.')
  const speed = Number(text(env, 'REPLAY_SPEED') ?? '1')
  if (!(speed >= 0.1 && speed <= 3_600)) {
    throw new Misconfigured(
      'REPLAY_SPEED must be a number from 0.1 to 3600: seconds of the market in one second.',
    )
  }
  const bars = file('REPLAY_FILE')
  return {
    file: bars,
    isPrivate: isPrivate(join(dirname(bars), 'source.json')),
    listing: file('REPLAY_LISTING'),
    actions: text(env, 'REPLAY_ACTIONS') === null ? null : file('REPLAY_ACTIONS'),
    from,
    speed,
  }
}

/** The terms of the prices, as `npm run import` writes them. Files without are the operator's own. */
function isPrivate(source: string): boolean {
  if (!existsSync(source)) return false
  try {
    const { isPrivate: said } = JSON.parse(readFileSync(source, 'utf8')) as { isPrivate?: unknown }
    if (typeof said === 'boolean') return said
  } catch {
    // No JSON: said below.
  }
  throw new Misconfigured(`${source} does not say on whose terms the prices are: import them again.`)
}

/** 1.2.3 is also 10203, which the app compares. */
function versionOf(packageFile: string): { version: string; versionCode: number } {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  // Specification, chapter 1: 1.0.0 is 100.
  return { version, versionCode: major * 100 + minor * 10 + patch }
}
