import { beforeAll, describe, expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { methodsOn } from '../model/methods.ts'
import { atConsole, type AtConsole } from '#server/manual-review.fixture.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import { FACTS, sendPicture } from '#server/verified.fixture.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { simulatedReader } from './chip-reader.ts'

describe('methods by the day in Japan', () => {
  it.each([
    ['the last day of pictures', timeJst('2027-03-31', 23, 59, 59), true, ['picture', 'chip']],
    ['the first day without them', timeJst('2027-04-01', 0), true, ['chip']],
    ['the last day, no reader', timeJst('2027-03-31', 23, 59, 59), false, ['picture']],
    ['the first day, no reader', timeJst('2027-04-01', 0), false, []],
  ] as const)('%s', (_what, at, hasReader, methods) => {
    expect(methodsOn(new Date(at + 9 * 3_600_000).toISOString().slice(0, 10), hasReader)).toEqual(methods)
  })
})

describe('the simulated reader', () => {
  const reader = simulatedReader(Buffer.alloc(32, 7))
  it('reads the same card twice, of another person for another member, and signs it', async () => {
    const [first, again, other] = await Promise.all([
      reader.read('a', 'licence'),
      reader.read('a', 'licence'),
      reader.read('b', 'licence'),
    ])
    expect(again.facts).toEqual(first.facts)
    expect(other.facts.idNumber).not.toBe(first.facts.idNumber)
    expect(reader.isGenuine(first.facts, first.signature)).toBe(true)
  })
  it.each(['name', 'birthDate', 'address', 'idNumber', 'portraitSha256'] as const)(
    'a card with another %s is not what the issuer signed',
    async (field) => {
      const { facts, signature } = await reader.read('a', 'licence')
      expect(reader.isGenuine({ ...facts, [field]: `${facts[field]}0` }, signature)).toBe(false)
    },
  )
  it('another issuer’s signature counts for nothing', async () => {
    const { facts, signature } = await simulatedReader(Buffer.alloc(32, 8)).read('a', 'licence')
    expect(reader.isGenuine(facts, signature)).toBe(false)
  })
})

describe('a chip before the reviewers', () => {
  let app: TestApp
  let reviewer: AtConsole
  beforeAll(async () => {
    app = await startTestApp({ env: { DEMO_DESK: 'off' } })
    reviewer = await atConsole(app, 'demo-reviewer-1')
  }, 60_000)

  type Member = { token: string; userId: string }
  let mobiles = 0
  const enrol = (): Promise<Member> => app.enrol(`090-6644-${String(++mobiles).padStart(4, '0')}`)
  const get = async ({ token }: Member, path = 'identity') =>
    (await app.call('GET', `/api/${path}?lang=en`, { token })).data
  const post = (member: Member, path: string, body: unknown, key = newKey()) =>
    app.call('POST', `/api/${path}?lang=en`, { token: member.token, body, key })
  const read = (member: Member, documentType: unknown = 'licence') =>
    post(member, 'identity/chip', { documentType })
  /** The form as the page sends it: what the chip says, and what it does not know. */
  async function formOf(member: Member, change: object = {}) {
    const { chip, consents } = await get(member)
    const { name, birthDate, address, idNumber, documentType } = chip
    const ofChip = { name, birthDate, address, idNumber, documentType }
    return { ...FACTS, ...ofChip, kana: 'ミホン タロウ', consents, ...change }
  }
  const submit = async (member: Member, change: object = {}) =>
    post(member, 'identity/submit', await formOf(member, change))
  async function decide(member: Member, side: 'front' | 'back', how: 'accept' | 'reject') {
    const pictureId = (await get(member))[side].imageId
    const subject = `${member.userId}.${side}`
    await reviewer.act('identity.view', subject, { body: { pictureId } })
    const reason = how === 'accept' ? null : { code: 'image-unreadable' }
    const { code } = await reviewer.act(`identity.${how}`, subject, { body: { pictureId }, reason })
    expect(code).toBe(1)
  }

  it('is read, handed in with a selfie, shown with its signature, and accepted', async () => {
    const member = await enrol()
    expect(await get(member)).toMatchObject({ methods: ['picture', 'chip'], chip: null })
    expect((await read(member)).data.status).toBe('read')
    const view = await get(member)
    expect(view.chip).toMatchObject({ name: '見本 太郎', simulated: true, documentType: 'licence' })
    expect(view.chip.idNumber).toMatch(/^•{8}\d{4}$/)
    expect((await submit(member)).data.rejection).toBe('SELFIE_REQUIRED')
    await sendPicture(app, member.token, 'identity-back')
    for (const change of [
      { name: '別人 太郎' },
      { birthDate: '1999-01-01' },
      { address: '別の住所1-1' },
      { idNumber: '301234567890' },
    ])
      expect((await submit(member, change)).data.rejection).toBe('CHIP_DIFFERS')
    expect((await submit(member)).code).toBe(1)
    expect((await read(member)).data.rejection).toBe('IDENTITY_IN_REVIEW')
    expect(await reviewer.get(`/identity/${member.userId}`)).toMatchObject({
      chip: { genuine: true, matches: true, simulated: true },
      front: { check: null },
      back: { check: null },
    })
    await decide(member, 'front', 'accept')
    await decide(member, 'back', 'accept')
    expect((await get(member)).status).toBe('passed')
    expect((await read(member)).data.rejection).toBe('IDENTITY_PASSED')
  })

  it('a selfie of before the reading, or pictures of a document beside it, do not count', async () => {
    const member = await enrol()
    await sendPicture(app, member.token, 'identity-back')
    await new Promise((done) => setTimeout(done, 5))
    await read(member)
    expect((await submit(member)).data.rejection).toBe('SELFIE_REQUIRED')
    await sendPicture(app, member.token, 'identity-front')
    expect((await get(member)).chip).toBeNull()
  })

  it('after an accepted front of a document the chip replaces both sides', async () => {
    const member = await enrol()
    await sendPicture(app, member.token, 'identity-front')
    await sendPicture(app, member.token, 'identity-back')
    const { consents } = await get(member)
    const typed = { ...FACTS, name: '佐藤 遥', kana: 'サトウ ハルカ', idNumber: '301234567833' }
    expect(
      (await post(member, 'identity/submit', { ...typed, documentType: 'licence', consents })).code,
    ).toBe(1)
    await decide(member, 'front', 'accept')
    await decide(member, 'back', 'reject')
    const { imageId } = (await read(member)).data
    await sendPicture(app, member.token, 'identity-back')
    expect((await submit(member)).code).toBe(1)
    expect(await get(member)).toMatchObject({
      status: 'review',
      front: { status: 'sent', imageId },
      back: { status: 'sent' },
    })
  })

  it('of one member is nobody else’s, and is read ten times a day at most', async () => {
    const [member, other] = [await enrol(), await enrol()]
    await read(member)
    expect((await get(other)).chip).toBeNull()
    const again = await read(member)
    expect(again.data.imageId).toBe((await get(member)).front.draftId)
    const kinds = ['residence-card', 'licence']
    const said: string[] = []
    for (let n = 0; n < 10; n++) said.push((await read(member, kinds[n % 2])).data.rejection ?? 'read')
    expect(said.at(-1)).toBe('CHIP_TOO_OFTEN')
    for (const wrong of ['passport', 1, null, ['licence']])
      expect((await read(member, wrong)).status).toBe(400)
  })

  it('from 1 April 2027 on, at midnight in Japan, alone counts', { timeout: 300_000 }, async () => {
    const member = await enrol()
    await app.call('POST', '/api/dev/clock', { body: { at: '2027-03-31T23:59:00+09:00' } })
    expect((await get(member)).methods).toEqual(['picture', 'chip'])
    await sendPicture(app, member.token, 'identity-front')
    await app.call('POST', '/api/dev/clock', { body: { at: '2027-04-01T00:00:00+09:00' } })
    await waitFor(
      () => get(member),
      ({ methods }) => methods.length === 1,
    )
    await sendPicture(app, member.token, 'identity-back')
    const { consents } = await get(member)
    const typed = { ...FACTS, name: '佐藤 遥', kana: 'サトウ ハルカ', idNumber: '301234567844' }
    const body = { ...typed, documentType: 'licence', consents }
    expect((await post(member, 'identity/submit', body)).data.rejection).toBe('PICTURES_ENDED')
    await expect(sendPicture(app, member.token, 'identity-front')).rejects.toThrow(/identity-front/)
    await read(member)
    await sendPicture(app, member.token, 'identity-back')
    expect((await submit(member)).code).toBe(1)
  })
})
