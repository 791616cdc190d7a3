import { beforeAll, expect, it } from 'vitest'
import { createLegal } from './module.ts'
import { LANGS } from '#i18n/lang.ts'
import { DAY } from '#kernel/time.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { seenOfEdits } from '#server/stored.fixture.ts'
import { reopen, startTestApp, type TestApp } from '#server/test-app.ts'
import type { DeskDocument } from '../operator-contract.ts'

/** A new version by two people, by HTTP; the member beside them. */
let app: TestApp
let again: Awaited<ReturnType<typeof reopen>> | undefined
let member: { token: string; userId: string }
const tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  member = await app.enrol('090-6363-0001')
  for (const [name, operatorId] of [
    ['adm1', 'demo-administrator-1'],
    ['adm2', 'demo-administrator-2'],
    ['auditor', 'demo-auditor-1'],
    ['support', 'demo-support-1'],
  ] as const) {
    const { code } = app.modules.staff.codes().find((each) => each.operatorId === operatorId)!
    tokens[name] = (
      await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })
    ).data.token
  }
}, 60_000)

const desk = async (as = 'adm1') =>
  (await app.call('GET', '/api/console/documents?lang=en', { token: tokens[as]! })).data
const terms = async (): Promise<DeskDocument> =>
  (await desk()).documents.find(({ id }: DeskDocument) => id === 'terms')
const draft = (as: string, texts: object) =>
  app.call('POST', '/api/console/documents?lang=en', {
    token: tokens[as]!,
    body: { document: 'terms', texts },
  })
const sign = (as: string, subject: string, body: object) =>
  app.call('POST', '/api/console/act?lang=en', {
    token: tokens[as]!,
    body: { power: 'document.publish', subject, body },
  })
const words = async (line: string): Promise<Record<string, string>> => {
  const { texts: now } = await terms()
  return Object.fromEntries(LANGS.map((lang) => [lang, `${now[lang]}- ${line} {withdrawMin}\n`]))
}

it('is read by administrators and auditors alone, with the figures that a text may quote', async () => {
  expect((await app.call('GET', '/api/console/documents', { token: tokens.support! })).status).toBe(403)
  const { documents, figures, nextDay } = await desk('auditor')
  expect(
    documents.map(({ id, version, asksConsent }: DeskDocument) => [id, version, asksConsent]),
  ).toContainEqual(['terms', 1, true])
  expect([figures.withdrawMin, nextDay > app.context.calendar.previous(nextDay)]).toEqual([10_000, true])
})

it('is prepared in six languages of one shape, with figures of the rules alone', async () => {
  const good = await words('New')
  expect((await draft('auditor', good)).status).toBe(200)
  expect((await draft('support', good)).status).toBe(403)
  expect((await draft('adm1', { ...good, fr: good.fr!.replace(/- [^\n]*\n$/, '') })).data.rejection).toBe(
    'DOCUMENT_SHAPE',
  )
  expect(
    (await draft('adm1', { ...good, en: good.en!.replace('{withdrawMin}', '{nothing}') })).data.rejection,
  ).toBe('DOCUMENT_FIGURE')
  expect((await draft('adm1', { ...good, es: '' })).data.rejection).toBe('DOCUMENT_TEXT')
  expect((await draft('adm1', (await terms()).texts)).data.rejection).toBe('DOCUMENT_UNCHANGED')
})

it('is published by an administrator, then an auditor, over these texts; from the next business day members are asked again; the old one stays', async () => {
  const { id, name, sha256 } = (await draft('adm1', await words('Second'))).data
  const body = { draft: id, sha256 }
  expect(name).toBe('terms.2')
  expect((await sign('auditor', name, body)).data.rejection).toBe('NOT_YET_PREPARED')
  expect((await sign('support', name, body)).data.rejection).toBe('ROLE_MAY_NOT')
  expect((await sign('adm1', name, { draft: id, sha256: '0'.repeat(64) })).data.rejection).toBe(
    'DOCUMENT_OTHER_TEXT',
  )
  expect((await sign('adm1', 'terms.3', body)).data).toMatchObject({ rejection: 'DOCUMENT_VERSION' })
  expect((await sign('adm1', 'privacy.2', body)).data.rejection).toBe('DOCUMENT_OTHER_TEXT')
  expect((await sign('adm1', 'gossip.2', body)).data.rejection).toBe('DOCUMENT_UNKNOWN')
  expect((await sign('adm1', name, body)).data).toMatchObject({ status: 'open', missing: 1 })
  expect((await sign('adm2', name, body)).data.rejection).toBe('ROLE_SIGNED_ALREADY')
  expect((await app.call('GET', '/api/documents/terms')).data.version).toBe(1)
  expect((await sign('auditor', name, body)).data).toMatchObject({ status: 'carried-out' })
  expect((await sign('adm2', name, body)).data.rejection).toBe('DOCUMENT_VERSION')

  const { data } = await app.call('GET', '/api/documents/terms?lang=en')
  expect(data).toMatchObject({ version: 2, newestVersion: 2, inForceFrom: (await desk()).nextDay })
  expect(data.text).toContain('- Second 10,000')
  const first = (await app.call('GET', '/api/documents/terms?lang=en&version=1')).data
  expect([first.version, first.newestVersion, first.text.includes('Second')]).toEqual([1, 2, false])
  expect((await terms()).drafts.map(({ state }) => state)).toEqual(['published', 'overtaken'])
})

