import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { useAct } from '#console/kit/act.ts'
import { go, hrefOf, useAddress } from '#console/kit/address.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import type { PageProps } from '#console/kit/pages.ts'
import { PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { Table, type Column } from '#console/kit/Table.tsx'
import { useDeskDraft } from '#console/kit/draft.ts'
import { LANG_NAMES, LANGS, type Lang } from '#i18n/lang.ts'
import { CANNED_NAME, CANNED_PLACES, type CannedTexts } from '../model/canned.ts'
import { draftCanned, getCannedVersions, listCanned, type CannedView } from '../operator-contract.ts'
import { nameOfCanned } from './labels.ts'

const NEW = 'new'
const BLANK = Object.fromEntries(LANGS.map((lang) => [lang, ''])) as Record<Lang, string>

/** Standard answers in six languages, each with its versions; beside them the editor. */
export default function CannedPage({ rest }: PageProps) {
  const t = useT()
  const f = useFormat()
  const { query } = useAddress()
  const read = useRead(listCanned, {})
  const columns: Column<CannedView>[] = [
    {
      id: 'name',
      head: t('support.console.canned.name'),
      cell: ({ canned }) => nameOfCanned(t, canned),
      value: ({ canned }) => nameOfCanned(t, canned),
    },
    {
      id: 'version',
      head: t('support.console.canned.version'),
      align: 'end',
      cell: ({ version }) => version,
      value: ({ version }) => version,
    },
    {
      id: 'by',
      head: t('support.console.canned.by'),
      cell: ({ by }) => (by === null ? t('support.console.canned.first') : <PersonName person={by} />),
      value: ({ by }) => by?.number ?? 0,
    },
    {
      id: 'at',
      head: t('support.console.canned.at'),
      align: 'end',
      cell: ({ at }) => (at === null ? '' : f.moment(at)),
      value: ({ at }) => at,
    },
  ]
  if (rest[0] === NEW)
    return (
      <div className="desk-page overflow-auto">
        <Editor canned={null} texts={BLANK} onDone={(name) => go(hrefOf('canned', [], { at: name }))} />
      </div>
    )
  return (
    <Table
      name="canned"
      title={t('support.console.canned.title')}
      read={read}
      rows={read.data}
      columns={columns}
      keyOf={({ canned }) => canned}
      sortedBy="name"
      wide={query.at !== undefined}
      empty={t('support.console.canned.empty')}
      actions={
        <a className="desk-button bg-sunk text-ink" href={hrefOf('canned', [NEW])}>
          {t('support.console.canned.new')}
        </a>
      }
      detail={(row) => (
        <div className="min-h-0 overflow-auto bg-surface">
          <Editor
            key={`${row.canned} ${row.version}`}
            canned={row.canned}
            texts={row.texts}
            onDone={() => {}}
          />
          <Versions canned={row.canned} newest={row.version} />
        </div>
      )}
    />
  )
}

type EditorProps = { canned: string | null; texts: CannedTexts; onDone: (name: string) => void }

/** `canned` null: a new one, which needs a name. What is put away is used once its act is signed. */
function Editor({ canned, texts: first, onDone }: EditorProps) {
  const t = useT()
  const act = useAct()
  const draft = useWrite(draftCanned)
  const [{ name, texts }, type, drop] = useDeskDraft<{ name: string; texts: Record<Lang, string> }>(
    `canned ${canned ?? ''}`.trim(),
    { name: '', texts: { ...first } },
  )
  const setName = (next: string) => type({ name: next, texts })
  const setTexts = (next: typeof texts) => type({ name, texts: next })
  const subject = canned ?? name.trim()
  const isChanged = LANGS.some((lang) => texts[lang].trim() !== first[lang])
  const publish = async (): Promise<void> => {
    const drafted = await draft.run({ input: { canned: subject, texts } })
    if (!drafted.ok) return
    if ((await act.ask({ power: 'chat.canned', subject, body: drafted.data })) === null) return
    drop()
    refresh(listCanned)
    refresh(getCannedVersions)
    onDone(subject)
  }
  return (
    <form
      aria-label={t('support.console.canned.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void publish()
      }}
    >
      <PaneSection
        title={canned === null ? t('support.console.canned.new') : nameOfCanned(t, canned)}
        note={t('support.console.canned.places', {
          places: CANNED_PLACES.map((place) => `{${place}}`).join(' '),
        })}
      >
        {canned === null && (
          <label className="mb-3 block">
            <span className="block pb-1 text-1 text-grey-1">{t('support.console.canned.name')}</span>
            <input
              className="desk-input w-64"
              value={name}
              pattern={CANNED_NAME.source}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
        )}
        <div className="grid grid-cols-2 gap-3">
          {LANGS.map((lang) => (
            <label key={lang} className="block">
              <span className="block pb-1 text-1 text-grey-1">{LANG_NAMES[lang]}</span>
              <textarea
                className="desk-input w-full py-2"
                rows={5}
                lang={lang}
                value={texts[lang]}
                onChange={(event) => setTexts({ ...texts, [lang]: event.target.value })}
              />
            </label>
          ))}
        </div>
        <div className="flex pt-3">
          <DeskButton
            type="submit"
            look="primary"
            tall
            busy={draft.state !== 'idle' || act.busy}
            disabled={!isChanged || subject === ''}
          >
            {t('support.console.canned.publish')}
          </DeskButton>
        </div>
      </PaneSection>
    </form>
  )
}

function Versions({ canned, newest }: { canned: string; newest: number }) {
  const t = useT()
  const f = useFormat()
  const versions = useRead(getCannedVersions, { params: { name: canned } }, { quiet: true }).data ?? []
  return (
    <PaneSection title={t('support.console.canned.history')}>
      <ul className="flex flex-col gap-2">
        {versions.map(({ version, at, by, filled }) => (
          <li key={version}>
            <details open={version === newest}>
              <summary className="text-1 text-grey-1">
                {t('support.console.canned.version')} {version} ·{' '}
                {by === null ? t('support.console.canned.first') : <PersonName person={by} />}
                {at !== null && ` · ${f.moment(at)}`}
              </summary>
              <dl
                className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 pt-1"
                aria-label={t('support.console.canned.preview')}
              >
                {LANGS.map((lang) => [
                  <dt key={`${lang} l`} className="text-1 text-grey-1">
                    {LANG_NAMES[lang]}
                  </dt>,
                  <dd key={lang} lang={lang}>
                    {filled[lang]}
                  </dd>,
                ])}
              </dl>
            </details>
          </li>
        ))}
      </ul>
    </PaneSection>
  )
}
