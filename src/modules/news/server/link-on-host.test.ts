import { expect, test } from 'vitest'
import { linkOnHost } from './link-on-host.ts'

const feed = new URL('https://news.example.jp/feed.xml')
test.each([
  ['https://news.example.jp/a?b=1', 'https://news.example.jp/a?b=1'],
  ['/a', 'https://news.example.jp/a'],
  ['http://news.example.jp/a', null],
  ['https://evil.example/a', null],
  ['https://news.example.jp.evil.example/', null],
  ['https://news.example.jp:8443/', null],
  ['https://user:word@news.example.jp/', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['https://[', null],
  [undefined, null],
  [`https://news.example.jp/${'x'.repeat(1_000)}`, null],
])('a link to %j leads to %j', (link, found) => expect(linkOnHost(link, feed)).toBe(found))
