import { expect, it } from 'vitest'
import { secretsOf, signedHeaders } from './sign.ts'

it('signs as the reference vector of Standard Webhooks says', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const headers = signedHeaders(
    [secret],
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1_614_265_330_999,
    '{"test": 2432232314}',
  )
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('every secret signs by itself, and each webhook and number has its own of 32 bytes', () => {
  const secretOf = secretsOf(Buffer.alloc(32, 7))
  const all = [secretOf('a', 1), secretOf('a', 2), secretOf('b', 1)]
  expect(new Set(all).size).toBe(3)
  for (const secret of all) expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
  const both = signedHeaders(all.slice(0, 2), 'id', 0, '{}')['webhook-signature'].split(' ')
  const alone = (secret: string) => signedHeaders([secret], 'id', 0, '{}')['webhook-signature']
  expect(both).toEqual([alone(all[0]!), alone(all[1]!)])
})