it('is agreed to once it is in force, and asked for again of whoever agreed to the one before', async () => {
  const opening = async () =>
    (await app.call('GET', '/api/account-opening', { token: member.token })).data.documents.find(
      ({ document }: { document: string }) => document === 'terms',
    )
  const agree = (version: number) =>
    app.call('POST', '/api/account-opening/consents', {
      token: member.token,
      body: { consents: [{ document: 'terms', version }] },
    })
  expect((await agree(2)).data.rejection).toBe('CONSENT_OUTDATED')
  expect((await agree(1)).code).toBe(1)
  expect(await opening()).toMatchObject({ version: 1, agreedVersion: 1 })
  await app.call('POST', '/api/dev/clock', {
    body: { at: new Date(app.context.clock.wall() + DAY).toISOString() },
  })
  expect(await opening()).toMatchObject({ version: 2, agreedVersion: 1 })
  expect((await agree(1)).data.rejection).toBe('CONSENT_OUTDATED')
  expect((await agree(2)).code).toBe(1)
  expect(await opening()).toMatchObject({ version: 2, agreedVersion: 2 })
}, 30_000)

it('can be the text that the software proposes, which is offered until it is what the newest version says', async () => {
  const fees = async (): Promise<DeskDocument> =>
    (await desk()).documents.find(({ id }: DeskDocument) => id === 'fees')
  const { texts, proposed, version } = await fees()
  expect([proposed!.ja === texts.ja, proposed!.fr === texts.fr]).toEqual([false, true])
  expect(proposed!.ja).toContain('{')
  const { data } = await app.call('POST', '/api/console/documents?lang=en', {
    token: tokens.adm1!,
    body: { document: 'fees', texts: proposed },
  })
  for (const signer of ['adm1', 'auditor'])
    await sign(signer, data.name, { draft: data.id, sha256: data.sha256 })
  expect(await fees()).toMatchObject({ version: version + 1, proposed: null })
  expect((await fees()).texts.ja).not.toContain('{')
})

it('that was put away at another server is signed and listed here', async () => {
  const other = createLegal(app.context, {
    staff: { ...app.modules.staff, register: () => {}, cases: () => {} },
    modules: {
      openingYen: 1_000_000,
      maxLeverage: 2,
      unitShares: 100,
      withdrawal: { minimumYen: 10_000, feeYen: 0, from: '09:00', to: '15:00' },
    },
  })
  await other.start!()
  const { handle } = other.routes!.find(({ route }) => route.name === 'draftDocument')!
  const drafted = (await handle({
    operator: { operatorId: 'demo-administrator-1' },
    input: { document: 'terms', texts: await words('Third') },
  } as never)) as { id: string; name: string; sha256: string }
  const { id, name, sha256 } = drafted
  expect(name).toBe('terms.3')
  expect((await sign('adm1', name, { draft: id, sha256 })).data).toMatchObject({ status: 'open' })
  expect((await terms()).drafts.map(({ state }) => state)).toEqual(['draft', 'published', 'overtaken'])
})

it('whose text is changed or taken away by SQL is named by verify, and no start goes on with it', async () => {
  const edits = [
    `update document_drafts set texts = jsonb_set(texts, '{en}', '"# Terms\\nForged\\n"') where id = (select draft_id from document_versions where id = 'terms.2')`,
    `delete from document_drafts where id = (select draft_id from document_versions where id = 'terms.2')`,
  ]
  expect(await seenOfEdits(app, edits)).toEqual([
    'document_drafts: the row is not what the journal has the hash of',
    'document_drafts: the row is not what the server wrote there',
    'document_drafts: the row is missing',
    'document_drafts: the row is missing',
  ])
  const legal = app.modules.all.find(({ name }) => name === 'legal')!
  const { pool } = app.context.db
  for (const edit of edits) {
    await pool.query('create table saved as select * from document_drafts')
    await pool.query(edit)
    await expect(Promise.resolve(legal.start!())).rejects.toThrow(RowForged)
    await pool.query(
      'truncate document_drafts; insert into document_drafts select * from saved; drop table saved',
    )
  }
  await legal.start!()
}, 30_000)

it('stands after a restart, and the journal run again says the same', async () => {
  again = await reopen(app)
  expect(
    (
      (await fetch(`http://localhost:${again.port}/api/documents/terms?lang=en`).then((response) =>
        response.json(),
      )) as { data: { text: string } }
    ).data.text,
  ).toContain('- Second 10,000')
  const { held, again: made } = await replayJournal(again)
  expect(held.document_versions).toHaveLength(2)
  expect(made).toEqual(held)
}, 60_000)
