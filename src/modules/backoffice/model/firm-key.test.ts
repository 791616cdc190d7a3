import { describe, expect, it } from 'vitest'
import { readFirmKeyTerms, stateOfKey } from './firm-key.ts'

const TODAY = '2026-11-28'
const GOOD = {
  name: ' 会計 ',
  scopes: ['ledger', 'figures', 'ledger'],
  networks: ['203.0.113.9', '203.0.113.9/32', '10.1.2.3/8'],
  publicKey: 'key',
  until: '2027-11-28',
}
const read = (part: object) => readFirmKeyTerms({ ...GOOD, ...part }, TODAY, (text) => text === 'key')

describe('the terms of a key of the firm', () => {
  it('are kept in one spelling', () => {
    expect(read({})).toEqual({
      ok: true,
      value: {
        name: '会計',
        scopes: ['figures', 'ledger'],
        networks: ['203.0.113.9/32', '10.0.0.0/8'],
        publicKey: 'key',
        until: '2027-11-28',
      },
    })
  })

  it.each([
    [{ name: '' }, 'FIRM_KEY_NAME'],
    [{ name: 7 }, 'FIRM_KEY_NAME'],
    [{ scopes: [] }, 'FIRM_KEY_SCOPES'],
    [{ scopes: 'figures' }, 'FIRM_KEY_SCOPES'],
    [{ scopes: ['figures', 'deposit.credit'] }, 'FIRM_KEY_SCOPES'],
    [{ scopes: ['trade'] }, 'FIRM_KEY_SCOPES'],
    [{ networks: [] }, 'FIRM_KEY_NETWORKS'],
    [{ networks: Array.from({ length: 11 }, () => '203.0.113.9') }, 'FIRM_KEY_NETWORKS'],
    [{ networks: ['203.0.113.9', '0.0.0.0/0'] }, 'FIRM_KEY_NETWORK'],
    [{ publicKey: 'other' }, 'FIRM_KEY_PUBLIC_KEY'],
    [{ until: undefined }, 'FIRM_KEY_UNTIL'],
    [{ until: '2026-11-27' }, 'FIRM_KEY_UNTIL'],
    [{ until: '2027-11-29' }, 'FIRM_KEY_UNTIL'],
    [{ until: 'never' }, 'FIRM_KEY_UNTIL'],
  ])('%j: %s', (part, rejection) => expect(read(part)).toMatchObject({ ok: false, rejection }))
})

it.each([
  [null, '2026-11-28', true, 'active'],
  [null, '2026-11-27', true, 'expired'],
  [null, '2026-11-28', false, 'ownerless'],
  [5, '2026-11-28', true, 'revoked'],
])('revoked %s, until %s, with its owner %s: %s', (revokedAt, until, hasOwner, state) =>
  expect(stateOfKey({ revokedAt, until }, { today: TODAY, hasOwner })).toBe(state),
)
