import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = [
  'src/client/*.ts',
  'src/mobile/*.{ts,tsx}',
  'src/ui/*.{ts,tsx}',
  'src/modules/*/mobile/**/*.{ts,tsx}',
]
/** A call of the API as it is sent: its address, and what is sent with it. */
const SENT =
  /\bfetch\(\s*(?<address>['"`]\/(?:api|upload)\b[\s\S]*?['"`](?=,|\s*\))|address)(?<rest>[\s\S]{0,200})|\.open\('POST', (?<form>`[^`]*`)\)(?<head>[\s\S]{0,100})/g

it('every request of the phone bears the token in its head and the language in its query (specification, chapter 7)', () => {
  const sent = globSync(FOLDERS, { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(SENT)].map(({ groups }) => ({
        file,
        // Addresses that are no text come from `addressOf`, which writes the language.
        hasLang: /^address$|[?&]lang=/.test(groups!['address'] ?? groups!['form']!),
        hasToken: /headers(?:,|: \{[^}]*\btoken\b)|setRequestHeader\('token'/.test(
          groups!['rest'] ?? groups!['head']!,
        ),
      })),
    )
  expect(sent.length).toBeGreaterThanOrEqual(5)
  expect(sent.filter(({ hasLang, hasToken }) => !hasLang || !hasToken)).toEqual([])
})
