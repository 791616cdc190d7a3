import type { Lang } from '#i18n/lang.ts'
import type { DateJst } from '#kernel/time.ts'
import { defineCommand, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { NewIssue, NewIssuesPublic } from '#modules/instruments/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import type { AppOptions, RunningApp } from './app.ts'

const named = (name: string): Record<Lang, string> => ({
  ja: name,
  en: name,
  fr: name,
  es: name,
  'zh-Hans': name,
  'zh-Hant': name,
})
export const newIssue = (code: string, issueOn: DateJst, change: Partial<NewIssue> = {}): NewIssue => ({
  code,
  names: named(`Hoshimi ${code}`),
  profile: named('Optics'),
  sector: 'electronics',
  segment: 'growth',
  sharesOutstanding: 8_000_000,
  offerTenths: 10_000,
  issueOn,
  ...change,
})

/** The work of a product module's command at the end of an offering. */
const listCommand = (app: AppContext, { list }: NewIssuesPublic) =>
  defineCommand({
    type: 'test.list',
    captureInputs: () => ({ at: Math.floor(app.clock.market()) }),
    run(tables, issue: NewIssue, { at }) {
      const listed = list(tables, issue, at)
      return listed.ok ? { ok: true, answer: issue.code, events: listed.events } : listed
    },
  })
type ListCommand = ReturnType<typeof listCommand>

/** A server with a module above the others that lists issues. */
export const extraModule: NonNullable<AppOptions['extraModule']> = (app, { newIssues }) => ({
  name: 'ipo',
  commands: [listCommand(app, newIssues)],
})

const SYSTEM = SYSTEM_CALLER
export const listIssue = ({ context: app, modules }: RunningApp, issue: NewIssue) =>
  app.engine.submit(modules.all.at(-1)!.commands![0] as ListCommand, issue, SYSTEM)
