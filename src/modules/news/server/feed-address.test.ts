import { expect, test } from 'vitest'
import { feedAddress } from './feed-address.ts'

test.each([
  ['https://news.example.jp/feed.xml', 'https://news.example.jp/feed.xml'],
  [' https://News.Example.JP/feed?x=1#top ', 'https://news.example.jp/feed?x=1'],
  ['http://news.example.jp/feed.xml', null],
  ['https://127.0.0.1/feed', null],
  ['https://2130706433/feed', null],
  ['https://0x7f000001/', null],
  ['https://[::1]/feed', null],
  ['https://localhost/feed', null],
  ['https://localhost./feed', null],
  ['https://printer/feed', null],
  ['https://a.internal/feed', null],
  ['https://user:word@news.example.jp/', null],
  ['https://news.example.jp:8443/', null],
  ['ftp://news.example.jp/', null],
  ['javascript:alert(1)', null],
  ['news.example.jp', null],
  ['', null],
  [`https://news.example.jp/${'x'.repeat(300)}`, null],
])('%s is kept as %s', (typed, kept) => expect(feedAddress(typed)).toBe(kept))
