import { expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { MOST_WEBHOOKS, refusedWebhook, signingGenerations } from './webhook.ts'

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
