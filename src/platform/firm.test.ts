import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { firmFile } from './firm.fixture.ts'
import { DEMO_FIRM, readFirm } from './firm.ts'

const folder = mkdtempSync(join(tmpdir(), 'akari-firm-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'firm.json')
const read = (content: unknown) => {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return readFirm(path)
}
/** The file with one field set to something else, or left out (undefined). */
const but = (at: string, value: unknown) => {
  const file: Record<string, unknown> = firmFile()
  const names = at.split('.')
  const last = names.pop()!
  let holder: Record<string, unknown> = file
  for (const name of names) holder = holder[name] as Record<string, unknown>
  holder[last] = value
  return file
}

it('reads a whole file, and gives nobody anything where it does not say so', () => {
  expect(read(firmFile())).toEqual({ isFictional: false, ...firmFile() })
  expect(read(but('openingGift', undefined)).openingGift).toBe(false)
  expect(read(but('openingGift', true)).openingGift).toBe(true)
})

describe('names the field that is wrong', () => {
  it.each([
    ['name.fr', undefined, 'name.fr must be a text of 1 to 200 characters'],
    ['name.ja', ' ', 'name.ja must be a text of 1 to 200 characters'],
    ['name.de', 'Akari', 'there is no field name.de'],
    ['registration', 1, 'registration must be a text of 1 to 200 characters'],
    ['address', 'Tokyo', 'address must be an object with ja, '],
    ['accounts.deposits', undefined, 'accounts.deposits must be an object with bankCode, '],
    ['accounts.deposits.bankCode', '１２３４', 'accounts.deposits.bankCode must be four digits'],
    ['accounts.deposits.branchCode', '1', 'accounts.deposits.branchCode must be three digits'],
    ['accounts.deposits.number', 7_654_321, 'accounts.deposits.number must be seven digits'],
    ['accounts.deposits.type', 'other', 'accounts.deposits.type must be ordinary, current, savings'],
    ['accounts.deposits.holder', 'ともしび', 'accounts.deposits.holder must be up to 40 half-width kana'],
    ['accounts.payouts.clientCode', '12345', 'accounts.payouts.clientCode must be ten digits'],
    ['accounts.payouts.bankKana', 'ﾐｽﾞﾎｷﾞﾝｺｳﾄｳｷﾖｳｴｲｷﾞﾖｳﾌﾞ', 'accounts.payouts.bankKana must be up to 15'],
    ['complaints.own.phone', 'call us', 'complaints.own.phone must be a telephone number'],
    ['complaints.mediator.hours', undefined, 'complaints.mediator.hours must be an object with ja, '],
    ['openingGift', 'off', 'openingGift must be true or false'],
    ['openingDeposit', 1, 'there is no field openingDeposit'],
  ])('%s = %s', (at, value, sentence) => {
    expect(() => read(but(at, value))).toThrow(sentence)
  })

  it.each([
    ['{', 'which is no JSON'],
    ['[]', 'the file must be an object with name, '],
    ['null', 'the file must be an object with name, '],
  ])('a file that is %s', (content, sentence) => {
    expect(() => read(content)).toThrow(sentence)
  })

  it('a file that is not there', () => {
    expect(() => readFirm(join(folder, 'none.json'))).toThrow('there is no such file')
  })
})

it('belongs to a server outside the demo setting, whose firm is fictional', () => {
  read(firmFile())
  const config = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env })
  expect(config({}).firm).toBe(DEMO_FIRM)
  expect(config({ DEMO: 'off' }).firm).toBeNull()
  expect(config({ DEMO: 'off', FIRM_FILE: path }).firm?.registration).toBe(firmFile().registration)
  expect(() => config({ FIRM_FILE: path })).toThrow('whose firm is fictional')
})
