import { expect, test } from 'vitest'
import { referenceProblems } from './references.ts'

const DOCUMENTS: Record<string, string> = {
  'docs/specification.md': '# Specification\n## 5. Validation\n| 5.11 | nine pictures |\n',
  'docs/spec/product-decisions.md': '# Product decisions\n## 7. IPO\n## 8. Copy trading\n',
  'docs/spec/security-and-trust.md': '# Security and trust\n## 5. Designs\n### 5.1 Journal\n',
  'docs/spec/market-rules.md': '# Market rules\n## 9. Settlement\n```\n## 77. no heading\n```\n',
  'docs/spec/bank.md': '# Bank\n## 1. Identifiers\n',
  'docs/spec/engine-notes.md': '# Engine notes\n## 4. Binary array parameters\n',
  'docs/decisions/README.md': '| [0065](0065-withdrawn.md) | Withdrawn | accepted | 2026-11-22 |\n',
  'docs/decisions/0065-withdrawn.md': '# 0065 Withdrawn\n',
  'src/modules/orders/server/b.ts': '',
}

const said = (files: Record<string, string>): string[] => {
  const all = { ...DOCUMENTS, ...files }
  return referenceProblems({
    files: all,
    isThere: (path) => path in all || path === 'docs' || path === 'src/a.ts',
  }).map(({ file, line, what }) => `${file}:${line}: ${what}`)
}

/** A file, its text, and what is said of it: undefined where each reference resolves. */
const cases: [name: string, path: string, text: string, what: RegExp | undefined][] = [
  ['a source', 'docs/x.md', '`src/a.ts`, `a.ts`, `orders/server/b.ts`, `b.ts`', undefined],
  [
    'a source that is gone',
    'docs/x.md',
    '\n`server/room.ts`',
    /x\.md:2: server\/room\.ts: there is no such file/,
  ],
  ['a part of any module', 'docs/x.md', '`server/b.ts`', undefined],
  ['a part of its own module', 'src/modules/orders/README.md', '`server/b.ts`', undefined],
  [
    'a part of another module',
    'src/modules/loans/README.md',
    '`server/b.ts`',
    /b\.ts: there is no such file/,
  ],
  ['a source of then in a decision', 'docs/decisions/0065-withdrawn.md', '`server/room.ts`', undefined],
  ['a section', 'src/a.ts', '// The draw (product decision 7).', undefined],
  [
    'a section that is not there',
    'src/a.ts',
    '\n// The draw (product decision 17).',
    /^src\/a\.ts:2: "product decision 17": docs\/spec\/product-decisions\.md has no 17$/,
  ],
  ['several sections', 'src/a.ts', '// product decisions 7 and 8', undefined],
  ['the second of several', 'src/a.ts', '// product decisions 7, 9', /has no 9/],
  ['a range', 'src/a.ts', '// product decisions 7–11', /has no 11/],
  ['a subsection', 'src/a.ts', '// security-and-trust 5.1, T16, I11', undefined],
  ['with the ending of its file', 'src/a.ts', '// security-and-trust.md 5.9', /has no 5\.9/],
  ['a threat', 'src/a.ts', '// security-and-trust 5, T27', /no T27/],
  ['an invariant', 'docs/x.md', 'I21 holds', /no I21/],
  ['a type of the code', 'src/a.ts', 'type Pair = [T99, I99]', undefined],
  ['a chapter', 'src/a.ts', '// (specification, chapter 5)', undefined],
  ['a chapter that is not there', 'src/a.ts', '// (specification, chapter 6)', /no 6/],
  ['a row', 'src/a.ts', '// specification 5.11', undefined],
  ['a row that is not there', 'src/a.ts', '// specification 5.12', /no 5\.12/],
  ['a fact', 'src/a.ts', '// (facts: market rules, section 9)', undefined],
  [
    'a fact that is not there',
    'src/a.ts',
    '// (facts: market rules, sections 9 and 12)',
    /market-rules\.md has no 12/,
  ],
  ['what only an example has', 'src/a.ts', '// (facts: market rules, section 77)', /no 77/],
  ['a fact of no page', 'src/a.ts', '// (facts: sections 1 and 2)', /say which page/],
  ['a bank', 'src/a.ts', '// facts: bank 2', /bank\.md has no 2/],
  ['a note', 'src/a.ts', '// engine-notes, 4', undefined],
  ['a decision', 'src/a.ts', '// decision 0065, decision 65', undefined],
  ['a decision that is not there', 'src/a.ts', '// decisions 65 and 66', /there is no decision 66/],
  ['a document', 'migrations/1.sql', '-- docs/spec/bank.md#1', undefined],
  ['a document that is not there', 'src/a.ts', '// docs/gone.md', /docs\/gone\.md: there is no such file/],
  [
    'a section of a document that is not there',
    'src/a.ts',
    '// docs/spec/bank.md#3',
    /bank\.md has no section 3/,
  ],
  [
    'links',
    'docs/x.md',
    '[a](spec/bank.md#1-identifiers) [b](../src/a.ts) [c](https://example.com/x) [d](#here)\n# Here',
    undefined,
  ],
  ['a link to nothing', 'docs/x.md', '[a](spec/banks.md)', /docs\/spec\/banks\.md: there is no such file/],
  ['a link to no heading', 'docs/x.md', '[a](spec/bank.md#hours)', /has no section hours/],
  ['a decision without a row', 'docs/decisions/0066-x.md', '# 0066', /README\.md has 0 rows for it/],
  [
    'a row without a status',
    'docs/decisions/README.md',
    '| [0065](0065-withdrawn.md) | Withdrawn | 2026-11-22 |',
    /number, title, status, date/,
  ],
]

test.each(cases)('%s', (_, path, text, what) => {
  const problems = said({ [path]: text })
  if (what === undefined) expect(problems).toEqual([])
  else expect(problems).toContainEqual(expect.stringMatching(what))
})
