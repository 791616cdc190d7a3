import { IconCalendarPlus, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ICON, ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { toast } from '#ui/toast.tsx'
import { listCalendarFeeds, makeCalendarFeed, revokeCalendarFeed, type FeedView } from '../contract.ts'
import { FEED_COVERS, type FeedCovers } from '../model/feed.ts'

/** Addresses by which other calendars show the market's dates. */
export default function CalendarFeedPage(_: ScreenProps<'calendarFeed'>) {
  const t = useT()
  const read = useRead(listCalendarFeeds, {})
  return (
    <Page
      nav={<NavigationBar title={t('calendars.title')} />}
      onRefresh={async () => refresh(listCalendarFeeds)}
    >
      <Section first>
        <p className="text-2">{t('calendars.lead')}</p>
        <p className="text-grey-1 text-1 pt-1">{t('calendars.plain')}</p>
      </Section>
      <Subscribe />
      <Loaded read={read} skeleton="menu" title={t('calendars.cannotLoad')}>
        {({ feeds, most }) =>
          feeds.length === 0 ? (
            <Empty title={t('calendars.empty')} />
          ) : (
            <Section flush label={t('calendars.list')}>
              <SectionHead
                flush
                title={t('calendars.list')}
                note={t('calendars.count', { count: feeds.length, most })}
              />
              {feeds.map((feed) => (
                <Feed key={feed.id} feed={feed} />
              ))}
            </Section>
          )
        }
      </Loaded>
    </Page>
  )
}

/** A new address: of which issues; then the address itself, once. */
function Subscribe() {
  const t = useT()
  const [covers, setCovers] = useState<FeedCovers>('market')
  const [path, setPath] = useState<string | null>(null)
  const write = useWrite(makeCalendarFeed, { refreshes: [listCalendarFeeds] })
  async function make() {
    const answer = await write.run({ input: { covers } })
    if (answer.ok) setPath(answer.data.path)
  }
  if (path !== null) return <Address url={`${location.origin}${path}`} onDone={() => setPath(null)} />
  return (
    <Section>
      <h2 className="text-2 font-strong pb-1">{t('calendars.issues')}</h2>
      <Segment
        label={t('calendars.issues')}
        options={FEED_COVERS.map((value) => ({ value, label: t(`calendars.issues.${value}`) }))}
        value={covers}
        onChange={setCovers}
      />
      <p className="text-grey-1 text-1 pt-1 pb-3">{t(`calendars.issuesNote.${covers}`)}</p>
      <div className="flex">
        <Button state={write.state} onPress={() => void make()}>
          {t('calendars.make')}
        </Button>
      </div>
    </Section>
  )
}

function Address({ url, onDone }: { url: string; onDone: () => void }) {
  const t = useT()
  async function copy() {
    await navigator.clipboard.writeText(url)
    toast(t('calendars.copied'), { kind: 'ok' })
  }
  return (
    <Section>
      <h2 className="text-3 font-strong">{t('calendars.made')}</h2>
      <p className="text-1 text-warn pt-1 pb-2">{t('calendars.madeNote')}</p>
      <div className="rounded-2 bg-sunk px-3 py-2">
        <div className="flex items-center justify-between gap-3">
          <p className="text-1 text-grey-1">{t('calendars.address')}</p>
          <button
            type="button"
            className="pressable text-brand text-2 flex min-h-touch shrink-0 items-center gap-1 rounded-1 px-2"
            onClick={() => void copy().catch(() => {})}
          >
            <IconCopy {...ICON_S} />
            {t('calendars.copy')}
          </button>
        </div>
        <p className="text-1 break-all select-all">{url}</p>
      </div>
      <div className="flex pt-3">
        <Button kind="secondary" href={url.replace(/^https?:/, 'webcal:')}>
          <IconCalendarPlus {...ICON_S} />
          {t('calendars.open')}
        </Button>
      </div>
      <div className="flex pt-2">
        <Button kind="neutral" onPress={onDone}>
          {t('calendars.done')}
        </Button>
      </div>
    </Section>
  )
}

function Feed({ feed: { id, covers, madeAt } }: { feed: FeedView }) {
  const [t, f] = [useT(), useFormat()]
  const write = useWrite(revokeCalendarFeed, { refreshes: [listCalendarFeeds] })
  async function revoke() {
    const yes = await confirm({
      title: t('calendars.revokeTitle'),
      body: t('calendars.revokeNote'),
      danger: true,
    })
    if (!yes) return
    const answer = await write.run({ params: { id } })
    if (answer.ok) toast(t('calendars.revoked'), { kind: 'ok' })
  }
  const name = t(`calendars.issues.${covers}`)
  return (
    <Row className="gap-3 py-2">
      <span className="text-brand shrink-0">
        <IconCalendarPlus {...ICON} />
      </span>
      <span className="min-w-0 grow">
        <span className="text-2 font-strong block">{name}</span>
        <span className="text-grey-1 text-1 block">{t('calendars.madeAt', { at: f.dateTime(madeAt) })}</span>
      </span>
      <span className="flex shrink-0">
        <Button
          kind="neutral"
          size="s"
          state={write.state}
          label={`${t('calendars.revoke')} ${name}`}
          onPress={() => void revoke()}
        >
          {t('calendars.revoke')}
        </Button>
      </span>
    </Row>
  )
}
