import type { Names } from './names.ts'

/** The last words of the command: the files that it has written, and the next steps of the author. */
export function nextSteps({ many, one }: Names, isNew: ReadonlyMap<string, boolean>): string {
  const paths = [...isNew.keys()]
  const list = (wanted: boolean) =>
    paths
      .filter((path) => isNew.get(path) === wanted)
      .map((path) => `  ${path}`)
      .join('\n')
  const migration = paths.find((path) => path.startsWith('migrations/'))!
  return `Written:
${list(true)}
Entered in:
${list(false)}

It runs as it stands: \`npm run check\`, \`npm test -- src/modules/${many}\`, \`npm start\`, then
#/subPackages/${many}/${many} in the app and /console/${many} for operators.

Make it yours:
  1. README.md: words, states, rules and their sources.
  2. model/${one}.ts: the rule, with its table of cases.
  3. ${migration} and server/tables.ts: the columns. Once it is released, a migration never
     changes; the next one adds. \`vitest run -u src/platform/database/migrate.test.ts\` writes schema.sql.
  4. contract.ts, operator-contract.ts: the routes.
  5. model/: what the module declares. message-kinds.ts, what members are told; powers.ts, what operators may
     do (with a row in docs/spec/security-and-trust.md, section 1); limits.ts; pages.ts, its addresses. Once
     they are released, the names and ids of messages and powers never change. If it moves money, the kinds
     of its transfers stand in transfer-kinds.ts, with a line in src/registry/transfer-kinds.ts.
  6. locales: the title and every sentence in six languages. \`node scripts/texts.ts\` after each change.
  7. src/modules/dependencies.ts: the modules that it uses. src/server/modules.ts: what they give it.
  8. A link to the page, from the screen where a member looks for it.
Parts that the module does not need go.`
}
