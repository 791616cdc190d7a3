import { useState } from 'react'
import { refresh } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { go, hrefOf } from '#console/kit/address.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { PaneSection } from '#console/kit/Pane.tsx'
import { useDeskDraft } from '#console/kit/draft.ts'
import { LANG_NAMES, LANGS, type Lang } from '#i18n/lang.ts'
import { DOCUMENT_LONGEST } from '../model/draft.ts'
import { draftDocument, listDeskDocuments, type DeskDocument } from '../operator-contract.ts'

/**
 * The texts of the next version, begun from those of the present one or from those that the software
 * proposes; each can be loaded from a file.
 */
export function DocumentEditor({
  document,
  figures,
}: {
  document: DeskDocument
  figures: readonly string[]
}) {
  const t = useT()
  const [texts, setTexts, drop] = useDeskDraft<Record<Lang, string>>(
    `document ${document.id}.${document.version}`,
    { ...document.texts },
  )
  const [lang, setLang] = useState<Lang>('ja')
  const draft = useWrite(draftDocument)
  const set = (text: string) => setTexts({ ...texts, [lang]: text })
  const save = async (): Promise<void> => {
    if (!(await draft.run({ input: { document: document.id, texts } })).ok) return
    drop()
    refresh(listDeskDocuments)
    go(hrefOf('documents', [], { at: document.id }))
  }
  return (
    <form
      className="desk-page overflow-auto"
      aria-label={t('legal.console.prepare')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <h1 className="border-b border-grey-3 px-4 py-3 text-3 font-strong">
        {document.title} — {t('legal.console.prepare')}
      </h1>
      <PaneSection>
        <div className="flex flex-wrap items-center gap-1 pb-3">
          <div role="group" aria-label={t('legal.console.language')} className="flex flex-wrap gap-1">
            {LANGS.map((each) => (
              <DeskButton key={each} pressed={each === lang} onPress={() => setLang(each)}>
                {LANG_NAMES[each]}
                {texts[each] !== document.texts[each] && <span aria-hidden>✓</span>}
              </DeskButton>
            ))}
          </div>
          {document.proposed !== null && (
            <DeskButton onPress={() => setTexts({ ...document.proposed! })}>
              {t('legal.console.proposed')}
            </DeskButton>
          )}
          <label className="desk-button ml-auto bg-sunk text-ink">
            {t('legal.console.upload')}
            <input
              type="file"
              className="sr-only"
              accept="text/plain,.txt"
              onChange={(event) => void event.target.files?.[0]?.text().then(set)}
            />
          </label>
        </div>
        <div>
          <span className="flex justify-between pb-1 text-1 text-grey-1" aria-hidden>
            <span>{LANG_NAMES[lang]}</span>
            <span>
              {[...texts[lang]].length} / {DOCUMENT_LONGEST}
            </span>
          </span>
          <textarea
            aria-label={LANG_NAMES[lang]}
            className="desk-input w-full py-2 font-code text-1"
            rows={24}
            lang={lang}
            value={texts[lang]}
            onChange={(event) => set(event.target.value)}
          />
        </div>
        <p className="py-2 text-1 text-grey-1">
          {t('legal.console.figures', { names: figures.map((name) => `{${name}}`).join(' ') })}
        </p>
        <div className="flex">
          <DeskButton type="submit" look="primary" tall busy={draft.state !== 'idle'}>
            {t('legal.console.save')}
          </DeskButton>
        </div>
      </PaneSection>
    </form>
  )
}
