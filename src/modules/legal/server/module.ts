import { NotFound, on, type AppContext, type Module } from '#modules/module.ts'
import { dateJst, iso, type DateJst } from '#kernel/time.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { feesOn } from '#modules/schedules/server/public.ts'
import { LANGS, langOf, type Lang } from '#i18n/lang.ts'
import * as contract from '../contract.ts'
import * as desk from '../operator-contract.ts'
import {
  ACCOUNT_DOCUMENTS,
  DOCUMENT_IDS,
  MARGIN_DOCUMENTS,
  versionName,
  type DocumentId,
} from '../model/documents.ts'
import { figures, type ModuleFigures } from '../model/figures.ts'
import { fill, titleOf } from '../model/text.ts'
import { firmPages } from './firm.ts'
import { openLibrary, openProposals, type Published } from './library.ts'
import { draftsCheck, publishing } from './publishing.ts'
import { draftList } from './row-lists.ts'
import { documentVersions, type DraftRow } from './tables.ts'

/** The firm is simulated, and so is every agreement with it. */
const SIMULATED = true
/** Prepared texts that are shown of each document. */
const DRAFTS_SHOWN = 10

/** The firm's documents, for everybody to read; new versions by two operators. */
export function createLegal(
  context: AppContext,
  { staff, modules }: { staff: StaffPublic; modules: ModuleFigures },
): Module {
  const texts = publishing(context, { staff, modules, library: openLibrary(modules) })
  const proposals = openProposals()
  const firm = firmPages(context)
  const today = (): DateJst => dateJst(context.clock.wall())
  const figuresOn = (day: DateJst) => figures(modules, day, feesOn(context.engine.read, day))
  const versionsOf = (id: string): Published[] =>
    texts
      .versions()
      .filter((each) => each.id === id)
      .toReversed()

  function draftView(row: DraftRow, newest: number): desk.DraftView {
    const published = context.engine.read
      .of(documentVersions)
      .all()
      .find(({ draftId }) => draftId === row.id)
    // Prepared before the newest version was published, and about what it followed.
    const overtaken =
      published === undefined &&
      context.engine.read
        .of(documentVersions)
        .all()
        .some(({ document, at }) => document === row.document && at >= row.at)
    return {
      id: row.id,
      document: row.document,
      name: published?.id ?? versionName(row.document, newest + 1),
      state: published ? 'published' : overtaken ? 'overtaken' : 'draft',
      at: iso(row.at),
      by: staff.numberOf(row.operatorId),
      sha256: row.sha256,
      inForceFrom: published?.inForceFrom ?? null,
      title: titleOf(row.texts.ja),
      texts: row.texts,
    }
  }
  function deskDocument(id: DocumentId, lang: string, drafts: readonly DraftRow[]): desk.DeskDocument {
    const [newest] = versionsOf(id)
    const { version, inForceFrom, texts: worded } = newest!
    const now = Object.fromEntries(LANGS.map((each) => [each, worded[each].text])) as Record<Lang, string>
    const proposal = fill(proposals[id], figuresOn(context.calendar.next(today())), 'ja')
    return {
      id,
      title: worded[langOf(lang)].title,
      version,
      inForceFrom,
      isInForce: inForceFrom <= today(),
      asksConsent: [...ACCOUNT_DOCUMENTS, ...MARGIN_DOCUMENTS].some((each) => each === id),
      texts: now,
      proposed: proposal === now.ja ? null : { ...now, ja: proposals[id] },
      drafts: drafts
        .filter(({ document }) => document === id)
        .slice(0, DRAFTS_SHOWN)
        .map((row) => draftView(row, version)),
    }
  }
  return {
    name: 'legal',
    tables: [documentVersions, ...(firm.tables ?? [])],
    commands: firm.commands ?? [],
    faults: firm.faults,
    stored: [draftsCheck],
    macs: [draftList(context.config)],
    routes: [
      ...firm.routes,
      on(contract.listDocuments, ({ lang }) =>
        DOCUMENT_IDS.map((id) => {
          const versions = versionsOf(id)
          return { id, title: versions[0]!.texts[langOf(lang)].title, versions: versions.map(versionView) }
        }),
      ),
      on(contract.getDocument, ({ params, query, lang }) => {
        const versions = versionsOf(params.document)
        const found = versions.find(
          ({ version }) => query.version === undefined || version === Number(query.version),
        )
        if (found === undefined) throw new NotFound()
        const { id, version, inForceFrom, texts: worded } = found
        return {
          id,
          version,
          inForceFrom,
          newestVersion: versions[0]!.version,
          ...worded[langOf(lang)],
          simulated: SIMULATED,
        }
      }),
      on(desk.listDeskDocuments, async ({ lang }) => {
        const drafts = await texts.drafts()
        const nextDay = context.calendar.next(today())
        return {
          documents: DOCUMENT_IDS.map((id) => deskDocument(id, lang, drafts)),
          figures: figuresOn(nextDay),
          nextDay,
        }
      }),
      on(desk.draftDocument, async ({ operator, input }) => {
        const drafted = await texts.draft(operator.operatorId, input.document, input.texts)
        return drafted.ok
          ? {
              id: drafted.value.id,
              name: versionName(input.document, versionsOf(input.document)[0]!.version + 1),
              sha256: drafted.value.sha256,
            }
          : drafted
      }),
    ],
    start: async () => {
      await texts.start()
      await firm.start()
    },
  }
}

const versionView = ({
  version,
  inForceFrom,
  texts,
}: Published): contract.DocumentEntry['versions'][number] => ({
  version,
  inForceFrom,
  sha256: Object.fromEntries(LANGS.map((lang) => [lang, texts[lang].sha256])) as Record<Lang, string>,
})
