import { expect, test } from 'vitest'
import { linkOnHost, plainText } from './plain-text.ts'

test.each([
  ['<p>A &amp; B</p><p>C</p>', 'A & B C'],
  ['x<script>alert("1")</script>y', 'x y'],
  ['x<STYLE>p { }</STYLE >y', 'x y'],
  ['<script>never closed', ''],
  ['1 &lt; 2 &#38; &#x33; &unknown; &#0; &#xD800;', '1 < 2 & 3 &unknown;'],
  ['&lt;img src=x onerror=alert(1)&gt;', '<img src=x onerror=alert(1)>'],
  ['a\u202Eb\u200Bc\u0000d', 'abcd'],
  ['one <b', 'one'],
  ['  spaces\n\tand&nbsp;lines ', 'spaces and lines'],
  ['', ''],
])('%j reads %j', (html, text) => expect(plainText(html, 100)).toBe(text))

test('cuts at so many characters, never inside one', () => {
  expect(plainText('あ'.repeat(30), 10)).toBe(`${'あ'.repeat(9)}…`)
  expect(plainText('🎈'.repeat(30), 10)).toBe(`${'🎈'.repeat(9)}…`)
  expect(plainText('abc', 3)).toBe('abc')
})

test('hostile text takes no longer than its length', () => {
  const began = performance.now()
  for (const piece of ['<', '<script></script>', '&', '&#', '<script', '</', ' ', '&amp']) plainText(piece.repeat(Math.ceil(1_000_000 / piece.length)), 2_000)
  expect(performance.now() - began).toBeLessThan(2_000)
})

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
