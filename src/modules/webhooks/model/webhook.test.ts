import { expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { isWebhookUrl, LONGEST_URL, MOST_WEBHOOKS, refusedWebhook, signingGenerations } from './webhook.ts'

const isPrivate = ({ hostname }: URL) => hostname === '10.0.0.1'

it.each([
  ['https://hooks.example.com/akari?a=1', true],
  ['https://hooks.example.com:8443/', true],
  ['http://hooks.example.com/', false],
  ['ftp://hooks.example.com/', false],
  ['https://user@hooks.example.com/', false],
  ['https://:word@hooks.example.com/', false],
  ['https://hooks.example.com/#part', false],
  ['https://10.0.0.1/', false],
  ['https://', false],
  ['hooks', false],
  ['', false],
  [`https://hooks.example.com/${'x'.repeat(LONGEST_URL)}`, false],
  ['http://127.0.0.1:9000/x', true],
])('%s: %s', (url, isOne) => expect(isWebhookUrl(url, isPrivate, 'http://127.0.0.1:9000')).toBe(isOne))

it('a secret that was replaced signs for a day, and not one before it', () => {
  expect(signingGenerations({ generation: 1, rotatedAt: null }, 5)).toEqual([1])
  expect(signingGenerations({ generation: 3, rotatedAt: 0 }, DAY - 1)).toEqual([3, 2])
  expect(signingGenerations({ generation: 3, rotatedAt: 0 }, DAY)).toEqual([3])
})

it('refuses in this order', () => {
  const all = { isFrozen: true, hasKey: false, standing: MOST_WEBHOOKS }
  expect(refusedWebhook(all)).toBe('ACCOUNT_FROZEN')
  expect(refusedWebhook({ ...all, isFrozen: false })).toBe('WEBHOOK_KEY')
  expect(refusedWebhook({ ...all, isFrozen: false, hasKey: true })).toBe('TOO_MANY_WEBHOOKS')
  expect(refusedWebhook({ isFrozen: false, hasKey: true, standing: MOST_WEBHOOKS - 1 })).toBeNull()
})
