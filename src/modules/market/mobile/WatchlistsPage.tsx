import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import {
  arrangeWatchlists,
  chooseColumns,
  createWatchlist,
  removeWatchlist,
  renameWatchlist,
  type WatchlistsView,
} from '#modules/watchlists/contract.ts'
import { useChange, useListName, useWatchlists, type Watchlist } from '#modules/watchlists/mobile/public.ts'
import { LIST_COLUMNS, type ListColumn } from '#modules/watchlists/model/mark-names.ts'
import { Button } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Field } from '#ui/Field.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Sortable } from '#ui/Sortable.tsx'
import { sortWord } from './listed-by.ts'
import { IconButton, useOrder, WatchlistRows } from './WatchlistRows.tsx'

/** Lists and their rows: made, named, put in order, thrown away. */
export default function WatchlistsPage({ params }: ScreenProps<'watchlists'>) {
  const t = useT()
  const { read } = useWatchlists()
  return (
    <Page
      nav={<NavigationBar title={t('watchlists.editTitle')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Loaded read={read} skeleton="stock" title={t('watchlists.cannotLoad')}>
        {(view) => <Editor view={view} first={params.list} />}
      </Loaded>
    </Page>
  )
}

function Editor({ view, first }: { view: WatchlistsView; first: string | undefined }) {
  const t = useT()
  const nameOf = useListName()
  const [chosenId, choose] = useState(first)
  const { lists, most } = view
  const chosen = lists.find(({ id }) => id === chosenId) ?? lists[0]!
  return (
    <>
      <Lists view={view} onMade={choose} />
      <Section flush>
        <SectionHead
          flush
          title={t('watchlists.rowsOf', { name: nameOf(chosen) })}
          note={t('watchlists.count', { count: chosen.codes.length, most: most.rows })}
        />
        {lists.length > 1 && (
          <div className="px-gutter">
            <Chips label={t('watchlists.chooseList')}>
              {lists.map((list) => (
                <Chip key={list.id} selected={list === chosen} onPress={() => choose(list.id)}>
                  {nameOf(list)}
                </Chip>
              ))}
            </Chips>
          </div>
        )}
        {chosen.codes.length === 0 ? (
          <Empty
            title={t('watchlists.empty')}
            note={t('watchlists.emptyNote')}
            action={{ label: t('watchlists.find'), href: paths.search() }}
          />
        ) : (
          <WatchlistRows key={chosen.id} list={chosen} marks={view.marks} />
        )}
      </Section>
      <Columns view={view} />
    </>
  )
}

/** The figures beside each row, in the order in which they were chosen. */
function Columns({ view: { columns, most } }: { view: WatchlistsView }) {
  const t = useT()
  const choose = useChange(chooseColumns)
  // A second press goes on from the first, also before the list has been read again.
  const [chosen, setChosen] = useState(columns)
  const [known, setKnown] = useState(columns)
  if (columns !== known) {
    setKnown(columns)
    setChosen(columns)
  }
  const toggle = async (column: ListColumn): Promise<void> => {
    const next = chosen.includes(column) ? chosen.filter((one) => one !== column) : [...chosen, column]
    setChosen(next)
    if (!(await choose.run({ input: { columns: next } })).ok) setChosen(columns)
  }
  const isFull = chosen.length >= most.columns
  return (
    <Section flush>
      <SectionHead
        flush
        title={t('watchlists.columns')}
        note={t('watchlists.columnsNote', { most: most.columns })}
      />
      <div
        role="group"
        aria-label={t('watchlists.columns')}
        className="px-gutter grid grid-cols-2 gap-2 pb-3"
      >
        {LIST_COLUMNS.map((column) => (
          <Chip
            key={column}
            tall
            selected={chosen.includes(column)}
            disabled={choose.state !== 'idle' || (isFull && !chosen.includes(column))}
            onPress={() => void toggle(column)}
          >
            {sortWord(t, column)}
          </Chip>
        ))}
      </div>
    </Section>
  )
}

/** The list that is being given a name: a new list, or an existing one. */
type Naming = { id: string | null; name: string }

function Lists({ view: { lists, most }, onMade }: { view: WatchlistsView; onMade: (id: string) => void }) {
  const t = useT()
  const nameOf = useListName()
  const [naming, setNaming] = useState<Naming | null>(null)
  const arrange = useChange(arrangeWatchlists)
  const removal = useChange(removeWatchlist)
  const { order, arranged } = useOrder(
    lists.map(({ id }) => id),
    (ids) => arrange.run({ input: { ids } }),
  )

  async function remove(list: Watchlist) {
    const name = nameOf(list)
    const yes = await confirm({
      title: t('watchlists.removeOf', { name }),
      body: t('watchlists.removeBody', { name, count: list.codes.length }),
      danger: true,
    })
    if (yes) await removal.run({ params: { id: list.id } })
  }
  const line = (list: Watchlist) => {
    const name = nameOf(list)
    return (
      <span className="flex items-center">
        <span className="min-w-0 grow text-2">
          {name}
          <span className="ml-2 text-1 text-grey-1">{list.codes.length}</span>
        </span>
        <IconButton
          label={t('watchlists.renameOf', { name })}
          onPress={() => setNaming({ id: list.id, name: list.name })}
        >
          <IconPencil {...ICON_S} />
        </IconButton>
        {lists.length > 1 && (
          <IconButton label={t('watchlists.removeOf', { name })} onPress={() => void remove(list)}>
            <IconTrash {...ICON_S} />
          </IconButton>
        )}
      </span>
    )
  }
  const inOrder = order.map((id) => lists.find((list) => list.id === id)).filter((list) => list !== undefined)
  return (
    <Section flush>
      <SectionHead flush title={t('watchlists.lists')} note={`${lists.length} / ${most.lists}`} />
      <Sortable
        label={t('watchlists.lists')}
        items={inOrder.map((list) => ({ id: list.id, name: nameOf(list), content: line(list) }))}
        onArrange={arranged}
      />
      <p className="px-gutter pt-2 text-1 text-grey-1">{t('watchlists.arrangeHint')}</p>
      <div className="flex px-gutter py-3">
        <Button
          kind="secondary"
          size="s"
          disabled={lists.length >= most.lists}
          onPress={() => setNaming({ id: null, name: '' })}
        >
          <IconPlus {...ICON_S} />
          {t('watchlists.new')}
        </Button>
      </div>
      {naming !== null && <NameSheet naming={naming} onClose={() => setNaming(null)} onMade={onMade} />}
    </Section>
  )
}

function NameSheet({
  naming,
  onClose,
  onMade,
}: {
  naming: Naming
  onClose: () => void
  onMade: (id: string) => void
}) {
  const t = useT()
  const [name, setName] = useState(naming.name)
  const create = useChange(createWatchlist)
  const rename = useChange(renameWatchlist)
  const { id } = naming
  const write = id === null ? create : rename
  async function submit() {
    const answer =
      id === null
        ? await create.run({ input: { name } })
        : await rename.run({ params: { id }, input: { name } })
    if (!answer.ok) return
    if (id === null) onMade(answer.data.lists.at(-1)!.id)
    onClose()
  }
  return (
    <Sheet open onClose={onClose} title={t(id === null ? 'watchlists.new' : 'watchlists.rename')}>
      <form
        className="px-gutter pb-3"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field
          label={t('watchlists.name')}
          rule={t('watchlists.nameRule')}
          error={write.error?.msg}
          value={name}
          onChange={setName}
          maxLength={40}
          required
          autoFocus
          enterKeyHint="done"
        />
        <div className="flex pt-2">
          <Button type="submit" state={write.state} disabled={name.trim() === ''}>
            {t(id === null ? 'watchlists.create' : 'watchlists.save')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
