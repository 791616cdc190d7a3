import { beforeAll, describe, expect, it } from 'vitest'
import { demoDeskFor } from '#platform/engine/command.ts'
import { atConsole } from '#server/manual-review.fixture.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import { FACTS, verify } from '#server/verified.fixture.ts'
import { settleDemoPapers } from './demo.ts'
import { identityStore } from './queries.ts'
import { giveFacts } from './submit.ts'
import { verifications } from './tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
}, 60_000)

type Member = { token: string; userId: string }
let mobiles = 0
const enrol = (): Promise<Member> => app.enrol(`090-6655-${String(++mobiles).padStart(4, '0')}`)
const get = async ({ token }: Member, path: string) =>
  (await app.call('GET', `/api/${path}?lang=en`, { token })).data
const post = (member: Member, path: string, body: unknown, key = newKey()) =>
  app.call('POST', `/api/${path}?lang=en`, { token: member.token, body, key })
const store = () => identityStore(app.context.db, app.context.config.keys.images)

/** A member as a version of before the facts left them: verified, and asked for name and number alone. */
async function verifiedBefore(idNumber: string): Promise<Member> {
  const member = await enrol()
  await verify(app, member.token, { idNumber })
  const known = await store().detailsOf(rowOf(member))
  const [detailsId, salt] = [app.context.ids.uuid(), Buffer.from(app.context.ids.bytes(16))]
  const detailsHash = await store().putDetails(detailsId, member.userId, { ...known!, facts: null }, salt, 1)
  await app.context.engine.submit(giveFacts, { detailsId, detailsHash }, demoDeskFor(member.userId))
  return member
}
const rowOf = ({ userId }: Member) => app.context.engine.read.of(verifications).get(userId)!

describe('facts of a person', () => {
  it('are handed in with the identity, shown to the member and to the reviewer, and are in no record in clear', async () => {
    const member = await enrol()
    await verify(app, member.token, { idNumber: '301234567801' })
    const kept = { ...FACTS, postalCode: '1000001' }
    const reviewer = await atConsole(app, 'demo-reviewer-1')
    const treasurer = await atConsole(app, 'demo-treasurer-1')
    expect({
      own: await get(member, 'identity'),
      opening: await get(member, 'account-opening'),
      case: await reviewer.get(`/identity/${member.userId}`),
      page: await reviewer.get(`/members/${member.userId}`),
      others: await treasurer.get(`/members/${member.userId}`),
      export: (await get(member, 'records/own-data')).tables['identity_details'],
    }).toMatchObject({
      own: { facts: kept, factsAt: null },
      opening: { factsMissing: false },
      case: { facts: kept, factsAt: null, age: 36, samePerson: 0 },
      page: { facts: kept, factsOnRecord: true },
      others: { facts: null, factsOnRecord: true },
      export: [
        {
          birthDate: FACTS.birthDate,
          postalCode: '1000001',
          address: FACTS.address,
          occupation: 'employee',
          purpose: 'long-term',
        },
      ],
    })
    const { rows } = await app.context.db.pool.query<{ record: Buffer }>(`select record from journal`)
    for (const { record } of rows)
      for (const secret of [FACTS.birthDate, FACTS.address]) expect(record.includes(secret)).toBe(false)
  })

  it('of somebody who has another account already: the reviewer is shown how many', async () => {
    const [first, second] = [await enrol(), await enrol()]
    await verify(app, first.token, { kana: 'オナジ ヒト', idNumber: '301234567811' })
    await verify(app, second.token, { kana: 'オナジ ヒト', idNumber: '301234567812' })
    const reviewer = await atConsole(app, 'demo-reviewer-1')
    expect(await reviewer.get(`/identity/${second.userId}`)).toMatchObject({ samePerson: 1, sameDocument: 0 })
  })

  it.each([
    ['a number for a date', { birthDate: 19_900_401 }],
    ['no date', { birthDate: undefined }],
    ['a list for an address', { address: ['x'] }],
    ['an occupation of no list', { occupation: 'king' }],
    ['a purpose of no list', { purpose: 'laundering' }],
    ['a field of nobody', { memberId: 'x' }],
    ['an address of a megabyte', { address: 'x'.repeat(1_000_000) }],
  ])('%s is refused by the contract', async (_what, change) => {
    const member = await enrol()
    const { status } = await post(member, 'identity/facts', { ...FACTS, ...change })
    expect([400, 413]).toContain(status)
  })
})

describe('a member who was verified before anybody was asked', () => {
  it('is asked, stays verified meanwhile, and may change all but the date of birth', async () => {
    const member = await verifiedBefore('301234567821')
    const isVerified = async () => (await get(member, 'bank-accounts')).holder !== null
    expect(await get(member, 'account-opening')).toMatchObject({ identity: 'passed', factsMissing: true })
    expect(await get(member, 'identity')).toMatchObject({ status: 'passed', facts: null })
    expect(await isVerified()).toBe(true)

    expect((await post(member, 'identity/facts', { ...FACTS, birthDate: '2015-01-01' })).data.rejection).toBe(
      'UNDERAGE',
    )
    const key = newKey()
    const twice = await Promise.all([1, 2].map(() => post(member, 'identity/facts', FACTS, key)))
    expect(twice.map(({ data }) => data)).toEqual([{ status: 'saved' }, { status: 'saved' }])
    expect(await get(member, 'account-opening')).toMatchObject({ identity: 'passed', factsMissing: false })
    const moved = { ...FACTS, address: '大阪府大阪市北区1-1' }
    expect((await post(member, 'identity/facts', { ...moved, birthDate: '1991-04-01' })).data.rejection).toBe(
      'BIRTH_DATE_FIXED',
    )
    expect((await post(member, 'identity/facts', moved)).code).toBe(1)
    expect(await get(member, 'identity')).toMatchObject({
      status: 'passed',
      facts: { address: moved.address },
    })
    expect(await isVerified()).toBe(true)
    const reviewer = await atConsole(app, 'demo-reviewer-1')
    const { facts, factsAt } = await reviewer.get(`/identity/${member.userId}`)
    expect([facts.address, factsAt === null]).toEqual([moved.address, false])
  })

  it('gives nothing before the identity is verified', async () => {
    expect((await post(await enrol(), 'identity/facts', FACTS)).data.rejection).toBe('IDENTITY_NOT_PASSED')
  })

  it('of the demo setting is given those of the sample at the next start', async () => {
    const [memberId] = app.modules.identity.demoMemberIds()
    const row = () => app.context.engine.read.of(verifications).get(memberId!)!
    const known = await store().detailsOf(row())
    const [detailsId, salt] = [app.context.ids.uuid(), Buffer.from(app.context.ids.bytes(16))]
    const detailsHash = await store().putDetails(detailsId, memberId!, { ...known!, facts: null }, salt, 1)
    await app.context.engine.submit(giveFacts, { detailsId, detailsHash }, demoDeskFor(memberId!))
    await settleDemoPapers(app.context, store(), [memberId!])
    expect((await store().detailsOf(row()))!.facts).toEqual(known!.facts)
    const settled = row().detailsId
    await settleDemoPapers(app.context, store(), [memberId!])
    expect(row().detailsId).toBe(settled)
  })
})
