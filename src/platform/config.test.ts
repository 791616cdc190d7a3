import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import {
  checkDataDirectory,
  claimDataDirectory,
  keysOpenToOthers,
  refuseNewBeginning,
} from './data-directory.ts'
import { identityOf, keyEntries, keyFile, saveKeys } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'akari-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'bars.csv')
writeFileSync(file, '')
const config = (env: Record<string, string>) => readConfig({ DATA_DIR: join(folder, 'a'), ...env })
const replay = { MARKET: 'replay', REPLAY_FILE: file, REPLAY_LISTING: file, REPLAY_FROM: '2024-08-01' }

describe('settings', () => {
  it('lives through a past only where it was asked for, and where the demo desk and the open market make one', () => {
    const past = { DEMO_PAST: 'on' }
    const asked = [
      {},
      past,
      { ...past, DEMO: 'off' },
      { ...past, DEMO_DESK: 'off' },
      { ...past, SCHEDULE: 'tse' },
    ]
    expect(asked.map((env) => config(env).demoPast)).toEqual([false, true, false, false, false])
  })

  it('have no metrics and no access log but where they are asked for, and metrics for this machine alone', () => {
    expect([config({}).metrics, config({}).accessLog, config({ ACCESS_LOG: 'on' }).accessLog]).toEqual([
      null,
      false,
      true,
    ])
    expect(config({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
    expect(config({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).metrics?.host).toBe('10.0.0.5')
    for (const [env, said] of [
      [{ METRICS_HOST: '10.0.0.5' }, /METRICS_PORT is not/],
      [{ METRICS_PORT: '9464', METRICS_HOST: 'metrics.local' }, /METRICS_HOST is "metrics.local"/],
      [{ METRICS_PORT: 'x' }, /METRICS_PORT is "x"/],
      [{ METRICS_PORT: '8080' }, /METRICS_PORT is 8080, where members come in/],
    ] as const)
      expect(() => config(env)).toThrow(said)
  })

  it('of traces are those of OpenTelemetry', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    expect([config({}).tracing, config({ OTEL_SERVICE_NAME: 'x' }).tracing]).toEqual([null, null])
    expect(config(endpoint).tracing).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
      service: 'akari',
    })
    expect(
      config({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-team = desk,',
        OTEL_SERVICE_NAME: 'desk',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      }).tracing,
    ).toEqual({
      url: 'https://collector.example/otlp/v1/traces',
      headers: { authorization: 'Bearer a=b', 'x-team': 'desk' },
      sampler: 'parentbased_traceidratio',
      ratio: 0.1,
      service: 'desk',
    })
    for (const [env, said] of [
      [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT is "collector:4318"/],
      [{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization' }, /must be name=value/],
      [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }, /must be name=value/],
      [{ OTEL_TRACES_SAMPLER: 'some' }, /OTEL_TRACES_SAMPLER is "some"; it may be always_on/],
      [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /OTEL_TRACES_SAMPLER_ARG is "2"; it must be a number from 0 to 1/],
    ] as const)
      expect(() => config({ ...endpoint, ...env })).toThrow(said)
  })

  it('have defaults', () => {
    expect(config({})).toMatchObject({
      port: 8080,
      market: 'sim',
      schedule: 'always-open',
      demo: true,
      databaseUrl: null,
      replay: null,
      host: '127.0.0.1',
    })
    expect(
      ['localhost', 'Localhost', '0.0.0.0', '::1'].map((HOST) => config({ HOST, DEMO: 'on' }).host),
    ).toEqual(['127.0.0.1', '127.0.0.1', '0.0.0.0', '::1'])
    expect(config({ DATABASE_URL: 'postgres://db/akari' })).toMatchObject({ demo: false, demoDesk: false })
    expect(
      [config({}), config({ DEMO_DESK: 'off' }), config({ DEMO: 'off', DEMO_DESK: 'on' })].map(
        ({ demoDesk }) => demoDesk,
      ),
    ).toEqual([true, false, false])
    expect(config(replay)).toMatchObject({ schedule: 'tse', replay: { from: '2024-08-01', speed: 1 } })
  })

  it('of a venue name all of it, and keep orders off the open network', () => {
    const listing = join(folder, 'venue.csv')
    writeFileSync(listing, 'code,name_ja,name_en,market\n')
    const venue = {
      MARKET: 'fix',
      DEMO: 'off',
      VENUE_ADDRESS: 'fix.example.com:9878',
      VENUE_SENDER: 'US',
      VENUE_TARGET: 'THEM',
      VENUE_MARKET_TARGET: 'THEM-MD',
      VENUE_LISTING: listing,
    }
    expect(config(venue)).toMatchObject({
      market: 'fix',
      schedule: 'tse',
      isPrivate: true,
      venue: {
        orders: { host: 'fix.example.com', port: 9878 },
        prices: { host: 'fix.example.com', port: 9878 },
        heartbeat: 30,
        reset: 'never',
        tls: { caFile: null },
      },
    })
    for (const [env, said] of [
      [{ VENUE_ADDRESS: '' }, /MARKET=fix needs VENUE_ADDRESS/],
      [{ VENUE_ADDRESS: 'fix.example.com' }, /must be host:port/],
      [{ VENUE_TARGET: '' }, /MARKET=fix needs VENUE_TARGET/],
      [{ VENUE_SENDER: 'A B' }, /must be a CompID/],
      [{ VENUE_TLS: 'off' }, /orders would cross the network in the open/],
      [{ DEMO: 'on' }, /the demo setting is on, whose passwords are printed/],
      [{ VENUE_LISTING: join(folder, 'none.csv') }, /VENUE_LISTING: there is no file/],
      [{ VENUE_CA_FILE: join(folder, 'none.pem') }, /VENUE_CA_FILE: there is no file/],
      [{ MARKET: 'sim' }, /VENUE_ADDRESS is set, but MARKET is sim: add MARKET=fix/],
    ] as const)
      expect(() => config({ ...venue, ...env }), JSON.stringify(env)).toThrow(said)
  })

  it('say where the app is reached and where messages go', () => {
    expect(config({})).toMatchObject({ origin: null, sms: null, mail: null })
    expect(
      config({
        ORIGIN: 'https://akari.example/',
        SMS_URL: 'https://sms.example/send',
        SMS_TOKEN: 't',
        MAIL_URL: 'https://mail.example',
      }),
    ).toMatchObject({
      origin: 'https://akari.example',
      sms: { url: 'https://sms.example/send', token: 't' },
      mail: { url: 'https://mail.example', token: null },
    })
    expect(config({ MAIL_DIR: join(folder, 'mails') })).toMatchObject({
      mail: { folder: join(folder, 'mails'), from: 'Akari <no-reply@localhost>' },
    })
  })

  it('take secrets from files, as containers hand them over', () => {
    const secrets = join(folder, 'secrets')
    mkdirSync(secrets)
    const given = { DATABASE_URL: 'postgres://me:secret@db/akari', SMS_TOKEN: 'one', MAIL_TOKEN: 'two' }
    for (const [name, value] of Object.entries(given)) writeFileSync(join(secrets, name), `${value}\n`)
    const files = Object.fromEntries(Object.keys(given).map((name) => [`${name}_FILE`, join(secrets, name)]))
    expect(
      config({ ...files, SMS_URL: 'https://sms.example', MAIL_URL: 'https://mail.example' }),
    ).toMatchObject({ databaseUrl: given.DATABASE_URL, sms: { token: 'one' }, mail: { token: 'two' } })
    writeFileSync(join(secrets, 'empty'), ' \n')
    for (const [name, value] of Object.entries(given)) {
      const of =
        (path: string, more = {}) =>
        () =>
          config({ [`${name}_FILE`]: path, ...more })
      expect(of(join(secrets, name), { [name]: value })).toThrow(`${name} and ${name}_FILE are both set`)
      expect(of(join(secrets, 'none'))).toThrow(/_FILE is ".+none", and there is no such file\./)
      expect(of(join(secrets, 'empty'))).toThrow(/which is empty/)
      expect(of(secrets)).toThrow(/which is no file with a secret/)
      expect(of('/dev/zero')).toThrow(/which is no file with a secret/)
    }
  })

  it('take keys from elsewhere, in a folder that is there', () => {
    const elsewhere = join(folder, 'keys-elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, 'pepper'), '0f'.repeat(32))
    const { keys, keysDir } = config({ KEYS_DIR: elsewhere })
    expect([keysDir, keys.pepper.toString('hex')]).toEqual([elsewhere, '0f'.repeat(32)])
    expect(() => config({ KEYS_DIR: join(folder, 'misspelt') })).toThrow(
      /KEYS_DIR is ".+misspelt", which is no folder/,
    )
    expect(() => saveKeys('/proc/self', keys)).toThrow(
      /\/proc\/self\/market is not there, and cannot be written .+openssl rand -hex 32/,
    )
    mkdirSync(join(elsewhere, 'signing'))
    expect(() => config({ KEYS_DIR: elsewhere })).toThrow(/signing is no file/)
  })

  it('say which proxies are believed', () => {
    expect(config({}).proxies).toEqual([])
    expect(config({ PROXY: ' 10.0.0.5  fd00::1 10.8.0.0/16 ' }).proxies).toEqual([
      '10.0.0.5',
      'fd00::1',
      '10.8.0.0/16',
    ])
  })

  const wrong: [name: string, env: Record<string, string>, sentence: RegExp][] = [
    ['a port that is no number', { PORT: 'http' }, /PORT is "http"/],
    ['a port out of range', { PORT: '70000' }, /0 to 65535/],
    ['a date that is none', { CLOCK_DATE: '2026-02-30' }, /CLOCK_DATE is "2026-02-30"; it must be a date/],
    ['an unknown market', { MARKET: 'tokyo' }, /MARKET is "tokyo"; it may be sim, replay/],
    ['an unknown schedule', { SCHEDULE: 'nyse' }, /always-open, tse/],
    ['replay without a file', { MARKET: 'replay' }, /REPLAY_/],
    [
      'replay of a file that is not there',
      { ...replay, REPLAY_FILE: join(folder, 'none') },
      /there is no file/,
    ],
    [
      'replay with dividends and splits of a file that is not there',
      { ...replay, REPLAY_ACTIONS: join(folder, 'none') },
      /REPLAY_ACTIONS: there is no file/,
    ],
    ['replay from no date', { ...replay, REPLAY_FROM: '2024-13-01' }, /REPLAY_FROM/],
    ['replay at no speed', { ...replay, REPLAY_SPEED: '0' }, /REPLAY_SPEED/],
    ['replay around the clock', { ...replay, SCHEDULE: 'always-open' }, /hours of the Tokyo exchange/],
    [
      'a replay setting in the simulated market',
      { REPLAY_SPEED: '2' },
      /REPLAY_SPEED is set, but MARKET is sim/,
    ],
    ['an answer that is neither on nor off', { DEMO: 'maybe' }, /DEMO is "maybe"/],
    ['a database that is not PostgreSQL', { DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
    ['a chat address that is a script', { CHAT_URL: 'javascript:alert(1)' }, /CHAT_URL/],
    [
      'an address of the app that passkeys cannot be bound to',
      { ORIGIN: 'http://akari.example' },
      /ORIGIN is "http:\/\/akari\.example"; it must begin with https/,
    ],
    [
      'an address of the app with a path',
      { ORIGIN: 'https://akari.example/app' },
      /ORIGIN is "https:\/\/akari\.example\/app"; it must be an address without a path, https:\/\/akari\.example:/,
    ],
    ['the same with a query', { ORIGIN: 'https://akari.example/?a' }, /ORIGIN is .+ without a path/],
    ['the same with a name', { ORIGIN: 'https://me@akari.example' }, /ORIGIN is .+ without a path/],
    ['no folder for the data', { DATA_DIR: '' }, /DATA_DIR is empty/],
    ['spaces for the data', { DATA_DIR: ' ' }, /DATA_DIR is empty/],
    ['a token for a gateway that is not named', { SMS_TOKEN: 'x' }, /SMS_TOKEN is set, but SMS_URL is not/],
    ['a country that is none', { SMS_COUNTRIES: '+81 JP' }, /SMS_COUNTRIES has "JP"/],
    ['a gateway that is no address', { MAIL_URL: 'smtp' }, /MAIL_URL is "smtp"/],
    ['everybody as a proxy', { PROXY: '0.0.0.0/0' }, /PROXY is "0\.0\.0\.0\/0".+10\.0\.0\.0\/24/],
    ['a network with more bits than there are', { PROXY: '10.0.0.0/33' }, /PROXY is "10\.0\.0\.0\/33"/],
    ['a proxy by its name', { PROXY: 'proxy.example' }, /PROXY is "proxy\.example"/],
    [
      'the demo setting for whoever reaches this machine, unsaid',
      { HOST: '0.0.0.0' },
      /HOST is "0\.0\.0\.0", and the demo setting is on.+DEMO=off.+DEMO=on/,
    ],
    [
      'the same by an address',
      { HOST: '192.168.1.5' },
      /HOST is "192\.168\.1\.5", and the demo setting is on/,
    ],
    [
      'a console where the app is',
      { CONSOLE_HOST: 'Akari.example', ORIGIN: 'https://akari.example' },
      /CONSOLE_HOST is "akari\.example", where the app is/,
    ],
    ['a console at an address', { CONSOLE_HOST: '10.0.0.5' }, /CONSOLE_HOST is "10\.0\.0\.5"/],
    ['a console with a path', { CONSOLE_HOST: 'desk.example/x' }, /CONSOLE_HOST/],
    ['mails into a file', { MAIL_DIR: file }, /MAIL_DIR is .+ which is no folder/],
    ['replay of a folder', { ...replay, REPLAY_FILE: folder }, /there is no file/],
    ['a port with a sign', { PORT: '-1' }, /PORT is "-1"/],
    [
      'a webhook without a secret',
      { NOTICE_WEBHOOK_URL: 'https://hooks.example.com/x' },
      /needs NOTICE_WEBHOOK_SECRET/,
    ],
    [
      'a webhook by http',
      { NOTICE_WEBHOOK_URL: 'http://hooks.example.com/x', NOTICE_WEBHOOK_SECRET: 'x'.repeat(16) },
      /must begin with https/,
    ],
    ['a secret of no webhook', { NOTICE_WEBHOOK_SECRET: 'x'.repeat(16) }, /NOTICE_WEBHOOK_URL is not/],
    ['feeds that are no addresses', { NEWS_FEEDS: 'a b' }, /NEWS_FEEDS is "a"/],
    ['an unknown log level', { LOG: 'loud' }, /LOG is "loud"/],
  ]
  it.each(wrong)('stop the start with a sentence: %s', (_, env, sentence) =>
    expect(() => config(env)).toThrow(sentence),
  )
})

describe('a data directory', () => {
  it('keeps its keys to its owner, and the same ones', () => {
    const { keys, dataDir, keysDir } = config({})
    saveKeys(keysDir, keys)
    expect(config({}).keys).toEqual(keys)
    expect(keys.market).not.toEqual(keys.pepper)
    for (const name of ['market', 'pepper', 'demo'])
      expect(statSync(join(folder, 'a', 'keys', name)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'a', 'keys', 'pepper'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(keysOpenToOthers(keysDir)).toEqual([])
    chmodSync(join(dataDir, 'keys', 'pepper'), 0o777)
    expect(keysOpenToOthers(keysDir)).toEqual([join(dataDir, 'keys', 'pepper')])
    chmodSync(join(dataDir, 'keys', 'pepper'), 0o600)
  })

  it('is refused by name where it is no directory, or its memory cannot be read', () => {
    const at = (DATA_DIR: string) => () => checkDataDirectory(config({ DATA_DIR }))
    expect(at(file)).toThrow(/DATA_DIR is ".+", which is no directory that can be written \(EEXIST\)/)
    expect(at(join(file, 'below'))).toThrow(/\(ENOTDIR\)/)
    mkdirSync(join(folder, 'broken'))
    writeFileSync(join(folder, 'broken', 'house.json'), '{')
    expect(at(join(folder, 'broken'))).toThrow(/house\.json cannot be read\. Restore it from a backup/)
  })

  it('is refused, as is a folder for mails, where the system takes no directory: it does not try for ever', () => {
    expect(() => checkDataDirectory(config({ DATA_DIR: '/proc/akari/data' }))).toThrow(
      /DATA_DIR is "\/proc\/akari\/data", which is no directory that can be written \(ENOENT\)/,
    )
    expect(() => checkDataDirectory(config({ MAIL_DIR: '/proc/akari/mails' }))).toThrow(
      /MAIL_DIR is ".+", which is no directory that can be written \(ENOENT\)/,
    )
  })

  it.each(['keys', 'venue', 'venue/days', 'venue/receipts'])(
    'is refused where %s in it is a file',
    (name) => {
      const DATA_DIR = mkdtempSync(join(folder, 'replaced-'))
      const path = join(DATA_DIR, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, '')
      expect(() => checkDataDirectory({ ...config({}), dataDir: DATA_DIR })).toThrow(
        `DATA_DIR has "${path}", which is no directory that can be written (EEXIST).`,
      )
    },
  )

  const cut = (text: string) => text.slice(0, text.length / 2)
  const flipped = (text: string) =>
    text.replace(/[0-9a-z]/, (character) => String.fromCharCode(character.charCodeAt(0) ^ 1))
  it.each<[name: string, hurt: (text: string) => string, said: RegExp]>([
    ['cut', cut, /house\.json cannot be read/],
    ['emptied', () => '', /house\.json cannot be read/],
    ['garbled', (text) => '\xa5'.repeat(text.length), /house\.json cannot be read/],
    ['null', () => 'null', /house\.json cannot be read/],
    ['of one other byte', flipped, /was begun with MARKET=\(none\)/],
  ])('has a house.json that is %s: said at the start', (name, hurt, said) => {
    const at = config({ DATA_DIR: join(folder, `house-${name}`) })
    checkDataDirectory(at)
    claimDataDirectory(at)
    const path = join(at.dataDir, 'house.json')
    writeFileSync(path, hurt(readFileSync(path, 'utf8')))
    expect(() => checkDataDirectory(at)).toThrow(said)
  })

  it.each([
    ['cut', cut],
    ['emptied', () => ''],
    ['garbled', () => '\xa5'.repeat(64)],
    ['of one other byte', (text: string) => `g${text.slice(1)}`],
  ] as const)('has a key that is %s: said at the start', (name, hurt) => {
    const at = config({ DATA_DIR: join(folder, `key-${name}`) })
    checkDataDirectory(at)
    saveKeys(at.keysDir, at.keys)
    const path = join(at.dataDir, 'keys', 'signing')
    writeFileSync(path, hurt(readFileSync(path, 'utf8')))
    expect(() => config({ DATA_DIR: at.dataDir })).toThrow(/keys\/signing does not hold a key of 32 bytes/)
  })

  it('begins nothing anew where something was: each single part says so, as who has been at work until now does', () => {
    const part = (name: string) => {
      const { dataDir } = config({ DATA_DIR: join(folder, `part-${basename(name)}`) })
      mkdirSync(dirname(join(dataDir, name)), { recursive: true })
      writeFileSync(join(dataDir, name), name.startsWith('keys/') ? '0f'.repeat(32) : '{}')
      return config({ DATA_DIR: dataDir })
    }
    const parts = ['house.json', 'sealed-rows.json', 'auditor-head.json'].concat(
      keyEntries(config({}).keys).map(([name]) => keyFile('keys', name)),
    )
    for (const name of parts) {
      const begin = () => refuseNewBeginning(part(name), null)
      if (name === keyFile('keys', 'market')) begin()
      else
        expect(begin, name).toThrow(
          `was in use (it has ${basename(name)}), and its database is gone from ${join(folder, `part-${basename(name)}`, 'postgres')}. Put back what was there`,
        )
      if (name === 'house.json') refuseNewBeginning({ ...part(name), databaseUrl: 'postgresql://x' }, null)
    }
    const gone = config({ DATA_DIR: join(folder, 'gone') })
    refuseNewBeginning(gone, null)
    const who = identityOf(gone.keys)
    expect(() => refuseNewBeginning(gone, who)).toThrow(
      `The data of this server is gone from ${gone.dataDir}. Nothing is begun anew there.`,
    )
    expect(existsSync(gone.dataDir)).toBe(false)
    const whole = { ...gone, databaseUrl: 'postgresql://x' }
    refuseNewBeginning(whole, who)
    for (const [name] of keyEntries(gone.keys)) {
      const other = { ...whole, dataDir: folder, keys: { ...gone.keys, [name]: Buffer.alloc(32, 1) } }
      expect(() => refuseNewBeginning(other, who), name).toThrow('or other data has been put in its place')
    }
  })

  it('goes on with what it was begun with, and refuses anything else', () => {
    const at = (env: Record<string, string>) =>
      checkDataDirectory(config({ DATA_DIR: join(folder, 'b'), ...env }))
    at({})
    claimDataDirectory(config({ DATA_DIR: join(folder, 'b') }))
    at({ PORT: '9000' })
    expect(() => at({ SCHEDULE: 'tse' })).toThrow(/begun with SCHEDULE=always-open and cannot go on with tse/)
    expect(() => at(replay)).toThrow(/begun with MARKET=sim and cannot go on with replay/)
  })
})
