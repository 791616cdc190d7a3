import { expect, it } from 'vitest'
import { LONGEST_URL } from '../model/webhook.ts'
import { isPrivateHost, isWebhookUrl } from './address.ts'

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

it.each([
  ['https://localhost/in', true],
  ['https://LOCALHOST./in', true],
  ['https://hooks.localhost/', true],
  ['https://printer.local/', true],
  ['https://metadata.google.internal/', true],
  ['https://router.home.arpa/', true],
  ['https://127.0.0.1/', true],
  ['https://hooks.example.com/', false],
  ['https://localhost.example.com/', false],
  ['https://mylocalhost.example/', false],
])('%s is of a network of one’s own: %s', (url, isOne) => expect(isPrivateHost(new URL(url))).toBe(isOne))
