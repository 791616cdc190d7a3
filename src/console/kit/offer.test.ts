import { expect, it } from 'vitest'
import type { PowerName } from '#registry/powers.ts'
import { offerOf } from './offer.ts'

const choice = (power: PowerName, body?: Record<string, unknown>) => ({
  power,
  label: power,
  hotkey: 'a',
  ...(body === undefined ? {} : { body }),
})
const asked = (power: PowerName, ...by: string[]) => ({
  power,
  what: power,
  body: {},
  signatures: by.map((operatorId) => ({ operatorId })),
})

it.each([
  // Nothing is open: as it stands, with its key.
  ['withdrawal.approve', [], 'r1', { hotkey: 'a' }],
  // The own request is open: it is taken back by name, and not by a key.
  ['withdrawal.approve', [asked('withdrawal.deny', 'r1')], 'r1', { instead: 'withdrawal.deny' }],
  // Somebody else's, or one that two have signed: signed, or waited for.
  ['withdrawal.approve', [asked('withdrawal.deny', 'r2')], 'r1', null],
  ['withdrawal.approve', [asked('withdrawal.deny', 'r1', 'r2')], 'r1', null],
  // The same act is signed, not asked for a second time.
  ['withdrawal.deny', [asked('withdrawal.deny', 'r1')], 'r1', null],
  // An act that one signs alone is no rival of it, nor is another family.
  ['withdrawal.mark-paid', [asked('withdrawal.deny', 'r2')], 't1', { hotkey: 'a' }],
  ['trading.freeze', [asked('trading.freeze-on', 'r2')], 'r1', { hotkey: 'a' }],
  ['key.rotate', [asked('operator.role', 'a1')], 'a2', { hotkey: 'a' }],
] as const)('%s beside %j is offered to %s as %j', (power, open, who, offered) => {
  const offer = offerOf(choice(power), open as never, who)
  if (offered === null) expect(offer).toBeNull()
  else {
    expect(offer).toMatchObject(offered)
    expect('hotkey' in offer! && 'instead' in offer).toBe(false)
  }
})

it('the same power about something else is another request', () => {
  const role = asked('operator.role', 'a1')
  expect(offerOf(choice('operator.role', { role: 'support' }), [role], 'a1')).toMatchObject({
    instead: 'operator.role',
  })
})

it('the same terms are the same request, in whatever order a database gives their fields', () => {
  const terms = { bandLowTenths: 19_000, code: 'X901' }
  const open = [{ ...asked('ipo.publish', 'l1'), body: { terms } }]
  const mine = choice('ipo.publish', { terms: { code: 'X901', bandLowTenths: 19_000 } })
  expect(offerOf(mine, open, 'l1')).toBeNull()
})
