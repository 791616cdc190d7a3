import { iso } from '#kernel/time.ts'
import { langOf, type Lang } from '#i18n/lang.ts'
import { defineCommand, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { Desk, Firm } from '#platform/firm.ts'
import { NotFound, on, type AppContext, type Module, type RouteHandler } from '#modules/module.ts'
import * as contract from '../contract.ts'
import * as desk from '../operator-contract.ts'
import { isSameFirm, publicOf, type PublicFirm } from './public-firm.ts'
import { firmRecords, type FirmRecord } from './tables.ts'

/** Changes of the account for deposits that the page shows. */
const CHANGES_SHOWN = 20

/**
 * The settings of the firm as they are from now on, in the journal: whoever runs the server can change them
 * between two starts, and nobody can do so unseen.
 */
export const declareFirm = defineCommand({
  type: 'firm.declare',
  captureInputs: () => null,
  run(tables, { content }: { content: PublicFirm | null }, _inputs, call) {
    const table = tables.of(firmRecords)
    const id = table.size + 1
    table.insert({ id, at: call.at, content })
    return done({ id })
  },
})

/** The firm's settings: for everybody to read, with the record of their changes. */
export function firmPages(context: AppContext): {
  commands: Module['commands']
  tables: Module['tables']
  routes: readonly RouteHandler[]
  faults: NonNullable<Module['faults']>
  start: () => Promise<void>
} {
  const { firm, demo } = context.config
  const records = (): FirmRecord[] =>
    context.engine.read
      .of(firmRecords)
      .all()
      .toSorted((a, b) => b.id - a.id)
  const view = (lang: string) => {
    if (firm === null) throw new NotFound()
    return {
      name: firm.name[langOf(lang)],
      isFictional: firm.isFictional,
      text: textOf(context, firm, records(), lang),
    }
  }
  return {
    commands: [declareFirm],
    tables: [firmRecords],
    routes: [
      on(contract.getFirm, ({ lang }) => view(lang)),
      on(desk.getDeskFirm, ({ lang }) => ({
        ...(firm === null ? { name: null, isFictional: false, text: '' } : view(lang)),
        payouts: firm === null ? null : firm.accounts.payouts,
      })),
    ],
    faults: () => (firm === null && !demo ? ['firm-missing'] : []),
    async start() {
      // The demo's firm is the software's: nobody can change it by a setting.
      if (demo) return
      const now = firm === null ? null : publicOf(firm)
      const [last] = records()
      if (isSameFirm(last?.content ?? null, now)) return
      await context.engine.submit(declareFirm, { content: now }, SYSTEM_CALLER)
      context.log.warn(
        { record: records()[0]!.id },
        'the settings of the firm are others than at the last start: recorded',
      )
    },
  }
}

/** The page as lines of a document (`contract.ts`, `DocumentView`). */
function textOf(context: AppContext, firm: Firm, records: readonly FirmRecord[], language: string): string {
  const lang = langOf(language)
  const t = (key: string, args: Record<string, string | number> = {}) =>
    context.text(lang, `legal.firm.${key}`, args)
  const account = ({
    bankName,
    bankCode,
    branchName,
    branchCode,
    type,
    number,
    holder,
  }: PublicFirm['deposits']) =>
    t('account', { bankName, bankCode, branchName, branchCode, type, number, holder })
  const changed = records.filter(
    ({ content }, at) => !isSameAccount(content, records[at + 1]?.content ?? null),
  )
  return [
    `# ${firm.name[lang]}`,
    ...(firm.isFictional ? [t('fictional')] : []),
    t('simulated'),
    `## ${t('firm')}`,
    `- ${t('registration', { registration: firm.registration })}`,
    `- ${t('address', { address: firm.address[lang] })}`,
    `## ${t('deposits')}`,
    account(firm.accounts.deposits),
    `## ${t('complaints')}`,
    `- ${deskLine(firm.complaints.own, lang)}`,
    `- ${deskLine(firm.complaints.mediator, lang)}`,
    ...(changed.length === 0
      ? []
      : [
          `## ${t('changes')}`,
          t('changesNote'),
          ...changed
            .slice(0, CHANGES_SHOWN)
            .map(
              ({ id, at, content }) =>
                `- ${t('change', { id: String(id), at: iso(at) })} ${content === null ? t('none') : account(content.deposits)}`,
            ),
        ]),
  ].join('\n')
}

const isSameAccount = (a: PublicFirm | null, b: PublicFirm | null): boolean =>
  JSON.stringify(a?.deposits ?? null) === JSON.stringify(b?.deposits ?? null)

const deskLine = ({ name, phone, hours }: Desk, lang: Lang): string => `${name[lang]} ${phone} ${hours[lang]}`
