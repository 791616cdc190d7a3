import { IconCheck, IconDownload, IconX } from '@tabler/icons-react'
import { useRead } from '#client/reads.ts'
import { saveFile } from '#client/save-file.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Figure, Stat, StatRow } from '#ui/Figure.tsx'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { getApplication, getDraw, type ApplicationView, type DrawFile, type DrawView } from '../contract.ts'
import { CHECKS } from '../model/check.ts'
import { CheckStep } from './CheckStep.tsx'
import { DrawList } from './DrawList.tsx'
import { NotYet } from './NotYet.tsx'
import { useCheck, type Progress } from './use-check.ts'

/**
 * "Check this draw": everything is computed anew on this device. Without an id: the draws that there were.
 */
export default function CheckPage({ params: { id, application } }: ScreenProps<'drawCheck'>) {
  return id === undefined ? <DrawList /> : <OneDraw id={id} application={application ?? null} />
}

function OneDraw({ id, application }: { id: string; application: string | null }) {
  const t = useT()
  const draw = useRead(getDraw, { params: { id } })
  const mine = useRead(
    getApplication,
    { params: { id: application ?? '' } },
    { enabled: application !== null },
  )
  const isReady = draw.data?.status === 'decided' && (application === null || mine.data !== undefined)
  const { progress, again } = useCheck(id, mine.data ?? null, isReady)
  const { file } = progress
  return (
    <Page
      nav={
        <NavigationBar
          title={t('draws.check.title')}
          actions={
            file && (
              <NavAction
                icon={<IconDownload {...ICON} />}
                label={t('draws.check.save')}
                onPress={() => save(file)}
              />
            )
          }
        />
      }
      footer={
        file && (
          <ActionBar>
            <Button kind="neutral" onPress={() => save(file)}>
              {t('draws.check.save')}
            </Button>
            <Button kind="secondary" disabled={progress.state === 'running'} onPress={again}>
              {t('draws.check.again')}
            </Button>
          </ActionBar>
        )
      }
    >
      <Loaded read={draw} skeleton="lines" title={t('draws.check.cannotLoad')}>
        {(found) =>
          found.status === 'decided' ? (
            <Result draw={found} mine={mine.data ?? null} progress={progress} onAgain={again} />
          ) : (
            <NotYet draw={found} />
          )
        }
      </Loaded>
    </Page>
  )
}

const save = (file: DrawFile): void =>
  saveFile(
    `draw-${file.draw.id}.json`,
    new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' }),
  )

function Result({
  draw,
  mine,
  progress,
  onAgain,
}: {
  draw: DrawView
  mine: ApplicationView | null
  progress: Progress
  onAgain: () => void
}) {
  const t = useT()
  const f = useFormat()
  if (progress.state === 'error')
    return (
      <Empty
        title={t('draws.check.cannotLoad')}
        action={{ label: t('draws.check.again'), onPress: onAgain }}
      />
    )
  const own = mine && progress.anew.find(({ ticket }) => ticket === mine.ticket)
  const verdict = !own
    ? '…'
    : own.lots > 0
      ? t('draws.check.won', { lots: own.lots })
      : t('draws.check.lost', { kind: draw.kind })
  const checks = CHECKS.filter((check) => check !== 'mine' || mine !== null)
  return (
    <>
      <Section>
        <Verdict progress={progress} />
      </Section>
      <Section>
        <StatRow>
          {mine && (
            <Stat label={t('draws.check.place')}>
              <Figure size={3}>{own ? f.quantity(own.place) : '…'}</Figure>
            </Stat>
          )}
          <Stat label={t('draws.check.tickets')}>
            <Figure size={3}>{f.quantity(draw.tickets)}</Figure>
          </Stat>
          <Stat label={t('draws.check.units')} align={mine ? 'left' : 'right'}>
            <Figure size={3}>{f.quantity(draw.units)}</Figure>
          </Stat>
          {mine && (
            <Stat label={t('draws.check.verdict')} align="right">
              <Figure size={3}>{verdict}</Figure>
            </Stat>
          )}
        </StatRow>
      </Section>
      <Section flush label={t('draws.check.steps')}>
        <ol>
          {checks.map((check, index) => (
            <CheckStep
              key={check}
              check={check}
              done={progress.steps.find((step) => step.check === check)}
              isRunning={progress.state === 'running' && index === progress.steps.length}
              draw={draw}
              mine={mine}
              seconds={progress.seconds}
            />
          ))}
        </ol>
      </Section>
      <Section>
        <p className="text-2 text-grey-1">{t('draws.check.elsewhere')}</p>
        <p className="pt-2 text-1 text-grey-1">{t('draws.check.bounds', { links: draw.links })}</p>
      </Section>
    </>
  )
}

function Verdict({ progress: { state } }: { progress: Progress }) {
  const t = useT()
  const [wash, icon] =
    state === 'running'
      ? ['bg-sunk text-grey-1', <span key="ring" className="ring size-8" aria-hidden />]
      : state === 'right'
        ? ['bg-ok-wash text-ok', <IconCheck key="right" className="size-8" aria-hidden />]
        : ['bg-danger-wash text-danger', <IconX key="wrong" className="size-8" aria-hidden />]
  return (
    <div role="status" className="flex items-center gap-4">
      <span className={`grid size-14 shrink-0 place-items-center rounded-round ${wash}`}>{icon}</span>
      <span className="min-w-0">
        <span className="block text-3 font-strong">
          {t(`draws.check.${state as 'running' | 'right' | 'wrong'}`)}
        </span>
        <span className="block text-2 text-grey-1">
          {t(`draws.check.${state as 'running' | 'right' | 'wrong'}Note`)}
        </span>
      </span>
    </div>
  )
}
