import { useState } from 'react'
import { refresh } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { go, hrefOf, useAddress } from '#console/kit/address.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { PaneSection } from '#console/kit/Pane.tsx'
import { useDeskDraft } from '#console/kit/draft.ts'
import { wordsProblem } from '#modules/staff/model/public-labels.ts'
import { LANG_NAMES, LANGS, type Lang } from '#i18n/lang.ts'
import { NOTICE_LIMITS } from '../model/notice.ts'
import type { WrittenKind } from '../model/kinds.ts'
import { draftArticle, draftNotice, listWritten, type WrittenView } from '../operator-contract.ts'
import { PhonePreview } from './PhonePreview.tsx'

type Words = { title: string; text: string }
const BLANK: Words = { title: '', text: '' }
const isBlank = ({ title, text }: Words) => title.trim() === '' && text.trim() === ''

/**
 * Writes a notice or an article in six languages, and says before it is put away what may not be published.
 * `?corrects=`: of the news.
 */
export function Editor({ kind, written }: { kind: WrittenKind; written: readonly WrittenView[] }) {
  const t = useT()
  const { query } = useAddress()
  const [{ words, issues }, type, drop] = useDeskDraft(`news ${kind} ${query.corrects ?? ''}`.trim(), {
    words: Object.fromEntries(LANGS.map((each) => [each, BLANK])) as Readonly<Record<Lang, Words>>,
    issues: '',
  })
  const setWords = (next: typeof words) => type({ words: next, issues })
  const setIssues = (next: string) => type({ words, issues: next })
  const [lang, setLang] = useState<Lang>('ja')
  const notice = useWrite(draftNotice)
  const article = useWrite(draftArticle)
  const draft = kind === 'notice' ? notice : article
  const corrects = query.corrects ?? null
  const codes = issues
    .toUpperCase()
    .split(/[\s,、]+/)
    .filter((code) => code !== '')
  const problems = LANGS.flatMap((each) => {
    const problem = isBlank(words[each])
      ? null
      : (wordsProblem(words[each].title) ?? wordsProblem(words[each].text))
    return problem === null ? [] : [{ lang: each, problem }]
  })
  const set = (change: Partial<Words>) => setWords({ ...words, [lang]: { ...words[lang], ...change } })
  const save = async (): Promise<void> => {
    const filled = Object.fromEntries(
      LANGS.filter((each) => !isBlank(words[each])).map((each) => [each, words[each]]),
    )
    const drafted = await draft.run({ input: { words: filled, issues: codes, corrects } })
    if (!drafted.ok) return
    drop()
    refresh(listWritten)
    go(hrefOf('news', [], { at: drafted.data.id }))
  }
  return (
    <div className="desk-page">
      <h1 className="border-b border-grey-3 px-4 py-3 text-3 font-strong">
        {t(kind === 'notice' ? 'news.console.newNotice' : 'news.console.newArticle')}
      </h1>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_24rem]">
        <form
          className="min-h-0 overflow-auto"
          aria-label={t('news.console.title')}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <PaneSection>
            <div role="group" aria-label={t('news.console.languages')} className="flex flex-wrap gap-1 pb-3">
              {LANGS.map((each) => (
                <DeskButton key={each} pressed={each === lang} onPress={() => setLang(each)}>
                  {LANG_NAMES[each]}
                  {!isBlank(words[each]) && <span aria-hidden>✓</span>}
                </DeskButton>
              ))}
            </div>
            <div className="pb-3">
              <span className="flex justify-between pb-1 text-1 text-grey-1" aria-hidden>
                <span>{t('news.console.headline')}</span>
                <span>
                  {[...words[lang].title].length} / {NOTICE_LIMITS.title}
                </span>
              </span>
              <input
                aria-label={t('news.console.headline')}
                className="desk-input w-full"
                lang={lang}
                value={words[lang].title}
                onChange={(event) => set({ title: event.target.value })}
              />
            </div>
            <div className="pb-3">
              <span className="flex justify-between pb-1 text-1 text-grey-1" aria-hidden>
                <span>{t('news.console.body')}</span>
                <span>
                  {[...words[lang].text].length} / {NOTICE_LIMITS.text}
                </span>
              </span>
              <textarea
                aria-label={t('news.console.body')}
                className="desk-input w-full py-2"
                rows={10}
                lang={lang}
                value={words[lang].text}
                onChange={(event) => set({ text: event.target.value })}
              />
            </div>
            <label className="block">
              <span className="block pb-1 text-1 text-grey-1">{t('news.console.issues')}</span>
              <input
                className="desk-input w-full"
                value={issues}
                onChange={(event) => setIssues(event.target.value)}
              />
            </label>
            <p className="pt-1 text-1 text-grey-1">{t('news.console.noPrice')}</p>
          </PaneSection>
          <PaneSection>
            <div role="status">
              <ul className="flex flex-col gap-1 pb-3 text-1">
                {problems.map((each) => (
                  <li key={each.lang} className="text-danger">
                    {t('news.console.problem', { lang: LANG_NAMES[each.lang], problem: each.problem })}
                  </li>
                ))}
                {LANGS.filter((each) => isBlank(words[each])).map((each) => (
                  <li key={each} className="text-grey-1">
                    {t('news.console.missing', { lang: LANG_NAMES[each] })}
                  </li>
                ))}
              </ul>
            </div>
            <div className="flex">
              <DeskButton
                type="submit"
                look="primary"
                tall
                busy={draft.state !== 'idle'}
                disabled={isBlank(words.ja) || problems.length > 0}
              >
                {t('news.console.save')}
              </DeskButton>
            </div>
          </PaneSection>
        </form>
        <aside
          className="min-h-0 overflow-auto border-l border-grey-3"
          aria-label={t('news.console.preview')}
        >
          <PaneSection title={t('news.console.preview')}>
            <PhonePreview
              kind={kind}
              lang={lang}
              words={isBlank(words[lang]) ? words.ja : words[lang]}
              issues={codes}
              corrects={written.find(({ newsId }) => newsId !== null && newsId === corrects)?.title ?? null}
            />
          </PaneSection>
        </aside>
      </div>
    </div>
  )
}
