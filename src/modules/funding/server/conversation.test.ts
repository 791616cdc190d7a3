import { beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { verify } from '#server/verified.fixture.ts'
import { DEMO_FIRM } from '#platform/firm.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
}, 60_000)

it(
  'a deposit leads to a conversation that shows it as it stands, and never where to pay; another member’s is not there',
  { timeout: 60_000 },
  async () => {
    const { token, userId } = await app.enrol('090-8181-0001')
    const stranger = await app.enrol('090-8181-0002')
    await verify(app, token)
    const { data: deposit } = await app.call('POST', '/api/deposits', {
      token,
      body: { amount: 500_000, method: 'counter' },
    })
    const open = (as: string) =>
      app.call('POST', '/api/chat/about', { token: as, body: { about: deposit.id } })
    expect((await open(token)).code).toBe(1)
    const card = async () =>
      (await app.call('GET', '/api/chat?lang=en', { token })).data.lines.find(
        ({ kind }: { kind: string }) => kind === 'about',
      ).about
    expect(await card()).toMatchObject({
      id: deposit.id,
      kind: 'deposit',
      page: 'recharge',
      rows: [{ value: '¥500,000' }, {}],
    })
    expect((await card()).reference).toBe(deposit.reference)
    // An operator may name it, and no other number.
    const reply = (text: string) => app.modules.support.reply('demo-support-2', userId, text)
    expect(await reply(`Your request ${deposit.reference} is being looked at.`)).toMatchObject({ ok: true })
    expect(await reply('Your request 12345678 is being looked at.')).toMatchObject({
      rejection: 'LINE_BLOCKED',
    })
    const said = JSON.stringify(await card())
    for (const words of [DEMO_FIRM.accounts.deposits.number, DEMO_FIRM.accounts.deposits.holder])
      expect(said).not.toContain(words)
    expect((await open(stranger.token)).data.rejection).toBe('ABOUT_NOT_FOUND')
  },
)
