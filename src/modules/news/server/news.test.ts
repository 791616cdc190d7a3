import { standIn } from '#kernel/stand-in.fixture.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#platform/database/test-database.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { fillRowMacs, RowForged } from '#platform/database/row-mac.ts'
import { runStored } from '#platform/engine/check-stored.ts'
import { everyDayCalendar } from '#modules/instruments/model/calendar.ts'
import { NO_EARNINGS } from '#modules/instruments/model/earnings.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { testUniverse } from '#modules/venue/model/test-day.ts'
import type { Disclosure } from '#modules/venue/model/news.ts'
import type { AppContext } from '#modules/module.ts'
import { startTestApp, type TestApp, type AnyJson } from '#server/test-app.ts'
import { seenOfEdits } from '#server/stored.fixture.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { MINUTE, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { plan, type ModuleName } from '#modules/dependencies.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { tradeDateAt } from '#modules/instruments/model/schedule.ts'
import { keepDisclosures } from './disclosures.ts'
import { feedIdOf, openFeeds } from './feed-list.ts'
import { draftOf, keepNewest, looksOf, newest, publish } from './queries.ts'
import { newsList } from './row-lists.ts'

const MODULES = join(import.meta.dirname, '../..')

describe('disclosures', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let db: Database
  const config = { keys: { salts: Buffer.alloc(32, 1) } } as never
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.config)
    await fillRowMacs(database.config, [newsList(config)])
    db = connect(database.config, { error: () => {} })
  }, 30_000)
  afterAll(async () => {
    await db.close()
    await database.drop()
  })

  const DATE = '2030-06-03'
  const [one, two] = testUniverse.filter(({ kind }) => kind === 'stock')
  const at = (minute: number): Ms => timeJst(DATE, 10) + minute * MINUTE
  const said = (
    code: string,
    when: Ms,
    kind: Disclosure['kind'] = 'item',
    isAtOpening = false,
  ): Disclosure => ({ code, kind, at: when, isAtOpening, logReturn: 0.02 })
  const onDay: Record<DateJst, Disclosure[]> = {
    '2030-06-01': [
      said(one!.code, timeJst('2030-06-01', 6), 'news', true),
      said(two!.code, timeJst('2030-06-01', 12)),
    ],
    [DATE]: [said(two!.code, at(5)), said(one!.code, at(20))],
    '2030-06-04': [said(one!.code, timeJst('2030-06-04', 6), 'takeover', true)],
  }
  let now = at(0)
  let worked = 0
  const asked: DateJst[] = []
  const open = () =>
    keepDisclosures({
      context: standIn<AppContext>({
        db,
        config,
        calendar: everyDayCalendar,
        schedule: schedules['always-open'],
        clock: { market: () => now },
        log: {
          error: (fields: unknown) => {
            throw fields
          },
        },
      }),
      instruments: {
        get: (code: string) => testUniverse.find((each) => each.code === code)!,
        earnings: NO_EARNINGS,
        actions: { between: () => [] },
      } as never,
      feed: { workedTo: () => worked },
      disclosuresOn: async (date) => {
        asked.push(date)
        return onDay[date] ?? []
      },
    })
  const told = async () =>
    (await newest({ db, config }, { limit: 100 })).map(({ at: when, codes, words }) =>
      words === 'opened' ? 'opened' : `${codes[0]} ${new Date(when).toISOString()}`,
    )
  const line = (code: string, when: Ms) => `${code} ${new Date(when).toISOString()}`
  const past = line(one!.code, timeJst('2030-06-01', 6))

  test(
    'nobody knows anything before the exchange has lived the moment; a restart doubles and loses nothing',
    { timeout: 30_000 },
    async () => {
      let module = open()
      await module.start()
      // Events of the past are in its prices, items of business are not; nothing of the day that is on.
      expect(await told()).toEqual(['opened', past])
      // The clock has gone on, the exchange has not (it plans its day, or is slow): silence.
      now = at(30)
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      expect(await told()).toEqual(['opened', past])
      worked = at(5) - 200
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      expect(await told()).toEqual(['opened', past])
      worked = at(5)
      await waitFor(told, (all) => all.length === 3)
      expect((await told())[0]).toBe(line(two!.code, at(5)))
      await module.stop()

      module = open()
      await module.start()
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      expect((await told()).length).toBe(3)
      await module.stop()

      // Off over the rest of the day and the next opening: told when it is on again, in order.
      now = worked = timeJst('2030-06-04', 9)
      module = open()
      await module.start()
      await waitFor(told, (all) => all.length === 5)
      expect((await told()).slice(0, 3)).toEqual([
        line(one!.code, timeJst('2030-06-04', 6)),
        line(one!.code, at(20)),
        line(two!.code, at(5)),
      ])
      // The disclosures of a day are not even drawn before the day takes orders.
      expect(asked.every((date) => date <= '2030-06-04')).toBe(true)
      await module.stop()
    },
  )

  /** The findings of `npm run verify` among news. */
  async function found(): Promise<string[]> {
    const sql = await db.pool.connect()
    await sql.query('begin')
    const { differences } = await runStored(sql, [newsList(config).stored])
    await sql.query('rollback')
    sql.release()
    return differences.map(({ table, key, what }) => `${table} ${key}: ${what}`)
  }
  const fed = (n: number) => ({
    id: `2030-fed-${n}`,
    kind: 'feed' as const,
    at: at(n),
    words: null,
    args: {},
    codes: [one!.code],
    source: 'news.example',
    lang: 'ja',
    title: `見出し ${n}`,
    body: '',
    link: 'https://news.example/a',
    corrects: null,
  })

  test('of a feed the newest stay, and what is told is believed as it was told', async () => {
    const news = { db, config }
    await publish(news, [fed(1), fed(2), fed(3)])
    await publish(news, [fed(3)])
    await keepNewest(news, 'news.example', 2)
    const told = async () => (await newest(news, { kind: 'feed', limit: 9 })).map(({ title }) => title)
    expect([await told(), await found()]).toEqual([['見出し 3', '見出し 2'], []])
    for (const [edit, said] of [
      ["title = 'x' where id = '2030-fed-3'", 'the row is not what the server wrote there'],
      [
        "link = 'https://evil.example/' where id = '2030-fed-3'",
        'the row is not what the server wrote there',
      ],
      ["codes = '{9999}' where id = '2030-fed-3'", 'the row is not what the server wrote there'],
    ] as const) {
      await db.pool.query('create table kept_news as select * from news')
      await db.pool.query(`update news set ${edit}`)
      expect(await found(), edit).toEqual([`news 2030-fed-3: ${said}`])
      await expect(told(), edit).rejects.toThrow(RowForged)
      await db.pool.query('truncate news; insert into news select * from kept_news; drop table kept_news')
    }
    await db.pool.query("update news set args = '{\"basis\":9}' where kind = 'market'")
    expect(await found()).toEqual([expect.stringMatching(/^news .+: the row is not what the server wrote/)])
    await db.pool.query("update news set args = '{}' where kind = 'market'")
    await db.pool.query("delete from news where id = '2030-fed-2'")
    expect(await found()).toEqual(['news 2030-fed-2: the row is missing'])
  })
})

