import { useMemo } from 'react'
import { useRead } from '#client/reads.ts'
import { useT, useText } from '#client/texts.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { go, hrefOf, useAddress } from '#console/kit/address.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { Facts, PaneSection } from '#console/kit/Pane.tsx'
import { useDeskDraft } from '#console/kit/draft.ts'
import { LANG_NAMES, LANGS } from '#i18n/lang.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { listListings } from '../contract.ts'
import { asked } from '../model/requested.ts'
import { termsProblems } from '../model/check.ts'
import type { Fields, FieldType } from '../model/field.ts'
import { isIdOf, powerFor } from '../model/kinds.ts'
import { KINDS, type ListingKind } from '#registry/listing-kinds.ts'
import type { Problem } from '../model/problem.ts'
import { getTermsFacts } from '../operator-contract.ts'
import { Against } from './Against.tsx'
import { changedFields, draftOf, termsOf, type Draft } from './draft.ts'
import { useShown } from './use-shown.tsx'

/**
 * Prepares terms of one kind: the same checks as both signatures, while somebody types; preview, and the
 * difference to an earlier listing.
 */
export function EditorPage({ kind }: { kind: ListingKind }) {
  const t = useT()
  const text = useText()
  const me = useMe()
  const act = useAct()
  const { query } = useAddress()
  const { shown } = useShown()
  const fields: Fields = KINDS[kind].fields
  const [form, type, drop] = useDeskDraft<{ id: string; draft: Draft }>(`listing ${kind}`, {
    id: '',
    draft: {},
  })
  const { id, draft } = form
  const setId = (next: string) => type({ ...form, id: next })
  const known = useRead(listListings, { query: {} }).data ?? []
  const earlier = known.filter((one) => one.kind === kind)
  const other = earlier.find((one) => one.id === query.against)

  const terms = useMemo(() => termsOf(fields, draft), [fields, draft])
  const about = asked(kind, terms)
  const facts = useRead(
    getTermsFacts,
    {
      query:
        about === null
          ? {}
          : {
              ...(about.codes.length === 0 ? {} : { codes: about.codes.join(',') }),
              ...(about.dates.length === 0 ? {} : { dates: about.dates.join(',') }),
              ...(about.day === null ? {} : { day: about.day }),
              ...(about.lead === null ? {} : { lead: about.lead }),
              ...(about.testTo === null ? {} : { testTo: about.testTo }),
            },
    },
    { poll: 'deskQueue', quiet: true },
  )
  const problems: readonly Problem[] = facts.data === undefined ? [] : termsProblems(kind, terms, facts.data)
  const wrongId = !isIdOf(kind, id)
    ? text('listings.rejection.LISTING_ID', { example: `${KINDS[kind].prefix}-2026-0001` })
    : known.some((one) => one.id === id)
      ? text('listings.rejection.LISTING_KNOWN')
      : null
  const word = ({ rejection, detail, field }: Problem) =>
    text(`listings.rejection.${rejection}`, { ...detail, field: text(`listings.field.${field}`) })
  const problemOf = (field: string) => {
    const found = problems.find((one) => one.field === field)
    return found === undefined ? null : word(found)
  }
  const missing = problems.filter(({ field }) => isUntouched(draft, field)).length + (id === '' ? 1 : 0)
  const set = (name: string, value: string) => type({ ...form, draft: { ...draft, [name]: value } })
  const isReady =
    facts.data !== undefined &&
    problems.length === 0 &&
    wrongId === null &&
    me?.roles.includes('listing') === true

  async function prepare(): Promise<void> {
    if (
      !(await confirm({
        title: t('listings.console.prepare'),
        body: t('listings.console.prepareConfirm', { id }),
      }))
    )
      return
    const acted = await act.ask({ power: powerFor(kind), subject: id, body: { terms } })
    if (acted === null) return
    toast(t('console.decision.asked'), { kind: 'ok' })
    drop()
    go(hrefOf('listings', [], { at: id }))
  }
  return (
    <div className="desk-split">
      <section
        className="desk-page"
        aria-label={t('listings.console.editor', { kind: t(`listings.kind.${kind}`) })}
      >
        <div className="flex min-h-11 items-center gap-2 border-b border-grey-3 px-4">
          <a className="desk-link" href={hrefOf('listings')}>
            {t('listings.console.title')}
          </a>
          <h1 className="text-3 font-strong">
            {t('listings.console.editor', { kind: t(`listings.kind.${kind}`) })}
          </h1>
        </div>
        <div
          className="desk-scroll flex flex-col gap-3 px-4 py-3"
          tabIndex={0}
          role="group"
          aria-label={t('listings.console.terms')}
        >
          <Labelled label={t('listings.console.id')} problem={id === '' ? null : wrongId}>
            {(more) => (
              <input
                className="desk-input w-full"
                placeholder={`${KINDS[kind].prefix}-2026-0001`}
                value={id}
                onChange={(event) => setId(event.target.value.trim())}
                {...more}
              />
            )}
          </Labelled>
          {Object.entries(fields).map(([field, type]) => (
            <Field key={field} field={field} type={type} draft={draft} set={set} problem={problemOf(field)} />
          ))}
        </div>
      </section>
      <aside aria-label={t('listings.console.preview')} className="flex h-full flex-col bg-surface">
        <div className="desk-scroll" tabIndex={0} role="group" aria-label={t('listings.console.preview')}>
          <PaneSection title={t('listings.console.checks')}>
            <div role="status">
              {facts.data === undefined ? (
                <p className="text-grey-1">{t('ui.loading')}</p>
              ) : problems.length === 0 && wrongId === null ? (
                <p className="text-ok">{t('listings.console.allRight')}</p>
              ) : (
                <ul className="flex flex-col gap-1 text-danger">
                  {wrongId !== null && id !== '' && <li>{wrongId}</li>}
                  {problems
                    .filter(({ field }) => !isUntouched(draft, field))
                    .map((one) => (
                      <li key={`${one.field} ${one.rejection}`}>
                        {text(`listings.field.${one.field}`)}: {word(one)}
                      </li>
                    ))}
                  {missing > 0 && <li>{t('listings.console.stillMissing', { n: missing })}</li>}
                </ul>
              )}
            </div>
          </PaneSection>
          <Against earlier={earlier} other={other}>
            {(chosen) => (
              <div className="flex flex-col gap-2 pt-2">
                <DeskButton onPress={() => type({ ...form, draft: draftOf(fields, chosen.terms) })}>
                  {t('listings.console.takeOver', { id: chosen.id })}
                </DeskButton>
                <ul className="text-1">
                  {changedFields(fields, chosen.terms, terms).map((field) => (
                    <li key={field}>
                      {text(`listings.field.${field}`)}:{' '}
                      <s className="text-grey-1">{shown(fields[field]!, chosen.terms[field])}</s> →{' '}
                      {shown(fields[field]!, terms[field])}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </Against>
          <PaneSection title={t('listings.console.preview')}>
            <p className="pb-2 text-1 text-grey-1">{t('listings.console.frozen')}</p>
            <Facts
              rows={Object.entries(fields).map(
                ([field, type]) => [text(`listings.field.${field}`), shown(type, terms[field])] as const,
              )}
            />
          </PaneSection>
        </div>
        <div className="flex border-t border-grey-3 px-4 py-3">
          <DeskButton tall look="primary" busy={act.busy} disabled={!isReady} onPress={() => void prepare()}>
            {t('listings.console.prepare')}
          </DeskButton>
        </div>
      </aside>
    </div>
  )
}

/** A field that nobody has written in is only missing, which the list of checks counts. */
const isUntouched = (draft: Draft, field: string): boolean =>
  Object.entries(draft).every(
    ([name, value]) => (name !== field && !name.startsWith(`${field}.`)) || value === '',
  )

type InputProps = { 'aria-label': string; 'aria-invalid': boolean }

function Labelled({
  label,
  problem,
  children,
}: {
  label: string
  problem: string | null
  children: (more: InputProps) => React.ReactNode
}) {
  return (
    <div>
      <span className="block pb-1 text-1 text-grey-1">{label}</span>
      {children({ 'aria-label': label, 'aria-invalid': problem !== null })}
      {problem !== null && <p className="pt-1 text-1 text-danger">{problem}</p>}
    </div>
  )
}

type FieldProps = {
  field: string
  type: FieldType
  draft: Draft
  set: (name: string, value: string) => void
  problem: string | null
}

function Field({ field, type, draft, set, problem }: FieldProps) {
  const t = useT()
  const text = useText()
  const { choice } = useShown()
  const label = text(`listings.field.${field}`)
  const shownProblem = isUntouched(draft, field) ? null : problem
  if (type === 'names' || type === 'texts') {
    return (
      <fieldset>
        <legend className="pb-1 text-1 text-grey-1">{label}</legend>
        <div className="grid grid-cols-2 gap-2">
          {LANGS.map((lang) => {
            const own = {
              'aria-label': `${label} ${LANG_NAMES[lang]}`,
              placeholder: LANG_NAMES[lang],
              value: draft[`${field}.${lang}`] ?? '',
            }
            return type === 'names' ? (
              <input
                key={lang}
                className="desk-input"
                {...own}
                onChange={(event) => set(`${field}.${lang}`, event.target.value)}
              />
            ) : (
              <textarea
                key={lang}
                rows={2}
                className="desk-input py-1"
                {...own}
                onChange={(event) => set(`${field}.${lang}`, event.target.value)}
              />
            )
          })}
        </div>
        {shownProblem !== null && <p className="pt-1 text-1 text-danger">{shownProblem}</p>}
      </fieldset>
    )
  }
  const value = draft[field] ?? ''
  const change = (event: { target: { value: string } }) => set(field, event.target.value)
  return (
    <Labelled label={label} problem={shownProblem}>
      {(more) =>
        typeof type !== 'string' ? (
          <select className="desk-input w-full" value={value} onChange={change} {...more}>
            <option value="">—</option>
            {type.map((each) => (
              <option key={each} value={each}>
                {choice(each)}
              </option>
            ))}
          </select>
        ) : type === 'rows' ? (
          <textarea
            rows={4}
            className="desk-input w-full py-1 font-code"
            placeholder={t('listings.console.rowsHint')}
            value={value}
            onChange={change}
            {...more}
          />
        ) : (
          <input
            className="desk-input w-full"
            type={
              type === 'date' || type === 'past' ? 'date' : type === 'instant' ? 'datetime-local' : 'text'
            }
            value={value}
            onChange={change}
            {...more}
          />
        )
      }
    </Labelled>
  )
}
