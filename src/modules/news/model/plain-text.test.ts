import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

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
  for (const piece of ['<', '<script></script>', '&', '&#', '<script', '</', ' ', '&amp'])
    plainText(piece.repeat(Math.ceil(1_000_000 / piece.length)), 2_000)
  expect(performance.now() - began).toBeLessThan(2_000)
})