describe('the routes of the news', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ stays: true })
  }, 60_000)
  const list = async (query = '', options: { token?: string } = {}) =>
    (await app.call('GET', `/api/news${query}`, options)).data
  const opened = () =>
    waitFor(
      () => list('?kind=market&lang=en'),
      (all: { id: string }[]) => all.length > 0,
    )

  test('lists, pages, filters and words: newest first, simulated and labelled so, in the language asked', async () => {
    await opened()
    const all = await list('?limit=100')
    expect(all.length).toBeGreaterThan(5)
    expect(all.map(({ id }: { id: string }) => id)).toEqual(
      all
        .map(({ id }: { id: string }) => id)
        .toSorted()
        .toReversed(),
    )
    for (const row of all) expect(row).toMatchObject({ simulated: true, source: null })
    const page = await list(`?limit=2&before=${all[1].id}`)
    expect(page.map(({ id }: { id: string }) => id)).toEqual([all[2].id, all[3].id])
    const disclosed = all.find(({ kind }: { kind: string }) => kind === 'disclosure')
    const { code, name } = disclosed.issues[0]
    expect(disclosed.title).toContain(name)
    const ofIssue = await list(`?code=${code}`)
    expect(
      ofIssue.every(({ issues }: { issues: { code: string }[] }) => issues.some((one) => one.code === code)),
    ).toBe(true)
    expect(await list('?kind=notice')).toEqual([])
    const english = (await app.call('GET', `/api/news/${disclosed.id}?lang=en`)).data
    expect(english).toMatchObject({ id: disclosed.id, kind: 'disclosure', simulated: true, link: null })
    expect(english.title).not.toBe(disclosed.title)
    expect(english.text.length).toBeGreaterThan(20)
  })

  test('bad input is refused, an unknown one is not found', async () => {
    for (const query of [
      '?kind=gossip',
      '?limit=x',
      '?limit=1000',
      '?code=toolong',
      '?before=a%20b',
      '?what=1',
    ])
      expect([query, (await app.call('GET', `/api/news${query}`)).status]).toEqual([query, 400])
    expect((await app.call('GET', '/api/news/0000000000000-d-none')).status).toBe(404)
    expect((await app.call('GET', '/api/news/favourites')).status).toBe(401)
    expect((await app.call('GET', '/api/news/holdings')).status).toBe(401)
  })

  test('favourites are the news of the issues on one’s own lists', async () => {
    await opened()
    const { token } = await app.enrol('090-4444-0001')
    expect(await list('/favourites', { token })).toEqual([])
    const {
      issues: [{ code }],
    } = (await list('?kind=disclosure'))[0]
    const {
      lists: [first],
    } = (await app.call('GET', '/api/watchlists', { token })).data
    await app.call('POST', `/api/watchlists/${first.id}/add`, { token, body: { code } })
    const found = await list('/favourites', { token })
    expect(found.length).toBeGreaterThan(0)
    expect(
      found.every(({ issues }: { issues: { code: string }[] }) => issues.some((one) => one.code === code)),
    ).toBe(true)
  })

  test('of holdings are the news of the issues that the member holds, and of nobody else’s', async () => {
    await opened()
    const { token } = await app.enrol('090-4444-0017')
    expect(await list('/holdings', { token })).toEqual([])
    const told: string[] = (await list('?kind=disclosure&limit=100')).flatMap(
      ({ issues }: { issues: { code: string }[] }) => issues.map((issue) => issue.code),
    )
    const order = { side: 'up', type: 'market', quantity: 100, leverage: 1 }
    let code = ''
    for (const each of new Set(told)) {
      const placed = await app.call('POST', '/api/orders', { token, body: { ...order, code: each } })
      if (placed.status === 200) code = each
      if (code !== '') break
    }
    await waitFor(
      async () => (await app.call('GET', '/api/lots?status=open', { token })).data,
      (lots: unknown[]) => lots.length > 0,
    )
    const found = await list('/holdings', { token })
    expect(found.length).toBeGreaterThan(0)
    expect(
      found.every(({ issues }: { issues: { code: string }[] }) => issues.some((one) => one.code === code)),
    ).toBe(true)
  })

  test('a notice is what support has written and signed: once, by nobody else, and never other words', async () => {
    const { staff, news } = app.modules
    const texts = {
      ja: { title: '夜間の点検', text: '22時に点検をします。' },
      en: { title: 'Maintenance', text: 'At ten in the evening.' },
    }
    expect(await news.draftNotice('demo-reviewer-1', texts)).toMatchObject({ rejection: 'ROLE_MAY_NOT' })
    expect(await news.draftNotice('nobody', texts)).toMatchObject({ rejection: 'OPERATOR_UNKNOWN' })
    expect(await news.draftNotice('demo-support-1', { en: texts.en })).toMatchObject({
      rejection: 'NOTICE_JAPANESE_MISSING',
    })
    const drafted = await news.draftNotice('demo-support-1', texts)
    if (!drafted.ok) throw new Error(drafted.rejection)
    const { id, sha256 } = drafted.value
    expect(await list('?kind=notice')).toEqual([])
    const sign = (operator: string, body: { sha256: string }, subject = id) =>
      staff.act(operator, { power: 'notice.publish', subject, body })
    expect(await sign('demo-treasurer-1', { sha256 })).toMatchObject({ ok: false, rejection: 'ROLE_MAY_NOT' })
    expect(await sign('demo-support-1', { sha256: 'x' })).toMatchObject({
      ok: false,
      rejection: 'NOTICE_UNKNOWN',
    })
    expect(await sign('demo-support-1', { sha256 })).toMatchObject({ ok: true })
    expect(await sign('demo-support-2', { sha256 })).toMatchObject({
      ok: false,
      rejection: 'NOTICE_PUBLISHED',
    })
    const [listed] = await waitFor<AnyJson[]>(
      () => list('?kind=notice'),
      (all) => all.length === 1,
    )
    expect(listed).toMatchObject({ title: '夜間の点検', simulated: false, issues: [] })
    expect((await app.call('GET', `/api/news/${listed.id}?lang=fr`)).data).toMatchObject({
      title: 'Maintenance',
      text: 'At ten in the evening.',
      kind: 'notice',
    })

    const other = await news.draftNotice('demo-support-1', { ja: { title: '別の件', text: '本文' } })
    if (!other.ok) throw new Error(other.rejection)
    expect(await sign('demo-support-1', { sha256 }, other.value.id)).toMatchObject({ ok: true })
    // Neither is what was signed under another kind.
    const article = await news.draft('demo-support-1', { kind: 'article', texts, codes: [], corrects: null })
    if (!article.ok) throw new Error(article.rejection)
    expect(await sign('demo-support-1', { sha256: article.value.sha256 }, article.value.id)).toMatchObject({
      ok: true,
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([(await list('?kind=notice')).length, (await list('?kind=article')).length]).toEqual([1, 0])
  })

  const article = (change: object = {}) => ({
    kind: 'article' as const,
    texts: { ja: { title: '取引所の見学', text: '模擬の取引所の中を案内します。' } },
    codes: [],
    corrects: null,
    ...change,
  })
  async function published(writing: Parameters<TestApp['modules']['news']['draft']>[1]): Promise<string> {
    const { staff, news } = app.modules
    const drafted = await news.draft('demo-support-1', writing)
    if (!drafted.ok) throw new Error(drafted.rejection)
    const { id, sha256 } = drafted.value
    expect(
      await staff.act('demo-support-2', {
        power: writing.kind === 'notice' ? 'notice.publish' : 'news.publish',
        subject: id,
        body: { sha256 },
      }),
    ).toMatchObject({ ok: true })
    const row = await waitFor(
      async () =>
        (await list(`?kind=${writing.kind}`)).find((each: { id: string }) => each.id.endsWith(id.slice(-12))),
      (found) => found !== undefined,
    )
    return row.id
  }

  test.each<[string, object]>([
    ['NOTICE_WORDS', { texts: { ja: { title: '手数料の改定', text: '手数料は0.05%になります。' } } }],
    ['NOTICE_WORDS', { texts: { ja: { title: 'お願い', text: '保証金を入金してください。' } } }],
    [
      'NOTICE_WORDS',
      {
        texts: {
          ja: { title: '案内', text: '本文' },
          en: { title: 'See this', text: 'Read https://evil.example.com/now' },
        },
      },
    ],
    ['NOTICE_ISSUE', { codes: ['ZZZZ'] }],
    ['NOTICE_ISSUE', { codes: ['S100', 'S100'] }],
    ['NOTICE_CORRECTS', { corrects: '0000000000000-n-none' }],
  ])('%s: %o is not written', async (rejection, change) => {
    expect(await app.modules.news.draft('demo-support-1', article(change))).toMatchObject({
      ok: false,
      rejection,
    })
  })

  test('what a company said cannot be corrected by an operator', async () => {
    const [disclosed] = await opened().then(() => list('?kind=disclosure'))
    expect(await app.modules.news.draft('demo-support-1', article({ corrects: disclosed.id }))).toMatchObject(
      { ok: false, rejection: 'NOTICE_CORRECTS' },
    )
  })

  test('an article is labelled simulated, stands with its issue, and is corrected by a visible one alone: nothing vanishes', async () => {
    const [first] = await opened().then(() => list('?kind=disclosure'))
    const { code } = first.issues[0]
    const wrong = await published(article({ codes: [code] }))
    expect((await list(`?code=${code}`)).map(({ id }: { id: string }) => id)).toContain(wrong)
    const correction = await published(
      article({
        corrects: wrong,
        texts: { ja: { title: '記事の訂正', text: '前の記事の日付が違っていました。' } },
      }),
    )
    expect((await app.call('GET', `/api/news/${wrong}`)).data).toMatchObject({
      kind: 'article',
      simulated: true,
      corrected: true,
      title: '取引所の見学',
      correctedBy: [{ id: correction, title: '記事の訂正' }],
    })
    expect((await app.call('GET', `/api/news/${correction}`)).data).toMatchObject({
      corrected: false,
      corrects: { id: wrong, title: '取引所の見学' },
    })
    expect(
      (await list('?kind=article')).map(({ id, corrected }: { id: string; corrected: boolean }) => [
        id,
        corrected,
      ]),
    ).toEqual([
      [correction, false],
      [wrong, true],
    ])
  })

  test('a notice that is changed or taken away by SQL is not shown, and verify names it', async () => {
    const id = await published(article())
    const unsigned = await app.modules.news.draft('demo-support-1', article())
    if (!unsigned.ok) throw new Error(unsigned.rejection)
    const { pool } = app.context.db
    const { rows } = await pool.query('select source from news where id = $1', [id])
    const [{ source }] = rows as [{ source: string }]
    const [text, gone] = [
      'notices: the row is not what the journal has the hash of',
      'notices: the row is missing',
    ]
    const entry = 'news: the row is not what the journal has the hash of'
    const listed = (table: string) => `${table}: the row is not what the server wrote there`
    const edits: [edit: string, said: string[]][] = [
      [
        `update notices set texts = jsonb_set(texts, '{ja,text}', '"03 に電話を"') where id = '${source}'`,
        [text, entry, listed('notices')],
      ],
      [
        `update notices set texts = '{"ja": {"title": "a", "text": "b"}}', sha256 = '' where id = '${source}'`,
        [text, entry, listed('notices')],
      ],
      [`delete from notices where id = '${source}'`, [gone, entry, gone]],
      [`update news set link = 'https://evil.example/' where id = '${id}'`, [entry, listed('news')]],
      [`update news set codes = '{S100}' where id = '${id}'`, [entry, listed('news')]],
      [`update news set at = at + 1 where id = '${id}'`, [entry, listed('news')]],
      [`update news set source = '${unsigned.value.id}' where id = '${id}'`, [entry, listed('news')]],
    ]
    for (const [edit, said] of edits) {
      expect(await seenOfEdits(app, [edit]), edit).toEqual(said)
      await pool.query(
        'create table saved_news as select * from news; create table saved_notices as select * from notices',
      )
      await pool.query(edit)
      expect((await app.call('GET', `/api/news/${id}`)).status, edit).toBe(503)
      expect((await app.call('GET', '/api/news?kind=article')).status, edit).toBe(503)
      await pool.query(
        'truncate news, notices; insert into news select * from saved_news; insert into notices select * from saved_notices; drop table saved_news, saved_notices',
      )
    }
    expect((await app.call('GET', `/api/news/${id}`)).status).toBe(200)
    expect(await seenOfEdits(app, ['select 1'])).toEqual([])
    // Before anybody signs on it, too.
    const change = `update notices set texts = jsonb_set(texts, '{ja,text}', '"03 に電話を"') where id = '${unsigned.value.id}'`
    expect(await seenOfEdits(app, [change])).toEqual([listed('notices')])
    const kept = await pool.query('select texts from notices where id = $1', [unsigned.value.id])
    await pool.query(change)
    await expect(draftOf(app.context, unsigned.value.id)).rejects.toThrow(RowForged)
    await pool.query('update notices set texts = $2 where id = $1', [unsigned.value.id, kept.rows[0].texts])
    expect((await draftOf(app.context, unsigned.value.id))!.id).toBe(unsigned.value.id)
  })

  test('every member is told of a notice once, and of an article nobody', async () => {
    const { token } = await app.enrol('090-4444-0002')
    const told = async () =>
      (await app.call('GET', '/api/messages?group=notices&lang=en', { token })).data.messages
    const notice = await published({
      kind: 'notice',
      texts: { ja: { title: '休業日', text: '祝日は休みます。' } },
      codes: [],
      corrects: null,
    })
    expect(await waitFor(told, (all: unknown[]) => all.length > 0)).toMatchObject([
      { kind: 'notice', about: notice, title: 'New notice' },
    ])
    // The phone opens it by its id.
    expect((await app.call('GET', `/api/messages/${(await told())[0].id}`, { token })).status).toBe(200)
    await published(article())
    expect(await told()).toHaveLength(1)
  })

  test('a feed is switched by a signed act; an address that is no public one is refused, before and in the act', async () => {
    const { staff } = app.modules
    const set = (address: string, isOn: boolean, subject = feedIdOf(address)) =>
      staff.act('demo-support-1', { power: 'news.feed', subject, body: { address, isOn } })
    expect(
      await staff.act('demo-auditor-1', {
        power: 'news.feed',
        subject: 'x',
        body: { address: 'https://a.example/', isOn: true },
      }),
    ).toMatchObject({ rejection: 'ROLE_MAY_NOT' })
    expect(await set('http://127.0.0.1:1/feed', true)).toMatchObject({ rejection: 'FEED_ADDRESS' })
    expect(await set('https://news.invalid/feed', true)).toMatchObject({ rejection: 'FEED_ADDRESS' })
    expect(await set('https://unreachable.akari.example/feed', true, 'another')).toMatchObject({
      rejection: 'FEED_ADDRESS',
    })
    expect(await set('https://unreachable.akari.example/feed', false)).toMatchObject({
      rejection: 'FEED_AS_IT_IS',
    })
    expect(await set('https://unreachable.akari.example/feed', true)).toMatchObject({ ok: true })
    expect(openFeeds(app.context)).toMatchObject([
      { address: 'https://unreachable.akari.example/feed', isOn: true, configured: false },
    ])
    expect(
      await waitFor(
        () => looksOf(app.context.db),
        (looks) => looks.length > 0,
        15_000,
      ),
    ).toMatchObject([
      {
        address: 'https://unreachable.akari.example/feed',
        fetchedAt: null,
        problem: expect.stringMatching(/^FEED_/),
      },
    ])
    expect(await set('https://unreachable.akari.example/feed', false)).toMatchObject({ ok: true })
    expect(openFeeds(app.context)).toMatchObject([{ isOn: false }])
  })

  test('no word of an operator reaches a price: the exchange is made of modules that know nothing of the news', () => {
    const mayUse = (module: ModuleName): Set<ModuleName> => {
      const found = new Set<ModuleName>()
      const walk = (each: ModuleName) =>
        (plan[each] as readonly ModuleName[]).forEach((below) => {
          if (!found.has(below)) {
            found.add(below)
            walk(below)
          }
        })
      walk(module)
      return found
    }
    for (const module of ['venue', 'instruments', 'market', 'orders'] as const)
      expect([module, mayUse(module).has('news')]).toEqual([module, false])
    // And none of them reads its tables.
    const files = readdirSync(MODULES, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^(venue|instruments|market)\/.*(?<!\.test)\.ts$/.test(file),
    )
    expect(files.length).toBeGreaterThan(40)
    for (const file of files)
      expect([
        file,
        /selectFrom\('(news|notices|newsFeeds)|'notice\.published'|noticePublications/.test(
          readFileSync(join(MODULES, file), 'utf8'),
        ),
      ]).toEqual([file, false])
  })

  test('what the companies of the day disclose is the same after operators have published', async () => {
    const day = app.context.calendar.previous(
      tradeDateAt(app.context.schedule, app.context.calendar, app.context.clock.market()),
      1,
    )
    const [said] = await list('?kind=disclosure')
    type Told = { id: string; at: string; title: string }
    const of = () =>
      list('?kind=disclosure&limit=100').then((all: Told[]) =>
        all.filter(({ at: when }) => when.slice(0, 10) <= day).map(({ id, title }) => [id, title]),
      )
    const before = await of()
    await published(article({ codes: [said.issues[0].code] }))
    expect(await of()).toEqual(before)
  })

  test('by the console: what was written is listed with its state, and nobody but support writes', async () => {
    const signIn = async (operatorId: string) => {
      const { code } = app.modules.staff.codes().find((each) => each.operatorId === operatorId)!
      return (await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })).data
        .token as string
    }
    const [support, auditor, reviewer] = [
      await signIn('demo-support-1'),
      await signIn('demo-auditor-1'),
      await signIn('demo-reviewer-1'),
    ]
    const body = {
      words: { ja: { title: '終了のお知らせ', text: '本日の受付は終了しました。' } },
      issues: [],
      corrects: null,
    }
    expect((await app.call('POST', '/api/console/notices', { token: auditor, body })).status).toBe(403)
    expect(
      (
        await app.call('POST', '/api/console/articles', {
          token: support,
          body: { ...body, words: { ja: { title: '値上がり', text: '明日は500円になります。' } } },
        })
      ).data.rejection,
    ).toBe('NOTICE_WORDS')
    expect(
      (await app.call('POST', '/api/console/articles', { token: support, body: { ...body, words: {} } })).data
        .rejection,
    ).toBe('NOTICE_JAPANESE_MISSING')
    expect(
      (await app.call('POST', '/api/console/notices', { token: support, body: { ...body, price: 1 } }))
        .status,
    ).toBe(400)
    const drafted = (await app.call('POST', '/api/console/notices', { token: support, body })).data
    const rows = async () =>
      (await app.call('GET', '/api/console/news?lang=ja', { token: auditor })).data.rows
    expect((await rows()).find(({ id }: { id: string }) => id === drafted.id)).toMatchObject({
      state: 'draft',
      newsId: null,
      by: 1,
      title: '終了のお知らせ',
    })
    expect(
      (
        await app.call('POST', '/api/console/act', {
          token: support,
          body: { power: 'notice.publish', subject: drafted.id, body: { sha256: drafted.sha256 } },
        })
      ).data.status,
    ).toBe('carried-out')
    await waitFor(
      rows,
      (all: { id: string; state: string }[]) =>
        all.find(({ id }) => id === drafted.id)?.state === 'published',
    )
    expect((await rows()).map(({ state }: { state: string }) => state)).toContain('corrected')
    expect((await app.call('GET', '/api/console/news', { token: reviewer })).status).toBe(403)
    expect((await app.call('GET', '/api/console/feeds', { token: auditor })).data).toMatchObject([
      { isOn: false, configured: false, fetchedAt: null, problem: expect.any(String), entries: 0 },
    ])
    expect(
      (await app.call('GET', '/api/console/feeds/name?address=http%3A%2F%2Flocalhost%2F', { token: support }))
        .data.rejection,
    ).toBe('FEED_ADDRESS')
    expect(
      (
        await app.call('GET', '/api/console/feeds/name?address=https%3A%2F%2Fnews.example.jp%2Ffeed', {
          token: support,
        })
      ).data,
    ).toEqual({ id: feedIdOf('https://news.example.jp/feed'), address: 'https://news.example.jp/feed' })
  })

  test('the journal with all of this, run again, says the same and leaves the same rows', async () => {
    const { types, held, again } = await replayJournal(app)
    expect(types.has('news.tell-members')).toBe(true)
    expect([held.notice_publications!.length > 4, held.news_feeds!.length]).toEqual([true, 1])
    expect(again).toEqual(held)
  }, 60_000)
})
