import { expect, it } from 'vitest'
import { countErrors } from './sms.ts'

it('messages that the service did not take are counted, and still thrown', async () => {
  let isAway = false
  const gateway = countErrors({
    send: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()),
  })
  const sms = { at: 0, mobile: '+819000000000', text: 'x', code: null, key: 'k' }
  await gateway.send(sms)
  expect(gateway.errors()).toBe(0)
  isAway = true
  for (let turn = 0; turn < 2; turn++) await expect(gateway.send(sms)).rejects.toThrow('away')
  isAway = false
  await gateway.send(sms)
  expect(gateway.errors()).toBe(2)
})
